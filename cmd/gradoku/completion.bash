_gradoku() {
  local end=$COMP_CWORD cur=${COMP_WORDS[COMP_CWORD]} before= words
  # --flag=value is three words to bash.
  if [[ $cur == "=" ]]; then
    cur=
  elif (( end > 1 )) && [[ ${COMP_WORDS[end-1]} == "=" ]]; then
    (( end-- ))
  fi
  words=$("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:end-1}" "$cur" 2>/dev/null | cut -f 1)
  if [[ $cur == *,* ]]; then # a list of names
    before=${cur%,*},
  fi
  COMPREPLY=($(compgen -P "$before" -W "$words" -- "${cur#"$before"}"))
  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _gradoku gradoku
