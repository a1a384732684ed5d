#compdef gradoku
_gradoku() {
  local cur=${(Q)PREFIX} line
  local -a before=("${(@Q)words[2,CURRENT-1]}") found
  if [[ $cur == -*=* ]]; then
    before+=("${cur%%=*}") cur=${cur#*=}
    compset -P '*='
  fi
  [[ $cur == *,* ]] && compset -P '*,' # a list of names
  for line in "${(@f)$(${(Q)words[1]} __complete "${before[@]}" "$cur" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("${${line//:/\\:}/$'\t'/:}")
  done
  if (( $#found )); then _describe 'gradoku' found; else _files; fi
}
compdef _gradoku gradoku
