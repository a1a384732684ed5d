package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"gradoku/corpus"
	"gradoku/store"
)

// The states of a job.
const (
	Queued  = "queued"
	Running = "running"
	Stopped = "stopped" // by a person, by its stop rule, or with the server
	Failed  = "failed"
	Done    = "done"
)

// plan is what a job does: commands of gradoku, one after another, in a folder of its
// own. Nothing in it is read by a shell.
type plan struct {
	Kind  string            // a row of the table of kinds, in jobpages.go
	Title string            // in words
	Files map[string][]byte // its input, by the names that the commands use
	Steps []step
	Form  any // what was asked for, where it can be asked for again
}

// step is one command of a job.
type step struct {
	Args   []string // the arguments of gradoku; what a person chose stands behind a =, never by itself
	Stdout string   // the file that gets its output, "" to show it as what it says
	DB     bool     // it works on the server's database, which it is told by GRADOKU_DB
	// Makes is the file that says whether a command with exit code 1 has failed: where it
	// is there, some of the input was wrong, which was said, and the next command is run.
	Makes string
}

const (
	// jobsAtOnce is how many jobs run at a time. Each command uses all cores by itself, so
	// a second one only keeps short jobs from waiting behind a long one.
	jobsAtOnce = 2
	jobsKept   = 40  // of which the oldest that has ended is forgotten for a new one
	linesKept  = 300 // of what a job says
	lineLength = 1000
	// stopPatience is how long a command may take to stop when it is asked to.
	stopPatience = 15 * time.Second
)

// jobs runs jobs, a few at a time, each as a process of its own: what it takes of
// memory, and how it ends, is nothing to the server. All of it is in memory and in a
// temporary folder, and is gone with the server; what a job put into the database
// stays.
type jobs struct {
	command func(ctx context.Context, args ...string) *exec.Cmd
	yield   func(*os.Process) error // may be nil
	db      string                  // the database of the server
	dir     string                  // the folder with a folder of each job

	mu      sync.Mutex
	list    []*job // the oldest first
	running int
	ending  bool
	ended   sync.WaitGroup
}

// job is a plan on its way. Its fields after mu are guarded by jobs.mu.
type job struct {
	ID     string
	Plan   plan
	dir    string
	inputs []string // files of the plan

	state    string
	step     int // that runs, or ended it
	lines    []string
	progress string // of the command that runs
	left     int    // lines that were dropped, the oldest first
	rejected []Rejection
	more     int // rejections beyond those kept
	advice   []string
	code     int
	run      int64 // that it makes in the database, 0 for none
	queued   time.Time
	began    time.Time
	finished time.Time
	cancel   context.CancelFunc // of a running one
	changed  chan struct{}      // closed at the next change
}

func newJobs(command func(context.Context, ...string) *exec.Cmd, yield func(*os.Process) error, db string, in *folder) (*jobs, error) {
	if store.IsFile(db) {
		var err error
		if db, err = filepath.Abs(db); err != nil {
			return nil, err
		}
	}
	dir, err := in.make("jobs-")
	return &jobs{command: command, yield: yield, db: db, dir: dir}, err
}

// close stops all jobs, waits until they have ended, and removes their files.
func (m *jobs) close() error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	m.ending = true
	for _, j := range m.list {
		m.halt(j)
	}
	m.mu.Unlock()
	m.ended.Wait()
	return os.RemoveAll(m.dir)
}

// add makes a job of a plan and puts it into the queue.
func (m *jobs) add(p plan) (*job, error) {
	for _, s := range p.Steps {
		for _, arg := range s.Args {
			if i := strings.IndexFunc(arg, unicode.IsControl); i >= 0 || !utf8.ValidString(arg) {
				return nil, refuse("bad-value", "body", fmt.Sprintf("%s has a character that is none of a text", corpus.Visible(arg)))
			}
		}
	}
	j := &job{ID: strings.ToLower(rand.Text()[:16]), Plan: p, state: Queued, queued: time.Now(), changed: make(chan struct{})}
	j.dir = filepath.Join(m.dir, j.ID)
	err := os.Mkdir(j.dir, 0o700)
	for name, content := range p.Files {
		j.inputs = append(j.inputs, name)
		if err == nil {
			err = os.WriteFile(filepath.Join(j.dir, name), content, 0o600)
		}
	}
	j.Plan.Files = nil // which may be large
	if err == nil {
		err = m.enlist(j)
	}
	if err != nil {
		os.RemoveAll(j.dir)
		if errors.Is(err, syscall.ENOSPC) {
			err = fmt.Errorf("%w: %w", store.ErrFull, err)
		}
		return nil, err
	}
	return j, nil
}

// enlist puts a job into the queue. Where there are too many, the oldest that has
// ended is forgotten.
func (m *jobs) enlist(j *job) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ending {
		return &workError{time.Minute, "the server is ending"}
	}
	if len(m.list) >= jobsKept {
		i := slices.IndexFunc(m.list, func(j *job) bool { return !j.live() })
		if i < 0 {
			return &workError{time.Minute, fmt.Sprintf("%d jobs are waiting already", len(m.list))}
		}
		os.RemoveAll(m.list[i].dir)
		m.list = slices.Delete(m.list, i, i+1)
	}
	m.list = append(m.list, j)
	m.next()
	return nil
}

// live reports whether a job runs or is about to.
func (j *job) live() bool { return j.state == Queued || j.state == Running }

// find returns a job.
func (m *jobs) find(id string) (*job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, j := range m.list {
		if j.ID == id {
			return j, nil
		}
	}
	return nil, refuse("not-found", "path.id", "there is no such job; jobs are forgotten when the server ends")
}

// halt asks a job to stop. It ends by itself, soon.
func (m *jobs) halt(j *job) {
	switch j.state {
	case Queued:
		j.state, j.finished = Stopped, time.Now()
		j.tell()
	case Running:
		j.cancel()
	}
}

// stop asks a job to stop.
func (m *jobs) stop(j *job) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.halt(j)
}

// resume puts a job that has not done all into the queue again, from its first
// command that is not done.
func (m *jobs) resume(j *job) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if j.live() || j.state == Done {
		return refuse("bad-value", "path.id", "this job is "+j.state)
	}
	j.state, j.queued, j.advice, j.code = Queued, time.Now(), nil, 0
	j.tell()
	m.next()
	return nil
}

// forget stops a job and removes it with its files.
func (m *jobs) forget(j *job) {
	m.mu.Lock()
	m.halt(j)
	for j.state == Running {
		changed := j.changed
		m.mu.Unlock()
		<-changed
		m.mu.Lock()
	}
	m.list = slices.DeleteFunc(m.list, func(other *job) bool { return other == j })
	m.mu.Unlock()
	os.RemoveAll(j.dir)
}

// tell wakes those who watch a job.
func (j *job) tell() {
	close(j.changed)
	j.changed = make(chan struct{})
}

// next starts queued jobs while there is room.
func (m *jobs) next() {
	for _, j := range m.list {
		if m.running >= jobsAtOnce || m.ending {
			return
		}
		if j.state != Queued {
			continue
		}
		ctx, cancel := context.WithCancel(context.Background())
		j.state, j.began, j.cancel = Running, time.Now(), cancel
		j.tell()
		m.running++
		m.ended.Add(1)
		go func() {
			defer m.ended.Done()
			defer cancel()
			m.carryOut(ctx, j)
		}()
	}
}

// carryOut runs the commands of a job that are not done yet.
func (m *jobs) carryOut(ctx context.Context, j *job) {
	state := Done
	m.mu.Lock()
	first := j.step
	m.mu.Unlock()
	for i := first; i < len(j.Plan.Steps) && state == Done; i++ {
		m.mu.Lock()
		j.step = i
		j.tell()
		m.mu.Unlock()
		state = m.perform(ctx, j, &j.Plan.Steps[i])
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	j.state, j.finished = state, time.Now()
	m.running--
	j.tell()
	m.next()
}

// perform runs one command and returns the state in which it leaves the job.
func (m *jobs) perform(ctx context.Context, j *job, s *step) string {
	said := &teller{jobs: m, job: j}
	err := m.process(ctx, j, s, said)
	said.flush()
	code := 0
	var exit *exec.ExitError
	switch {
	case err == nil:
		return Done
	case errors.As(err, &exit):
		code = exit.ExitCode() // -1 for a signal
	default: // it could not be run at all
		code = -1
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	j.code = code
	switch {
	case ctx.Err() != nil:
		return Stopped
	case code == 1 && j.made(s.Makes):
		return Done
	case code == 3:
		return Stopped
	case code == -1 && exit == nil && errors.Is(err, syscall.ENOSPC):
		j.advice = []string{"The disk is full. Make room, and let the job go on."}
	case code == -1 && exit == nil:
		j.advice = []string{"The command could not be run."}
	case code == -1:
		j.advice = []string{"The command was ended from outside: " + exit.String() + "."}
	}
	return Failed
}

// made reports whether a file of the job has been written.
func (j *job) made(name string) bool {
	info, err := os.Stat(filepath.Join(j.dir, name))
	return name != "" && err == nil && info.Size() > 0
}

// process runs the process of a command.
func (m *jobs) process(ctx context.Context, j *job, s *step, said io.Writer) error {
	cmd := m.command(ctx, s.Args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = j.dir, said, said
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(syscall.SIGTERM); err == nil || errors.Is(err, os.ErrProcessDone) {
			return err
		}
		return cmd.Process.Kill() // where there are no signals
	}
	cmd.WaitDelay = stopPatience
	cmd.Env = slices.DeleteFunc(cmd.Environ(), func(v string) bool { return strings.HasPrefix(v, "GRADOKU_DB=") })
	if s.DB {
		cmd.Env = append(cmd.Env, "GRADOKU_DB="+m.db)
	}
	if s.Stdout != "" {
		out, err := os.Create(filepath.Join(j.dir, s.Stdout))
		if err != nil {
			return err
		}
		defer out.Close() // only the process writes to it
		cmd.Stdout = out
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if m.yield != nil {
		m.yield(cmd.Process) // where that fails, the job is in the way, and is done
	}
	return cmd.Wait()
}

// teller takes what a command says, line by line. Both of its streams are one.
type teller struct {
	jobs *jobs
	job  *job
	rest []byte
}

func (t *teller) Write(p []byte) (int, error) {
	for text := p; len(text) > 0; {
		end := bytes.IndexAny(text, "\r\n")
		line := text
		if end >= 0 {
			line = text[:end]
		}
		t.rest = append(t.rest, line[:min(len(line), max(0, lineLength-len(t.rest)))]...)
		if end < 0 {
			break
		}
		t.say(text[end] == '\r')
		text = text[end+1:]
	}
	return len(p), nil
}

// flush ends what a command says.
func (t *teller) flush() {
	if len(t.rest) > 0 {
		t.say(false)
	}
	t.jobs.mu.Lock()
	defer t.jobs.mu.Unlock()
	t.job.progress = ""
}

// runSaid is how generate names the run that it begins or goes on with.
var runSaid = regexp.MustCompile(`^run (\d+)(?:,| with) seed `)

// say takes a line. A passing one, after which the next stands in the same place, is how
// far the command has got, and is not kept.
func (t *teller) say(passing bool) {
	line := strings.TrimRight(corpus.Visible(string(t.rest)), " ")
	if t.rest = t.rest[:0]; store.IsFile(t.jobs.db) { // its folder is nothing to clients
		line = strings.ReplaceAll(line, t.jobs.db, filepath.Base(t.jobs.db))
	}
	t.jobs.mu.Lock()
	defer t.jobs.mu.Unlock()
	j := t.job
	if passing {
		j.progress = line
		j.tell()
		return
	}
	if m := rejectionSaid.FindStringSubmatch(line); m != nil && slices.Contains(j.inputs, m[1]) {
		t.reject(m)
		return
	}
	if len(j.lines) == linesKept {
		j.lines = slices.Delete(j.lines, 0, 1)
		j.left++
	}
	j.lines = append(j.lines, line)
	if m := runSaid.FindStringSubmatch(line); m != nil {
		j.run, _ = strconv.ParseInt(m[1], 10, 64) // 0, none, for one beyond all numbers
	}
	// The last words of a command that fails are what is wrong and what to do.
	switch {
	case strings.HasPrefix(line, "gradoku: "):
		j.advice = []string{strings.TrimPrefix(line, "gradoku: ")}
	case len(j.advice) == 1 && strings.HasPrefix(line, "  "):
		j.advice = append(j.advice, strings.TrimSpace(line))
	}
	j.tell()
}

// Rejection is a line of a job's input that holds no puzzle.
type Rejection struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column" doc:"0 when it is about the whole line"`
	Text   string `json:"text" doc:"Why"`
}

// rejectionSaid is how commands complain about a line of a file.
var rejectionSaid = regexp.MustCompile(`^gradoku: ([^:]+):(\d+):(?:(\d+):)? (.*)$`)

// reject keeps a rejection. All commands of a job may make it, so it counts once.
func (t *teller) reject(m []string) {
	line, err := strconv.Atoi(m[2])
	column, _ := strconv.Atoi(m[3]) // 0 where it is about the whole line
	r := Rejection{m[1], line, column, m[4]}
	j := t.job
	switch {
	case err != nil, slices.Contains(j.rejected, r):
		return
	case len(j.rejected) < linesKept:
		j.rejected = append(j.rejected, r)
	case j.step == 0:
		j.more++
	default:
		return
	}
	j.tell()
}

// commands are the commands of a plan as one types them.
func (m *jobs) commands(p *plan) []string {
	var list []string
	for _, s := range p.Steps {
		words := []string{"gradoku"}
		for _, arg := range s.Args {
			words = append(words, argument(arg))
		}
		if s.DB && store.IsFile(m.db) {
			words = append(words, argument("--db="+filepath.Base(m.db)))
		}
		if s.Stdout != "" {
			words = append(words, "> "+quoted(s.Stdout))
		}
		list = append(list, strings.Join(words, " "))
	}
	return list
}

// argument writes --flag=value for a shell, with the flag outside of quotes.
func argument(arg string) string {
	if name, value, ok := strings.Cut(arg, "="); ok && value != "" && strings.HasPrefix(name, "-") && quoted(name) == name {
		return name + "=" + quoted(value)
	}
	return quoted(arg)
}

// Job is a job as the API tells it.
type Job struct {
	ID       string      `json:"id"`
	Kind     string      `json:"kind" doc:"What it makes: make, study, ..."`
	Title    string      `json:"title"`
	Commands []string    `json:"commands" nullable:"false" doc:"What it runs, one after another, as one types it"`
	Step     int         `json:"step" doc:"The command that runs or was the last to run, from 1"`
	State    string      `json:"state" enum:"queued,running,stopped,failed,done"`
	Ahead    int         `json:"ahead" doc:"Jobs that run or wait before this one, while it is queued"`
	Code     int         `json:"code" doc:"The exit code of the last command that did not end well, -1 when it was killed"`
	Fault    string      `json:"fault" doc:"What went wrong, in a line"`
	Advice   string      `json:"advice" doc:"What to do about it"`
	Run      int64       `json:"run" doc:"The run of the database that it makes; 0 for none"`
	Progress string      `json:"progress" doc:"How far the command that runs has got, in a line; told anew every second"`
	Lines    []string    `json:"lines" nullable:"false" doc:"The last lines of what the commands say"`
	Dropped  int         `json:"dropped" doc:"How many lines came before them"`
	Rejected []Rejection `json:"rejected" nullable:"false" doc:"Lines of its input that hold no puzzle"`
	More     int         `json:"more_rejected" doc:"How many more there are"`
	Files    []string    `json:"files" nullable:"false" doc:"What it has written so far, to be had at /v1/jobs/{id}/files/{name}"`
	Queued   time.Time   `json:"queued"`
	Began    *time.Time  `json:"began"`
	Finished *time.Time  `json:"finished"`
}

// tellJob is a job as it is now, and what is closed when that changes.
func (m *jobs) tellJob(j *job) (Job, <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := Job{
		ID: j.ID, Kind: j.Plan.Kind, Title: j.Plan.Title, Commands: m.commands(&j.Plan), Step: j.step + 1, State: j.state,
		Code: j.code, Run: j.run, Progress: j.progress, Lines: slices.Clone(j.lines), Dropped: j.left, Rejected: slices.Clone(j.rejected), More: j.more, Files: j.files(), Queued: j.queued.UTC(),
	}
	if out.Lines == nil {
		out.Lines = []string{}
	}
	if out.Rejected == nil {
		out.Rejected = []Rejection{}
	}
	if j.state == Stopped || j.state == Failed {
		if len(j.advice) > 0 {
			out.Fault = j.advice[0]
		}
		if len(j.advice) > 1 {
			out.Advice = j.advice[1]
		}
	}
	if j.state == Queued {
		before := true
		for _, other := range m.list {
			before = before && other != j
			if other.state == Running || other.state == Queued && before {
				out.Ahead++
			}
		}
	}
	for _, t := range []struct {
		at time.Time
		to **time.Time
	}{{j.began, &out.Began}, {j.finished, &out.Finished}} {
		if at := t.at.UTC(); !t.at.IsZero() {
			*t.to = &at
		}
	}
	return out, j.changed
}

// files lists what is in the folder of the job, folders within it included.
func (j *job) files() []string {
	list := []string{}
	_ = fs.WalkDir(os.DirFS(j.dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && !strings.HasPrefix(d.Name(), ".") {
			list = append(list, name)
		}
		return nil // what cannot be looked into is not shown
	})
	slices.Sort(list)
	return list
}

// open opens a file of the job.
func (j *job) open(name string) (*os.File, error) {
	root, err := os.OpenRoot(j.dir)
	if err == nil {
		defer root.Close()
		var f *os.File
		if f, err = root.Open(filepath.FromSlash(name)); err == nil {
			info, statErr := f.Stat()
			if statErr == nil && info.Mode().IsRegular() {
				return f, nil
			}
			f.Close()
		}
	}
	return nil, refuse("not-found", "path", "this job has no such file")
}
