_gradoku() {
  local end=$COMP_CWORD cur=${COMP_WORDS[COMP_CWORD]} before= words
  # --flag=value is three words to bash.
  if [[ $cur == "=" ]]; then
    cur=
  elif (( end > 1 )) && [[ ${COMP_WORDS[end-1]} == "=" ]]; then
    (( end-- ))
  fi
  if [[ $cur == -* ]]; then
    words=$("${COMP_WORDS[@]:0:end}" "$cur" --generate-bash-completion 2>/dev/null)
  else
    words=$("${COMP_WORDS[@]:0:end}" --generate-bash-completion 2>/dev/null)
  fi
  if [[ $cur == *,* ]]; then # a list of names
    before=${cur%,*},
  fi
  COMPREPLY=($(compgen -P "$before" -W "$words" -- "${cur#"$before"}"))
  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _gradoku gradoku
