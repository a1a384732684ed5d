package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// The states of a job.
const (
	Queued  = "queued"
	Running = "running"
	Stopped = "stopped" // by a user, by its stop rule, or with the server
	Failed  = "failed"
	Done    = "done"
)

// JobSpec says what a job does. It runs gradoku commands, one after another, in a folder of
// its own. No shell reads any of it.
type JobSpec struct {
	Kind  string            // a row of the table of kinds, in jobpages.go
	Title string            // in words
	Files map[string][]byte // the job's input, under the names that the commands use
	Steps []step
	Again string // the form with the same request filled in; "" if there is none
}

// step is one command of a job.
type step struct {
	Args   []string // the arguments of gradoku; what a user chose always follows a =, never stands alone
	Stdout string   // the file that receives its output, "" to show the output as lines of the job
	DB     bool     // it works on the server's database, whose name it gets in GRADOKU_DB
	// Makes is a file that decides what exit code 1 means. If the file exists, only some of
	// the input was wrong, which the command has reported, and the next command runs.
	// Otherwise the command has failed.
	Makes string
}

const (
	// jobsAtOnce is how many jobs run at a time. Each command uses all cores, so a second
	// job only keeps short jobs from waiting behind a long one.
	jobsAtOnce = 2
	jobsKept   = 40  // a new job beyond these removes the oldest one that has ended
	linesKept  = 300 // of a job's output
	lineLength = 1000
	// stopPatience is how long a command may take to stop after it was asked to.
	stopPatience = 15 * time.Second
)

// jobs runs jobs, a few at a time, each as a process of its own, so that its memory use and
// its crashes do not affect the server. The jobs are in memory and in a temporary folder,
// and are lost when the server ends. Puzzles that a job put into the database stay.
type jobs struct {
	opt *Options
	dir string // the folder that has a folder for each job

	mu      sync.Mutex
	list    []*job // oldest first
	running int
	ending  bool
	ended   sync.WaitGroup
}

// job is a job that was accepted. jobs.mu guards its fields from state on.
type job struct {
	ID     string
	Spec   JobSpec
	dir    string
	inputs []string // the files of the spec

	state    string
	step     int // the step that runs, or that ended the job
	lines    []string
	progress string // of the running command
	left     int    // number of lines that were dropped, oldest first
	rejected []Rejection
	more     int // number of rejections beyond those kept
	fault    string
	advice   string // what to do about the error
	code     int
	run      int64 // the run that it makes in the database, 0 for none
	queued   time.Time
	began    time.Time
	finished time.Time
	cancel   context.CancelFunc // for a running job
	changed  chan struct{}      // closed at the next change
}

func newJobs(opt *Options, in *folder) (*jobs, error) {
	dir, err := in.make("jobs-")
	return &jobs{opt: opt, dir: dir}, err
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

// add makes a job and adds it to the queue.
func (m *jobs) add(spec JobSpec) (*job, error) {
	for _, s := range spec.Steps {
		for _, arg := range s.Args {
			if i := strings.IndexFunc(arg, unicode.IsControl); i >= 0 || !utf8.ValidString(arg) {
				return nil, refuse("bad-value", "body", fmt.Sprintf("%s has a character that is none of a text", corpus.Visible(arg)))
			}
		}
	}
	j := &job{ID: strings.ToLower(rand.Text()[:16]), Spec: spec, state: Queued, queued: time.Now(), changed: make(chan struct{})}
	j.dir = filepath.Join(m.dir, j.ID)
	err := os.Mkdir(j.dir, 0o700)
	for name, content := range spec.Files {
		j.inputs = append(j.inputs, name)
		if err == nil {
			err = os.WriteFile(filepath.Join(j.dir, name), content, 0o600)
		}
	}
	j.Spec.Files = nil // they may be large
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

// enlist adds a job to the queue. If there are too many jobs, it deletes the oldest one
// that has ended.
func (m *jobs) enlist(j *job) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ending {
		return &workError{"queue", time.Minute, "the server is ending"}
	}
	if len(m.list) >= jobsKept {
		i := slices.IndexFunc(m.list, func(j *job) bool { return !j.live() })
		if i < 0 {
			return &workError{"queue", time.Minute, fmt.Sprintf("%d jobs are waiting already", len(m.list))}
		}
		os.RemoveAll(m.list[i].dir)
		m.list = slices.Delete(m.list, i, i+1)
	}
	m.list = append(m.list, j)
	m.next()
	return nil
}

// live reports whether a job is running or queued.
func (j *job) live() bool { return j.state == Queued || j.state == Running }

// find returns the job with an id.
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

// halt asks a job to stop and does not wait for its end.
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

// resume puts an incomplete job into the queue again. It starts with the first command that
// is not done.
func (m *jobs) resume(j *job) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if j.live() || j.state == Done {
		return refuse("bad-value", "path.id", "this job is "+j.state)
	}
	j.state, j.queued, j.fault, j.advice, j.code = Queued, time.Now(), "", "", 0
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

// tell notifies everyone who watches a job.
func (j *job) tell() {
	close(j.changed)
	j.changed = make(chan struct{})
}

// next starts queued jobs while fewer than jobsAtOnce run.
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
			m.execute(ctx, j)
		}()
	}
}

// execute runs the commands of a job that are not done yet.
func (m *jobs) execute(ctx context.Context, j *job) {
	state := Done
	m.mu.Lock()
	first := j.step
	m.mu.Unlock()
	for i := first; i < len(j.Spec.Steps) && state == Done; i++ {
		m.mu.Lock()
		j.step = i
		j.tell()
		m.mu.Unlock()
		out := &outputParser{tell: func(e task.Event) { m.record(j, e) }}
		err := m.process(ctx, j, &j.Spec.Steps[i], out)
		out.flush()
		m.mu.Lock()
		state, j.progress = j.finish(ctx, &j.Spec.Steps[i], err), ""
		m.mu.Unlock()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	j.state, j.finished = state, time.Now()
	m.running--
	j.tell()
	m.next()
}

// finish returns the state of a job after one of its commands has ended with err.
func (j *job) finish(ctx context.Context, s *step, err error) string {
	exit, exited := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		return Done
	case exited:
		j.code = exit.ExitCode() // -1 for a signal
	default: // it could not be started at all
		j.code = -1
	}
	switch {
	case ctx.Err() != nil:
		return Stopped
	case j.code == task.Data && j.made(s.Makes):
		return Done
	case j.code == task.Exhausted:
		return Stopped
	case !exited && errors.Is(err, syscall.ENOSPC):
		j.fault, j.advice = "The disk is full. Make room, and let the job go on.", ""
	case !exited:
		j.fault, j.advice = "The command could not be run.", ""
	case j.code == -1:
		j.fault, j.advice = "The command was ended from outside: "+exit.String()+".", ""
	}
	return Failed
}

// made reports whether a file of the job has been written.
func (j *job) made(name string) bool {
	info, err := os.Stat(filepath.Join(j.dir, name))
	return name != "" && err == nil && info.Size() > 0
}

// process runs the process of a command.
func (m *jobs) process(ctx context.Context, j *job, s *step, out *outputParser) error {
	cmd := m.opt.process(ctx, j.dir, s.DB, out, s.Args...)
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(syscall.SIGTERM); err == nil || errors.Is(err, os.ErrProcessDone) {
			return err
		}
		return cmd.Process.Kill() // where there are no signals
	}
	cmd.WaitDelay = stopPatience
	if s.Stdout != "" {
		file, err := os.Create(filepath.Join(j.dir, s.Stdout))
		if err != nil {
			return err
		}
		defer file.Close() // only the process writes to the file
		cmd.Stdout = file
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if m.opt.Yield != nil {
		m.opt.Yield(cmd.Process) // if that fails, the job still runs, at normal priority
	}
	return cmd.Wait()
}

// record keeps what a command has reported.
func (m *jobs) record(j *job, e task.Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch r := e.Rejected; {
	case e.Run != nil:
		j.run = e.Run.ID
	case e.Progress != nil:
		j.progress = m.shown(e.Progress.Text)
	case r != nil && slices.Contains(j.inputs, r.File):
		r.Text = m.shown(r.Text)
		j.reject(Rejection{r.File, r.Line, r.Column, r.Text})
	case r != nil:
		j.say(m.shown(fmt.Sprintf("gradoku: %s:%d: %s", r.File, r.Line, r.Text)))
	case e.Failed != nil:
		j.fault, j.advice = m.shown(e.Failed.Text), m.shown(e.Failed.Advice)
		if j.say("gradoku: " + j.fault); j.advice != "" {
			j.say("  " + j.advice)
		}
	case e.Warning != "":
		j.say(m.shown("gradoku: warning: " + e.Warning))
	case e.Written == nil: // files that were written are in the list of files
		j.say(m.shown(e.Note))
	}
	j.tell()
}

// shown returns a line as clients may see it, without the path of the database's folder.
func (m *jobs) shown(line string) string {
	line = strings.TrimRight(corpus.Visible(line), " ")
	if store.IsFile(m.opt.DB) {
		line = strings.ReplaceAll(line, m.opt.DB, filepath.Base(m.opt.DB))
	}
	return strings.ToValidUTF8(line[:min(len(line), lineLength)], "")
}

// say keeps a line of output.
func (j *job) say(line string) {
	if len(j.lines) == linesKept {
		j.lines = slices.Delete(j.lines, 0, 1)
		j.left++
	}
	j.lines = append(j.lines, line)
}

// Rejection is a line of a job's input that holds no puzzle.
type Rejection struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column" doc:"0 when it is about the whole line"`
	Text   string `json:"text" doc:"Why"`
}

// reject keeps a rejection. Several commands of a job may report the same one; it counts
// once.
func (j *job) reject(r Rejection) {
	switch {
	case slices.Contains(j.rejected, r):
	case len(j.rejected) < linesKept:
		j.rejected = append(j.rejected, r)
	case j.step == 0:
		j.more++
	}
}

// commandLines returns the commands of a job as a user would type them.
func (o *Options) commandLines(spec *JobSpec) []string {
	var list []string
	for _, s := range spec.Steps {
		line := "gradoku " + joined(s.Args)
		if s.DB && store.IsFile(o.DB) {
			line += " " + argument("--db="+filepath.Base(o.DB))
		}
		if s.Stdout != "" {
			line += " > " + text.Quoted(s.Stdout)
		}
		list = append(list, line)
	}
	return list
}

// Job is a job as the API returns it.
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

// snapshot returns a job as it is now, and a channel that is closed when the job changes.
func (m *jobs) snapshot(j *job) (Job, <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := Job{
		ID: j.ID, Kind: j.Spec.Kind, Title: j.Spec.Title, Commands: m.opt.commandLines(&j.Spec), Step: j.step + 1, State: j.state,
		Code: j.code, Run: j.run, Progress: j.progress, Lines: append([]string{}, j.lines...), Dropped: j.left,
		Rejected: append([]Rejection{}, j.rejected...), More: j.more, Files: j.files(), Queued: j.queued.UTC(),
	}
	if j.state == Stopped || j.state == Failed {
		out.Fault, out.Advice = j.fault, j.advice
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
	at := func(t time.Time) *time.Time {
		if t.IsZero() {
			return nil
		}
		t = t.UTC()
		return &t
	}
	out.Began, out.Finished = at(j.began), at(j.finished)
	return out, j.changed
}

// files lists the files in the folder of the job, including those in its subfolders.
func (j *job) files() []string {
	list := []string{}
	_ = fs.WalkDir(os.DirFS(j.dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && !strings.HasPrefix(d.Name(), ".") {
			list = append(list, name)
		}
		return nil // files that cannot be read are not shown
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
