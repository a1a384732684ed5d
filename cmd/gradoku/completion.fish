function __gradoku_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    # --flag=value is one word to fish, and so is a list of names.
    set -l before (string match -r -- '^(?:-[^=]*=)?(?:.*,)?' $current)
    string match -q -r -- '^-[^=]*=' $current; and set -a words (string replace -r -- '=.*' '' $current)
    set -l found ($words[1] __complete $words[2..-1] (string replace -- "$before" '' $current) 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $before$found
    else
        __fish_complete_path $current
    end
end
complete -c gradoku -f -a '(__gradoku_complete)'
