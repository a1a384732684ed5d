package main

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
)

const bashCompletion = `_gradoku() {
  local cur=${COMP_WORDS[COMP_CWORD]} words
  if [[ $cur == -* ]]; then
    words=$("${COMP_WORDS[@]:0:COMP_CWORD}" "$cur" --generate-bash-completion 2>/dev/null)
  else
    words=$("${COMP_WORDS[@]:0:COMP_CWORD}" --generate-bash-completion 2>/dev/null)
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _gradoku gradoku
`

const zshCompletion = `#compdef gradoku
_gradoku() {
  local -a words
  if [[ ${words[CURRENT]} == -* ]]; then :; fi
  local cur=${(Q)PREFIX}
  local -a found
  if [[ $cur == -* ]]; then
    found=("${(@f)$(_CLI_ZSH_AUTOCOMPLETE_HACK=1 ${(z)BUFFER%$cur} $cur --generate-bash-completion 2>/dev/null)}")
  else
    found=("${(@f)$(_CLI_ZSH_AUTOCOMPLETE_HACK=1 ${(z)BUFFER%$cur} --generate-bash-completion 2>/dev/null)}")
  fi
  if [[ -n ${found[1]} ]]; then _describe 'gradoku' found; else _files; fi
}
compdef _gradoku gradoku
`

func completionCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "completion",
		Usage:     "print a completion script for bash, zsh or fish",
		ArgsUsage: "bash|zsh|fish",
		UsageText: "source <(gradoku completion bash)\ngradoku completion fish > ~/.config/fish/completions/gradoku.fish",
		Action: func(c *urfave.Context) error {
			if c.NArg() != 1 {
				return cli.UsageError(fmt.Errorf("name one shell: bash, zsh or fish"), cli.HelpAdvice(c))
			}
			switch shell := c.Args().First(); shell {
			case "bash":
				fmt.Fprint(s.Out, bashCompletion)
			case "zsh":
				fmt.Fprint(s.Out, zshCompletion)
			case "fish":
				script, err := c.App.ToFishCompletion()
				if err != nil {
					return fmt.Errorf("writing the fish completion: %w", err)
				}
				fmt.Fprint(s.Out, script)
			default:
				return cli.UsageError(fmt.Errorf("there is no completion for %q", shell), "use bash, zsh or fish")
			}
			return nil
		},
	}
}
