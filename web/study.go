package web

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"gradoku/corpus"
	"gradoku/internal/bind"
	"gradoku/task"
)

// StudyRequest asks for a study of puzzles that a client sends.
type StudyRequest struct {
	Text   string `json:"text,omitempty" maxLength:"16777216" doc:"The file, in any format that gradoku import reads"`
	Name   string `json:"name,omitempty" maxLength:"200" doc:"Its name; puzzles.txt when left out"`
	From   string `json:"from,omitempty" maxLength:"40" label:"Format" usual:"detected from the content" doc:"Its format, of gradoku list formats; detected from the content when left out"`
	Label  string `json:"label,omitempty" maxLength:"200" label:"Column with the difficulty for people" doc:"The column that says how hard people find them: seconds, stars"`
	Rating string `json:"rating,omitempty" maxLength:"200" label:"Column with another rating" doc:"The column with another program's rating, which ours is compared with"`
	Title  string `json:"title,omitempty" maxLength:"200" label:"Title" doc:"Of the report"`
}

// The files of a study, in addition to the folder of its report.
const (
	measuresFile  = "measures.csv"
	columnsFile   = "columns.csv"
	agreementFile = "agreement.jsonl"
	reportFolder  = "report"
)

// spec returns the job of a study: commands that prove, grade and measure the puzzles,
// write the report, and compare the puzzles' ratings with ours.
func (q *StudyRequest) spec() (JobSpec, error) {
	if len(bytes.TrimSpace([]byte(q.Text))) == 0 {
		return JobSpec{}, refuse("bad-value", "text", "choose a file, or paste puzzles")
	}
	if len(q.Text) > maxUpload {
		return JobSpec{}, refuse("too-large", "text", "an upload may have at most 16 MiB")
	}
	if _, err := corpus.ByName(q.From); q.From != "" && err != nil {
		return JobSpec{}, refuse("bad-value", "from", err.Error())
	}
	name := uploadName(q.Name)
	p := JobSpec{Kind: "study", Title: "Study of " + name, Files: map[string][]byte{name: []byte(q.Text)}}
	add := func(command string, options any, s step) {
		s.Args = slices.Concat([]string{"study", command}, s.Args, bind.Args(options), []string{name})
		p.Steps = append(p.Steps, s)
	}
	puzzles := task.Collect{From: q.From}
	add("measure", &task.Measure{Collect: puzzles, TableFile: task.TableFile{Output: measuresFile}, Dictionary: columnsFile}, step{Makes: measuresFile})
	if q.Label != "" {
		puzzles.Labels = []string{q.Label}
	}
	add("report", &task.Report{Collect: puzzles, Output: reportFolder, Title: q.Title}, step{Makes: reportFolder + "/report.html"})
	if q.Rating != "" {
		add("agreement", &task.Agreement{Label: q.Rating, From: q.From}, step{Args: []string{"--json"}, Stdout: agreementFile, Makes: agreementFile})
	}
	return p, nil
}

// uploadName returns a name for an uploaded file that is safe in a command: it is not a
// flag, it has no folders, and it differs from the files that a study writes.
func uploadName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '.' || r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return '_'
	}, path.Base(strings.ReplaceAll(name, `\`, "/")))
	name = strings.TrimLeft(name[max(0, len(name)-60):], ".-_")
	if name == "" {
		return "puzzles.txt"
	}
	if slices.Contains([]string{measuresFile, columnsFile, agreementFile, reportFolder}, name) {
		return "my-" + name
	}
	return name
}

type studyView struct {
	Write   bool
	Fields  []formField
	Text    string
	Fault   string
	FaultAt string
	Jobs    []Job
}

func (s *Server) studyPage(w http.ResponseWriter, r *http.Request) error {
	q := &StudyRequest{}
	return s.showStudyForm(w, q, fillOrNot(r.URL.Query(), q))
}

// fillOrNot sets options from a form, and returns the problem if a value is invalid.
func fillOrNot(form url.Values, options any) *problem {
	p, _ := badField(badValue(bind.Query(options, form))) // reading a form gives no other errors
	return p
}

func (s *Server) studyPost(w http.ResponseWriter, r *http.Request) error {
	q := &StudyRequest{}
	err := s.upload(r, q)
	if err == nil {
		err = s.startAndShow(w, r, q)
	}
	if p, ok := badField(err); ok {
		return s.showStudyForm(w, q, p)
	}
	return err
}

// maxParts is a limit above the number of the form's fields.
const maxParts = 20

// upload reads a form with a file. The token comes before the file, and nothing of the file
// is kept unless the token is right.
func (s *Server) upload(r *http.Request, q *StudyRequest) error {
	parts, err := r.MultipartReader()
	if err != nil {
		return refuse("bad-type", "header.Content-Type", "a form with a file is multipart/form-data")
	}
	form := url.Values{}
	refused := s.mayWrite(r.Context(), "")
	for n := 1; ; n++ {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && n > maxParts { // fields are kept even without a token
			return refuse("too-large", "body", fmt.Sprintf("a form may have %d fields", maxParts))
		}
		if err != nil {
			return bodyError(err)
		}
		limit := int64(1000)
		kept := part.FormName() != "text"
		if !kept {
			limit = maxUpload + 1
		}
		if !kept && refused != nil {
			_, err = io.Copy(io.Discard, part) // a browser shows no answer before it has sent everything
		} else {
			err = readPart(part, limit, form)
		}
		if err != nil {
			return bodyError(err)
		}
		if part.FormName() == "token" {
			refused = s.mayWrite(r.Context(), form.Get("token"))
		}
		if name := part.FileName(); name != "" {
			form.Set("name", name)
		}
	}
	text := form.Get("text") // unchanged, since fillOrNot would trim it
	form.Del("text")
	if p := fillOrNot(form, q); p != nil && refused == nil {
		refused = p
	}
	q.Text = text
	return refused
}

// readPart adds a field to a form. If two fields have the same name, the one that is not
// empty counts.
func readPart(part *multipart.Part, limit int64, form url.Values) error {
	text, err := io.ReadAll(io.LimitReader(part, limit))
	if err == nil && (len(bytes.TrimSpace(text)) > 0 || form.Get(part.FormName()) == "") {
		form.Set(part.FormName(), string(text))
	}
	return err
}

func (s *Server) showStudyForm(w http.ResponseWriter, q *StudyRequest, wrong *problem) error {
	v := studyView{Write: s.jobs != nil}
	status := http.StatusOK
	if wrong != nil {
		status, v.Fault, v.FaultAt = wrong.Status, wrong.detail, wrong.place
	}
	if len(q.Text) <= 1<<16 && q.Name == "" {
		v.Text = q.Text
	}
	v.Fields = formFields(q, valuesOf(q), wrong, "text", "name")
	for i := range v.Fields {
		if f := &v.Fields[i]; f.Name == "from" {
			f.choose(formatNames())
		}
	}
	if faulty(v.Fields) {
		v.Fault = ""
	}
	v.Jobs = s.latestJobs("study")
	s.pages.show(w, status, "study", view{Title: "Study puzzles", Nav: "study", Script: "job.js", Body: v})
	return nil
}

func formatNames() (names []string) {
	for _, f := range corpus.Formats() {
		names = append(names, f.Name)
	}
	return names
}

func (s *Server) latestJobs(kind string) (list []Job) {
	for _, j := range s.allJobs() {
		if j.Kind == kind && len(list) < shown {
			list = append(list, j)
		}
	}
	return list
}

// studiedView is a study in progress, with its results so far.
type studiedView struct {
	jobView
	Report  string // the address of the report
	Main    []string
	Rest    []string
	Source  []fileLine
	File    string
	First   string // the address of the preceding lines, "" if there are none
	Next    string
	Scatter *scatterView
	Agree   *agreement
}

// fileLine is a line of the uploaded file.
type fileLine struct {
	N    int
	Text string
	Why  string // why it holds no puzzle
}

// Limits of what a page shows of a file.
const (
	linesShown = 200
	lineShown  = 240
)

func (s *Server) showStudied(w http.ResponseWriter, r *http.Request, j *job, v jobView, status int) error {
	out := studiedView{jobView: v}
	for _, name := range v.Files {
		switch {
		case name == reportFolder+"/report.html":
			out.Report = "/v1/jobs/" + v.ID + "/files/" + name
			fallthrough
		case name == measuresFile, name == columnsFile, name == agreementFile, name == reportFolder+"/report.json":
			out.Main = append(out.Main, name)
		default:
			out.Rest = append(out.Rest, name)
		}
	}
	for _, name := range j.Inputs {
		from, err := lineNumber(r.URL.Query())
		if err != nil {
			return err
		}
		out.File = name
		if out.Source, err = linesOf(j, name, from, v.Rejected); err != nil {
			return err
		}
		if from > 1 {
			out.First = query("", url.Values{"line": {strconv.Itoa(max(1, from-linesShown))}}) + "#file"
		}
		if len(out.Source) == linesShown {
			out.Next = query("", url.Values{"line": {strconv.Itoa(from + linesShown)}}) + "#file"
		}
	}
	if slices.Contains(v.Files, agreementFile) && !v.Live {
		a, err := agreementOf(j)
		if err != nil {
			return err
		}
		out.Agree = a
	}
	if slices.Contains(v.Files, measuresFile) {
		err := s.work.do(r.Context(), func(context.Context) (err error) {
			out.Scatter, err = scatterOf(j, r.URL.Query())
			return err
		})
		if err != nil {
			return err
		}
	}
	w.Header().Set("Content-Security-Policy", contentPolicy+"; frame-src 'self'")
	s.pages.show(w, status, "studied", view{Title: v.Title, Nav: "study", Script: "job.js", Body: out})
	return nil
}

func lineNumber(q url.Values) (int, error) {
	text := q.Get("line")
	if text == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, refuse("bad-value", "query.line", fmt.Sprintf("%.40q is no number of a line", text))
	}
	return n, nil
}

// linesOf returns some lines of a file, starting at line from. Compressed files have none.
func linesOf(j *job, name string, from int, rejected []Rejection) ([]fileLine, error) {
	f, err := j.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	why := map[int]string{}
	for _, r := range rejected {
		why[r.Line] = r.Text
	}
	var list []fileLine
	in := bufio.NewReader(f)
	for n := 1; len(list) < linesShown; n++ {
		line, err := in.ReadSlice('\n')
		text := string(line[:min(len(line), lineShown)])
		long := len(line) > lineShown
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		if err != nil && text == "" {
			break
		}
		if strings.ContainsRune(text, 0) {
			return nil, nil
		}
		if n < from {
			continue
		}
		text = strings.TrimRight(corpus.Visible(strings.ToValidUTF8(text, "�")), "\r\n")
		if long {
			text += " …"
		}
		list = append(list, fileLine{n, text, why[n]})
	}
	return list, nil
}

// agreement is the result of gradoku study agreement, as a page shows it.
type agreement struct {
	Bands          []string
	Bounds         int
	Compared, Same int
	Of             string
	Table          [][]int
	Differ         []disagreement
	More           int
}

type disagreement struct {
	AtLeast bool `json:"at_least"`
	Line    int
	Ours    float64
	Theirs  float64
	Puzzle  string
}

// By returns the difference of the two ratings.
func (d disagreement) By() float64 { return d.Ours - d.Theirs }

// Link returns the address of the page Try with the puzzle.
func (d disagreement) Link() string { return query("/try", url.Values{"puzzle": {d.Puzzle}}) }

// disagreementsShown limits a list that can be as long as the file. The command's own file
// has all of them.
const disagreementsShown = 100

// agreementOf reads the file that the command has written. The file lists the widest
// differences in no order; agreementOf sorts them, widest first.
func agreementOf(j *job) (*agreement, error) {
	f, err := j.open(agreementFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	decoder := json.NewDecoder(bufio.NewReader(f))
	a := &agreement{}
	if err = decoder.Decode(a); errors.Is(err, io.EOF) {
		return nil, nil // the command had nothing to compare
	}
	for err == nil {
		var d disagreement
		if err = decoder.Decode(&d); err == nil {
			a.Differ = append(a.Differ, d)
		}
	}
	if !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading %s: %w", agreementFile, err)
	}
	width := func(d disagreement) float64 { return max(d.By(), -d.By()) }
	slices.SortStableFunc(a.Differ, func(x, y disagreement) int {
		return cmp.Or(cmp.Compare(width(y), width(x)), x.Line-y.Line)
	})
	a.More = max(0, len(a.Differ)-disagreementsShown)
	a.Differ = a.Differ[:len(a.Differ)-a.More]
	return a, nil
}
