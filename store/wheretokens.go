package store

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenWord
	tokenNumber
	tokenText // in quotes
	tokenSymbol
)

// token is a word, number, quoted text or symbol of a condition.
type token struct {
	kind   tokenKind
	text   string
	column int // in characters, from 1
}

// wordRunes may stand in a word: names of labels and techniques have points
// and hyphens.
func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// scan cuts the text into tokens.
func (p *whereParser) scan() error {
	rest, column := p.text, 1
	for {
		trimmed := strings.TrimLeftFunc(rest, unicode.IsSpace)
		column += utf8.RuneCountInString(rest[:len(rest)-len(trimmed)])
		t := token{column: column}
		var n int
		switch r, _ := utf8.DecodeRuneInString(trimmed); {
		case trimmed == "":
			p.tokens = append(p.tokens, t)
			return nil
		case r == '\'' || r == '"':
			t.kind = tokenText
			t.text, n = quoted(trimmed)
			if n == 0 {
				return p.faultAt(t, "the quote that opens here does not close")
			}
		case unicode.IsDigit(r) || r == '.' || r == '-' || r == '+':
			t.kind, n = tokenNumber, numberLength(trimmed)
			t.text = trimmed[:n]
			if _, ok := numberIn(t); !ok {
				return p.faultAt(t, "%q is no number", t.text)
			}
		case isWordRune(r):
			t.kind, n = tokenWord, wordLength(trimmed)
			t.text = trimmed[:n]
		default:
			t.kind, n = tokenSymbol, symbolLength(trimmed)
			if n == 0 {
				return p.faultAt(t, "%q has no meaning here", r)
			}
			t.text = trimmed[:n]
		}
		p.tokens = append(p.tokens, t)
		if len(p.tokens) > maxTokens {
			return fmt.Errorf("%w: the condition has more than %d words", ErrFilter, maxTokens)
		}
		column += utf8.RuneCountInString(trimmed[:n])
		rest = trimmed[n:]
	}
}

// quoted returns a text in quotes, in which a doubled quote is one, and the
// length of all that; 0 when it does not end.
func quoted(s string) (string, int) {
	quote := s[:1]
	var text strings.Builder
	for at := 1; ; {
		n := strings.Index(s[at:], quote)
		if n < 0 {
			return "", 0
		}
		text.WriteString(s[at : at+n])
		at += n + 1
		if !strings.HasPrefix(s[at:], quote) {
			return text.String(), at
		}
		text.WriteString(quote)
		at++
	}
}

// numberLength takes what runs together with a number, so that 12ab is one
// wrong number and not two tokens.
func numberLength(s string) int {
	for i, r := range s {
		if i > 0 && r != '.' && !isWordRune(r) {
			return i
		}
	}
	return len(s)
}

// wordLength takes points and hyphens inside a word: label.mean_seconds,
// uses.naked-single.
func wordLength(s string) int {
	for i, r := range s {
		if !isWordRune(r) && r != '.' && r != '-' {
			return i
		}
	}
	return len(s)
}

func symbolLength(s string) int {
	for _, symbol := range []string{"<=", ">=", "<>", "!=", "==", "<", ">", "=", "(", ")", ","} {
		if strings.HasPrefix(s, symbol) {
			return len(symbol)
		}
	}
	return 0
}
