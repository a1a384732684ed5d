package book

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ledongthuc/pdf"
)

// The library makes room for as many objects, and for rows as long, as a PDF says it has, and
// unpacks a stream of objects anew for each of them. So what a file from elsewhere says of
// itself is looked at first, and what is not written plainly is refused.

// Limits of the tables of a PDF from elsewhere.
const (
	mostObjects  = 500_000
	mostTables   = 100
	mostUnpacked = 1 << 26 // bytes of all streams of objects
	mostRatio    = 30      // how much longer than the file has it such a stream is
	mostColumns  = 1 << 16 // bytes of a row of a picture-like stream
)

var (
	errTables = errors.New("its table of objects is not written as usual")
	lastTable = regexp.MustCompile(`startxref\s+(\d{1,9})\s+%%EOF\s*$`)
	streamAt  = regexp.MustCompile(`^\s*\d+\s+\d+\s+obj\s*(<<[^()%]*?>>)\s*stream\r?\n`)
	escaped   = regexp.MustCompile(`#[0-9a-fA-F]{2}`) // a key that hides from who looks for it
)

// tables reads the tables of a PDF, the last first.
type tables struct {
	file    []byte
	objects int              // that rows were read for
	places  map[int][]int    // of objects, by number
	streams map[int]struct{} // the numbers of those that hold objects
}

// checkTables refuses a PDF whose objects would take much time or memory to find.
func checkTables(file []byte) error {
	m := lastTable.FindSubmatch(file[max(0, len(file)-100):])
	if m == nil {
		return errTables
	}
	t := tables{file, 0, map[int][]int{}, map[int]struct{}{}}
	for n, at := 0, string(m[1]); at != ""; n++ {
		from, err := strconv.Atoi(at)
		if err != nil || from >= len(file) || n == mostTables {
			return errTables
		}
		if at, err = t.table(file[from:]); err != nil {
			return err
		}
	}
	return t.unpacked()
}

// table reads a table of either form and returns where the one before it stands, "" for
// none.
func (t *tables) table(rest []byte) (string, error) {
	if !bytes.HasPrefix(bytes.TrimLeft(rest, pdfSpace), []byte("xref")) {
		dict, body, err := plainStream(rest)
		if err != nil {
			return "", err
		}
		return previous(dict), t.rows(dict, body)
	}
	_, rest = word(rest)
	for {
		first, more := word(rest)
		if strings.HasPrefix(first, "trailer") {
			break
		}
		count, more := word(more)
		start, err1 := strconv.Atoi(first)
		n, err2 := strconv.Atoi(count)
		if err1 != nil || err2 != nil || !t.room(start, n) {
			return "", errTables
		}
		for i := range n {
			var at, gen, kind string
			at, more = word(more)
			gen, more = word(more)
			kind, more = word(more)
			place, err := strconv.Atoi(at)
			if err != nil || gen == "" || kind != "n" && kind != "f" {
				return "", errTables
			}
			t.places[start+i] = append(t.places[start+i], place)
		}
		rest = more
	}
	dict, _, _ := strings.Cut(withoutTexts(string(rest[:min(len(rest), 1<<16)])), "startxref")
	dict = strings.TrimRight(dict, pdfSpace)
	if !strings.HasSuffix(dict, ">>") || strings.Contains(dict, "%") || escaped.MatchString(dict) {
		return "", errTables // it may go on behind that word
	}
	return previous(dict), nil
}

// withoutTexts leaves out what stands in parentheses, such as the bytes of an ID.
func withoutTexts(dict string) string {
	var out strings.Builder
	depth, literal := 0, false
	for i := range len(dict) {
		switch c := dict[i]; {
		case literal:
			literal = false
		case c == '\\' && depth > 0:
			literal = true
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case depth == 0:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// rows reads the rows of a table that is a stream (ISO 32000-1, 7.5.8).
func (t *tables) rows(dict string, body []byte) error {
	size, widths := numbers(dict, "Size"), numbers(dict, "W")
	index := numbers(dict, "Index")
	if !strings.Contains(dict, "/Index") && len(size) > 0 {
		index = []int{0, size[0]}
	}
	if len(size) == 0 || size[0] > mostObjects || len(widths) != 3 || slices.Max(widths) > 8 || len(index) == 0 || len(index)%2 != 0 {
		return errTables
	}
	row := make([]byte, widths[0]+widths[1]+widths[2])
	above, mark := slices.Clone(row), make([]byte, 1)
	data, predicted := io.Reader(bytes.NewReader(body)), strings.Contains(dict, "/Predictor")
	if predicted && !slices.Equal(numbers(dict, "Columns"), []int{len(row)}) {
		return errTables
	}
	if strings.Contains(dict, "/Filter") {
		z, err := flate(dict, bytes.NewReader(body))
		if err != nil {
			return err
		}
		data = z
	}
	for ; len(index) > 0; index = index[2:] {
		if !t.room(index[0], index[1]) {
			return errTables
		}
		for i := range index[1] {
			if predicted { // each byte is what it is more than the one above
				if _, err := io.ReadFull(data, mark); err != nil {
					return errTables
				}
			}
			if _, err := io.ReadFull(data, row); err != nil {
				return errTables
			}
			for k := range row {
				if predicted {
					row[k] += above[k]
				}
				above[k] = row[k]
			}
			kind, where := bigEndian(row[:widths[0]]), bigEndian(row[widths[0]:widths[0]+widths[1]])
			switch {
			case kind == 1 || widths[0] == 0:
				t.places[index[0]+i] = append(t.places[index[0]+i], where)
			case kind == 2:
				t.streams[where] = struct{}{}
			}
		}
	}
	return nil
}

// room counts objects that a table has from a number on.
func (t *tables) room(start, n int) bool {
	if start < 0 || n < 0 || start > mostObjects || n > mostObjects-start {
		return false
	}
	t.objects += n
	return t.objects <= mostObjects
}

// unpacked looks what the streams that hold objects unpack to.
func (t *tables) unpacked() error {
	left := int64(mostUnpacked)
	for number := range t.streams {
		for _, at := range t.places[number] {
			if at < 0 || at >= len(t.file) {
				return errTables
			}
			dict, body, err := plainStream(t.file[at:])
			switch {
			case err != nil:
				return err
			case strings.Contains(dict, "/Extends") || strings.Contains(dict, "/DecodeParms"):
				return errTables
			case !strings.Contains(dict, "/Filter"):
				continue
			}
			packed := bytes.NewReader(body)
			z, err := flate(dict, packed)
			if err != nil {
				return err
			}
			n, err := io.Copy(io.Discard, io.LimitReader(z, left+1))
			if left -= n; err != nil || left < 0 || n > mostRatio*(packed.Size()-int64(packed.Len()))+1<<16 {
				return errors.New("its objects unpack to far more than they are")
			}
		}
	}
	return nil
}

// plainStream returns the dictionary of a stream and all that follows it.
func plainStream(at []byte) (dict string, body []byte, err error) {
	m := streamAt.FindSubmatchIndex(at[:min(len(at), 1<<16)])
	if m == nil || escaped.Match(at[m[2]:m[3]]) {
		return "", nil, errTables
	}
	return string(at[m[2]:m[3]]), at[m[1]:], nil
}

// flate unpacks a stream that is packed in the usual way alone.
func flate(dict string, body io.Reader) (io.Reader, error) {
	if _, after, _ := strings.Cut(dict, "/Filter"); strings.Count(dict, "/Filter") != 1 || !strings.HasPrefix(strings.TrimLeft(after, pdfSpace), "/FlateDecode") {
		return nil, errTables
	}
	z, err := zlib.NewReader(body)
	if err != nil {
		return nil, errTables
	}
	return z, nil
}

// pdfSpace is what parts words in a PDF.
const pdfSpace = " \t\r\n\f\x00"

// word returns the next word, "" at the end, and what follows it.
func word(text []byte) (string, []byte) {
	text = bytes.TrimLeft(text, pdfSpace)
	end := bytes.IndexAny(text, pdfSpace)
	if end < 0 {
		end = len(text)
	}
	return string(text[:end]), text[end:]
}

// numbers reads an entry that is a number or an array of them, nil for anything else.
func numbers(dict, key string) (list []int) {
	_, after, _ := strings.Cut(dict, "/"+key)
	if strings.Count(dict, "/"+key) != 1 {
		return nil
	}
	after = strings.TrimLeft(after, pdfSpace)
	if inner, ok := strings.CutPrefix(after, "["); ok {
		after, _, _ = strings.Cut(inner, "]")
	} else if end := strings.IndexFunc(after, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
		after = after[:end]
	}
	for _, field := range strings.Fields(after) {
		n, err := strconv.Atoi(field)
		if err != nil || n < 0 {
			return nil
		}
		list = append(list, n)
	}
	return list
}

// previous is where the table before one stands, "" for none.
func previous(dict string) string {
	if !strings.Contains(dict, "/Prev") {
		return ""
	}
	if list := numbers(dict, "Prev"); len(list) == 1 {
		return strconv.Itoa(list[0])
	}
	return "it cannot be told"
}

func bigEndian(b []byte) (n int) {
	for _, c := range b {
		n = n<<8 | int(c)
	}
	return n
}

// unpack reads a stream unless its rows are longer than any has.
func unpack(v pdf.Value) (io.Reader, error) {
	const mostFilters = 4
	if v.Key("Filter").Len() > mostFilters {
		return nil, errors.New("it is packed too often")
	}
	params := v.Key("DecodeParms")
	for i := range params.Len() + 1 {
		p := params
		if params.Kind() == pdf.Array {
			p = params.Index(i)
		}
		if c := p.Key("Columns").Int64(); c < 0 || c > mostColumns {
			return nil, errors.New("its rows are too long")
		}
	}
	return v.Reader(), nil
}
