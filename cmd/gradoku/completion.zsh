#compdef gradoku
_gradoku() {
  local cur=${(Q)PREFIX}
  local -a asked found
  case $cur in
    -*=*) asked=(${cur%%=*}); compset -P '*=' ;;
    -*) asked=($cur) ;;
  esac
  [[ $cur == *,* ]] && compset -P '*,' # a list of names
  found=("${(@f)$(_CLI_ZSH_AUTOCOMPLETE_HACK=1 ${(z)BUFFER%$cur} $asked --generate-bash-completion 2>/dev/null)}")
  if [[ -n ${found[1]} ]]; then _describe 'gradoku' found; else _files; fi
}
compdef _gradoku gradoku
