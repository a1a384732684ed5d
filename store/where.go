package store

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This is a condition on puzzles, as people write it, and its grammar:
//
//	rating >= 4.0 and level in (hard, expert) and not clues < 25
//
//	or        and {"or" and}
//	and       not {"and" not}
//	not       "not" not | "(" or ")" | test
//	test      column [ ("=" | "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=") value
//	                 | ["not"] "in" "(" value {"," value} ")"
//	                 | ["not"] "between" value "and" value
//	                 | "is" ["not"] "null" ]
//	value     number | word | 'text' | "text"
//
// Columns come from the table in selection.go. A column that is true or false is a
// test by itself. No part of the text becomes SQL: columns are replaced by
// expressions from that table, and values are checked and bound as parameters.

// parser turns a condition into SQL.
type parser struct {
	filter *Filter // whose condition it is; nil to cut the text into tokens only
	sql    *dialect
	text   string
	tokens []token
	at     int
	depth  int
	nots   int // that the current part is in
	args   []any
	graded bool // it names a part of the grade
}

// maxDepth bounds the nesting of brackets and nots, and so the stack. maxTokens bounds
// the length, since SQLite accepts an expression of at most 1,000 levels.
const (
	maxDepth  = 100
	maxTokens = 1000
)

// parseWhere returns the SQL of a filter's condition and its parameters, and whether the
// condition is on grades. Errors wrap ErrFilter and give the position in the text.
func parseWhere(f *Filter) (condition string, args []any, graded bool, err error) {
	p := parser{filter: f, sql: &f.engine.dialect, text: f.Where.Text}
	if err := p.scan(); err != nil {
		return "", nil, false, err
	}
	condition, err = p.or()
	if err == nil && p.peek().kind != tokenEnd {
		err = p.fault("and, or, or the end of the condition")
	}
	return condition, p.args, p.graded, err
}

func (p *parser) peek() token { return p.tokens[p.at] }

// take consumes the next token if it is this word or symbol.
func (p *parser) take(kind tokenKind, text string) bool {
	t := p.peek()
	is := t.kind == kind && strings.EqualFold(t.text, text)
	if is {
		p.at++
	}
	return is
}

func (p *parser) word(w string) bool   { return p.take(tokenWord, w) }
func (p *parser) symbol(s string) bool { return p.take(tokenSymbol, s) }

// fault returns an error that says what was expected at the next token.
func (p *parser) fault(expected string) error {
	t := p.peek()
	got := fmt.Sprintf("%q", t.text)
	if t.kind == tokenEnd {
		got = "the end"
	}
	return p.faultAt(t, "expected %s, not %s", expected, got)
}

func (p *parser) faultAt(t token, format string, args ...any) error {
	return fmt.Errorf("%w: at character %d of the condition: %w", ErrFilter, t.column, fmt.Errorf(format, args...))
}

func (p *parser) or() (string, error)  { return p.chain("or", " OR ", p.and) }
func (p *parser) and() (string, error) { return p.chain("and", " AND ", p.not) }

// chain parses parts separated by a word.
func (p *parser) chain(word, operator string, part func() (string, error)) (string, error) {
	var parts []string
	for {
		s, err := part()
		if err != nil {
			return "", err
		}
		parts = append(parts, s)
		if !p.word(word) {
			break
		}
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return "(" + strings.Join(parts, operator) + ")", nil
}

func (p *parser) not() (string, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return "", p.faultAt(p.peek(), "more than %d brackets and nots are nested", maxDepth)
	}
	switch {
	case p.word("not"):
		p.nots++
		s, err := p.not()
		p.nots--
		// An unknown value meets neither a condition nor its negation.
		return "(NOT " + s + ")", err
	case p.symbol("("):
		s, err := p.or()
		if err == nil && !p.symbol(")") {
			err = p.fault("a closing bracket")
		}
		return s, err
	}
	return p.test()
}

func (p *parser) test() (string, error) {
	c, err := p.column()
	if err != nil {
		return "", err
	}
	p.args = append(p.args, c.args...)
	p.graded = p.graded || c.graded
	if c.need != nil && p.filter.possible {
		c.sql = c.need.known(c.sql)
	}
	not := p.word("not")
	switch {
	case p.word("in"):
		return p.list(c, not)
	case p.word("between"):
		return p.between(c, not)
	case not:
		return "", p.fault("in or between")
	case p.word("is"):
		return p.null(c)
	}
	if operator, ok := p.operator(); ok {
		return p.compare(c, operator)
	}
	if c.kind == kindBool {
		return "(" + c.operand(p.sql) + " = 1)", nil
	}
	return "", p.fault("a comparison, for example = or in")
}

// column parses the name of a column. The name of a label may be in quotes after the
// point.
func (p *parser) column() (column, error) {
	t := p.peek()
	if t.kind != tokenWord {
		return column{}, p.fault("a column")
	}
	p.at++
	name := t.text
	if label := p.peek(); strings.EqualFold(name, labelPrefix) && label.kind == tokenText {
		p.at++
		name += label.text
	}
	c, err := columnNamed(name)
	if err != nil {
		return c, p.faultAt(t, "%w", err)
	}
	return c, nil
}

func (p *parser) null(c column) (string, error) {
	is := " IS NULL"
	if p.word("not") {
		is = " IS NOT NULL"
	}
	if !p.word("null") {
		return "", p.fault("null")
	}
	return "(" + c.operand(p.sql) + is + ")", nil
}

// operator parses a comparison operator.
func (p *parser) operator() (string, bool) {
	for _, o := range []struct{ text, sql string }{
		{"=", "="}, {"==", "="}, {"!=", "<>"}, {"<>", "<>"}, {"<", "<"}, {"<=", "<="}, {">", ">"}, {">=", ">="},
	} {
		if p.symbol(o.text) {
			return o.sql, true
		}
	}
	return "", false
}

func (p *parser) compare(c column, operator string) (string, error) {
	ordered := operator != "=" && operator != "<>"
	operand := c.operand(p.sql)
	if ordered {
		operand = c.ordered(p.sql, p.peek())
	}
	value, err := p.value(c, ordered)
	if err == nil && c.technique != nil && p.nots == 0 { // within a not, puzzles without a grade matter
		uses := p.args[len(p.args)-1].(int64)
		if operator == ">" && uses >= 0 || (operator == "=" || operator == ">=") && uses > 0 {
			using, _ := p.filter.using(*c.technique, operator, uses)
			return "(" + using + ")", nil
		}
	}
	return "(" + operand + " " + operator + " " + value + ")", err
}

func (p *parser) list(c column, not bool) (string, error) {
	if !p.symbol("(") {
		return "", p.fault("an opening bracket")
	}
	var values []string
	for more := true; more; more = p.symbol(",") {
		value, err := p.value(c, false)
		if err != nil {
			return "", err
		}
		values = append(values, value)
	}
	if !p.symbol(")") {
		return "", p.fault("a comma or a closing bracket")
	}
	return "(" + c.operand(p.sql) + negated(not) + " IN (" + strings.Join(values, ", ") + "))", nil
}

func (p *parser) between(c column, not bool) (string, error) {
	operand := c.ordered(p.sql, p.peek())
	least, err := p.value(c, true)
	if err != nil {
		return "", err
	}
	if !p.word("and") {
		return "", p.fault("and")
	}
	if c.ordered(p.sql, p.peek()) != operand {
		return "", p.fault("a second value of the same kind as the first")
	}
	most, err := p.value(c, true)
	return "(" + operand + negated(not) + " BETWEEN " + least + " AND " + most + ")", err
}

func negated(not bool) string {
	if not {
		return " NOT"
	}
	return ""
}

// value parses a value for a column, binds it, and returns its SQL.
func (p *parser) value(c column, ordered bool) (string, error) {
	t := p.peek()
	if t.kind != tokenWord && t.kind != tokenText && t.kind != tokenNumber {
		return "", p.fault("a value")
	}
	v, err := c.value(t, ordered)
	if err != nil {
		return "", p.faultAt(t, "%w", err)
	}
	p.at++
	p.args = append(p.args, v)
	return p.sql.value(c.kind, ordered, t.kind == tokenNumber), nil
}

// numberIn reads a number token.
func numberIn(t token) (float64, bool) {
	if t.kind != tokenNumber {
		return 0, false
	}
	x, err := strconv.ParseFloat(t.text, 64)
	return x, err == nil
}

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

// The tokens at the beginning of a text, apart from those in quotes. Everything directly after a
// number belongs to it, so that 12ab is one wrong number and not two tokens. A word has points and
// hyphens inside, as in label.mean_seconds and uses.naked-single.
var (
	numberToken = regexp.MustCompile(`^[-+.\p{Nd}][.\p{L}\p{Nd}_]*`)
	wordToken   = regexp.MustCompile(`^[-.\p{L}\p{Nd}_]+`)
	symbolToken = regexp.MustCompile(`^([<>!=]=|<>|[<>=(),])`)
)

// scan cuts the text into tokens.
func (p *parser) scan() error {
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
				return p.faultAt(t, "the quote that opens here is never closed")
			}
		case unicode.IsDigit(r) || r == '.' || r == '-' || r == '+':
			t.kind, t.text = tokenNumber, numberToken.FindString(trimmed)
			n = len(t.text)
			if _, ok := numberIn(t); !ok {
				return p.faultAt(t, "%q is not a number", t.text)
			}
		case unicode.IsLetter(r) || r == '_':
			t.kind, t.text = tokenWord, wordToken.FindString(trimmed)
			n = len(t.text)
		default:
			t.kind, t.text = tokenSymbol, symbolToken.FindString(trimmed)
			if n = len(t.text); n == 0 {
				return p.faultAt(t, "%q has no meaning here", r)
			}
		}
		p.tokens = append(p.tokens, t)
		if len(p.tokens) > maxTokens {
			return fmt.Errorf("%w: the condition has more than %d words", ErrFilter, maxTokens)
		}
		column += utf8.RuneCountInString(trimmed[:n])
		rest = trimmed[n:]
	}
}

// quoted returns a text in quotes, in which a doubled quote means one quote. It also
// returns the length including the quotes, 0 if the closing quote is missing.
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
