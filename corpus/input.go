package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"gradoku/internal/text"
)

const (
	// maxLine limits a line, and with it a reader's memory. The longest real
	// line, a candidate grid of a 16x16 puzzle, has 4,096 characters.
	maxLine = 1 << 20
	// maxDrawn limits a line of cells with separators: each cell takes far more memory
	// than its characters. A puzzle, after which a label may follow, is not such a line.
	maxDrawn = 1 << 15
	// maxValues limits the values of a line or an object: each takes more space as a
	// label in a database than in the file.
	maxValues = 10_000
	// maxHeaders limits the values above a puzzle; a usual file has eight.
	maxHeaders = 100
	// maxSpread limits how often a text is given to puzzles as their values. What a file says once
	// for many puzzles, such as a folder's description, is copied to each of them, and so is the
	// name of a column; in real tables the names take less than 15 times the text.
	maxSpread = 32
	// maxSkip is how much of a longer line is skipped to find the next one.
	maxSkip = 64 << 20
	// headSize is how much of the input, from its first line that is not a
	// comment, a format may look at to recognise it.
	headSize = 4096
	// maxWindow admits files packed with zstd --long, which ask for 128 MiB.
	maxWindow = 128 << 20
)

// ErrNotText is the error for a stream that is a database. Its parts refer to each
// other by position, so it is read as a file and not as a stream.
var ErrNotText = errors.New("not a text file")

// foreign says what files are that begin so, in any case, and what to do.
var foreign = map[string]string{
	"PK\x03\x04":              "it is a ZIP archive, such as the .xlsx of a spreadsheet or the .docx of a document: save the table as CSV, with the puzzles as text, or the document as text, or unpack the archive",
	"%PDF":                    "it is a PDF: copy the puzzle into a text file",
	"<!DOCTYPE HTML":          "it is a web page: copy the grid that the page shows into a text file",
	"VERSION HTTPS://GIT-LFS": "it is a pointer to the file in Git LFS, not the file: get the file with git lfs pull",
}

// utf8Mark is U+FEFF in UTF-8.
const utf8Mark = "\xef\xbb\xbf"

// input is a text that is being read line by line.
type input struct {
	name  string
	r     *bufio.Reader
	taken *counted // what was read
	line  int      // number of the line that next returned last
	held  []held   // lines to return again before the stream goes on
	close func()
}

// held is a line that was read ahead, or its error.
type held struct {
	text []byte
	line int
	err  error
}

// open unpacks r if it is packed, and checks the encoding of the text.
func open(name string, r io.Reader) (*input, error) {
	packed := &counted{Reader: r}
	in := &input{name: name, r: bufio.NewReaderSize(packed, maxLine), taken: packed, close: func() {}}
	err := in.unpack(packed)
	if err == nil {
		err = in.checkEncoding()
	}
	if err != nil {
		in.close()
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return in, nil
}

// unpack recognises gzip (RFC 1952) and zstandard (RFC 8878) by their first
// bytes.
func (in *input) unpack(packed *counted) error {
	magic, err := in.r.Peek(4)
	if err != nil && err != io.EOF {
		return err
	}
	var unpacked io.Reader
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		if unpacked, err = gzip.NewReader(in.r); err != nil {
			return err
		}
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		// One goroutine: an unfinished reader then leaves none running.
		z, err := zstd.NewReader(in.r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return err
		}
		unpacked, in.close = z, z.Close
	case bytes.Equal(magic, []byte("SQLi")):
		if magic, _ := in.r.Peek(16); string(magic) == "SQLite format 3\x00" {
			return fmt.Errorf("%w: it is a SQLite database", ErrNotText)
		}
	}
	if unpacked != nil {
		in.r = bufio.NewReaderSize(&bounded{counted{Reader: unpacked}, packed}, maxLine)
	}
	return nil
}

// peek returns the beginning of the text, as soon as enough has arrived: size
// bytes at most, fewer at the end of the text.
func (in *input) peek(size int, enough func(head []byte) bool) ([]byte, error) {
	for {
		head, _ := in.r.Peek(min(in.r.Buffered(), size))
		if len(head) == size || enough(head) {
			return head, nil
		}
		switch _, err := in.r.Peek(len(head) + 1); {
		case err == io.EOF:
			head, _ = in.r.Peek(in.r.Buffered())
			return head, nil
		case err != nil:
			return nil, err
		}
	}
}

// checkEncoding looks at the beginning of the text, decodes UTF-16 to UTF-8,
// skips the byte order mark that Windows programs put before UTF-8, and refuses
// anything that is not text.
func (in *input) checkEncoding() error {
	aLine := func(head []byte) bool { return len(head) >= 8 && bytes.IndexByte(head, '\n') >= 0 }
	head, err := in.peek(headSize, aLine)
	if err != nil {
		return err
	}
	for begin, what := range foreign {
		if bytes.HasPrefix(bytes.ToUpper(head), []byte(begin)) {
			return errors.New(what)
		}
	}
	if enc, mark := wideText(head); enc != nil {
		in.r.Discard(mark) // cannot fail: it has been peeked at
		in.r = bufio.NewReaderSize(enc.NewDecoder().Reader(in.r), maxLine)
		if head, err = in.peek(headSize, aLine); err != nil {
			return err
		}
	}
	if at := bytes.IndexByte(head, '\r'); at >= 0 && at+1 < len(head) && bytes.IndexByte(head, '\n') < 0 {
		in.r = bufio.NewReaderSize(oldLines{in.r}, maxLine)
	}
	if at := bytes.IndexByte(head, 0); at >= 0 {
		return fmt.Errorf("byte %d is NUL: this is not a text file", at+1)
	} else if bytes.HasPrefix(head, []byte(utf8Mark)) {
		in.r.Discard(len(utf8Mark)) // cannot fail: it has been peeked at
	}
	return nil
}

// recognise returns the format of the text. It waits for no more of the text
// than it needs: one line if that leaves no doubt. So a program at the other end
// of a pipe that sends a puzzle and waits for the answer gets it. A text with more
// comments at its beginning than fit a line is read as lines.
func (in *input) recognise() (Format, error) {
	head, err := in.peek(maxLine, settled)
	if err != nil {
		return Format{}, err
	}
	start, _ := bodyAt(head)
	return Sniff(head[:min(len(head), start+headSize)])
}

// settled reports whether a beginning is enough to recognise the format of a
// text: when it has headSize bytes from its first line on that is not a comment,
// or when that line leaves no doubt.
func settled(head []byte) bool {
	start, end := bodyAt(head)
	if len(head)-start >= headSize {
		return true
	}
	if end == len(head) { // more of the line may come
		return false
	}
	f, err := Sniff(head[:end])
	return err == nil && (f.begins != nil || f.tells != nil && f.tells(string(bytes.TrimSpace(head[start:end]))))
}

// wideText recognises UTF-16 by its byte order mark or, since programs omit
// that, by NUL bytes in every second place: puzzles are ASCII. It returns nil
// for anything else, and the number of bytes of the mark.
func wideText(head []byte) (enc encoding.Encoding, mark int) {
	var zeros [2]int // in even and odd places
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	half := len(head) / 2
	for i, order := range []unicode.Endianness{unicode.BigEndian, unicode.LittleEndian} {
		enc = unicode.UTF16(order, unicode.IgnoreBOM)
		switch {
		case bytes.HasPrefix(head, [][]byte{{0xfe, 0xff}, {0xff, 0xfe}}[i]):
			return enc, 2
		case len(head) >= 8 && zeros[1-i] == 0 && zeros[i] >= half-half/8:
			return enc, 0
		}
	}
	return nil, 0
}

// oldLines reads a text whose lines end with CR alone.
type oldLines struct{ io.Reader }

func (o oldLines) Read(p []byte) (int, error) {
	n, err := o.Reader.Read(p)
	copy(p, bytes.ReplaceAll(p[:n], []byte("\r"), []byte("\n")))
	return n, err
}

// next returns the next line without its end (LF or CRLF), valid until the next
// call. The error is io.EOF at the end, a *LineError for a line that cannot be
// read, after which next can continue, or the error that broke the stream.
func (in *input) next() ([]byte, error) {
	if len(in.held) > 0 {
		h := in.held[0]
		in.held = in.held[1:]
		in.line = h.line
		return h.text, h.err
	}
	line, err := in.r.ReadSlice('\n')
	if err == io.EOF && len(line) == 0 {
		return nil, io.EOF
	}
	in.line++
	switch {
	case err == bufio.ErrBufferFull:
		return nil, in.skip()
	case err != nil && err != io.EOF:
		return nil, fmt.Errorf("reading %s, line %d: %w", in.name, in.line, err)
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	if at := bytes.IndexByte(line, 0); at >= 0 {
		return nil, in.fault(column(string(line), at), "there is a NUL byte in the text")
	}
	return line, nil
}

// skip skips the rest of a line that is too long.
func (in *input) skip() error {
	for skipped := maxLine; skipped < maxSkip; {
		rest, err := in.r.ReadSlice('\n')
		skipped += len(rest)
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil && err != io.EOF {
			return fmt.Errorf("reading %s, line %d: %w", in.name, in.line, err)
		}
		return in.fault(1, "the line is longer than %d bytes", maxLine)
	}
	return fmt.Errorf("reading %s: line %d is longer than %d MiB: this is not a puzzle file", in.name, in.line, maxSkip>>20)
}

// each calls do for every line until it returns false, and yields the errors of
// lines that cannot be read. It reports whether the text was read to its end.
func (in *input) each(yield emit, do func(line []byte) bool) bool {
	for {
		line, err := in.next()
		if err == io.EOF {
			return true
		}
		if err == nil && !do(line) || err != nil && !yield(Record{}, err) {
			return false
		}
		if _, bad := errors.AsType[*LineError](err); err != nil && !bad {
			return false
		}
	}
}

// fault is a *LineError about the line that next returned last.
func (in *input) fault(column int, format string, args ...any) *LineError {
	return in.faultAt(in.line, column, format, args...)
}

// faultAt is a *LineError about an earlier line. Control characters in quoted text are escaped,
// so that they cannot control a terminal. The name of a column can be in the reason of each line,
// so a reason has 500 characters at most.
func (in *input) faultAt(line, column int, format string, args ...any) *LineError {
	return &LineError{File: in.name, Line: line, Column: column, Reason: text.Visible(fmt.Sprintf("%.500s", fmt.Sprintf(format, args...)))}
}
