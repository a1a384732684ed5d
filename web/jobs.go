package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"gradoku/api"
	"gradoku/internal/atomicfile"
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

// JobSpec says what a job does. It runs a gradoku command in a folder of its own, on the
// server's database. No shell reads any of it.
type JobSpec struct {
	Kind  string            // make, book or cover
	Title string            // in words
	Files map[string][]byte // the job's input, under the names that the command uses
	Args  []string          // the arguments of gradoku; what a user chose always follows a =, never stands alone
	Again string            // the form with the same request filled in; "" if there is none
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
	// jobBytes limits the size of the files of jobs: those of the oldest are removed when a job is
	// added or the server starts.
	jobBytes = 4 << 30
)

// jobs runs jobs, a few at a time, each as a process of its own, so that its memory use and
// its crashes do not affect the server. Jobs and their files survive the server in a folder
// beside the database, if it is a file, and are else lost with it. Puzzles that a job put
// into the database stay.
type jobs struct {
	opt  *Options
	dir  string // the folder that has a folder for each job
	free func() // ends the lock of a folder that stays; nil if the folder is temporary

	mu      sync.Mutex
	list    []*job // oldest first
	running int
	ending  bool
	ended   sync.WaitGroup
}

// job is a job that was accepted. jobs.mu guards its record.
type job struct {
	jobRecord
	dir    string
	cancel context.CancelFunc // for a running job
	done   chan struct{}      // closed when a running job has ended
}

// jobRecord is what is kept of a job, as JSON in its folder.
type jobRecord struct {
	Job
	Args  []string
	Again string // the form with the same request filled in
}

// recordName is the file of a job's record. Files whose names begin with a point are not
// shown.
const recordName = ".job.json"

func newJobs(opt *Options, in *folder) (*jobs, error) {
	m := &jobs{opt: opt, dir: opt.DB + ".jobs"}
	var err error
	if store.IsFile(opt.DB) {
		if err := os.MkdirAll(m.dir, 0o700); err != nil {
			return nil, err
		}
		if m.dir, err = filepath.EvalSymlinks(m.dir); err != nil { // it may be on another disk
			return nil, err
		}
		if m.free, err = atomicfile.Own(m.dir); err == nil {
			return m, m.load()
		}
		opt.Log.Warn("another server has the jobs of this database: those of this one end with it", "folder", m.dir, "error", err)
	}
	m.dir, err = in.make("jobs-")
	return m, err
}

// load reads the jobs of an earlier server.
func (m *jobs) load() error {
	folders, err := os.ReadDir(m.dir)
	if err != nil {
		return err
	}
	for _, f := range folders {
		j := &job{dir: filepath.Join(m.dir, f.Name())}
		text, err := os.ReadFile(filepath.Join(j.dir, recordName))
		if err == nil {
			err = json.Unmarshal(text, &j.jobRecord)
		}
		if err != nil || j.ID != f.Name() {
			continue // it is no job, or was never accepted
		}
		if j.live() {
			j.State, j.Fault, j.Finished = Stopped, "The server ended before the job.", new(time.Now().UTC())
		}
		m.list = append(m.list, j)
	}
	slices.SortFunc(m.list, func(a, b *job) int { return a.Queued.Compare(b.Queued) })
	m.prune(jobsKept)
	return nil
}

// keep writes a job's record. If that fails, the job goes on; only its record is old.
func (m *jobs) keep(j *job) {
	path := filepath.Join(j.dir, recordName)
	text, err := json.Marshal(j.jobRecord)
	if err == nil {
		err = os.WriteFile(path+".new", text, 0o600)
	}
	if err == nil {
		_ = os.Rename(path+".new", path)
	}
}

// prune removes the oldest jobs that have ended, until the rest are few enough and small enough.
func (m *jobs) prune(most int) {
	var bytes int64
	sizes := map[*job]int64{}
	for _, j := range m.list {
		sizes[j] = j.size()
		bytes += sizes[j]
	}
	for i := 0; i < len(m.list); {
		j := m.list[i]
		if j.live() || len(m.list) <= most && bytes <= jobBytes {
			i++
			continue
		}
		bytes -= sizes[j]
		os.RemoveAll(j.dir)
		m.list = slices.Delete(m.list, i, i+1)
	}
}

func (j *job) size() (bytes int64) {
	for _, name := range append(j.files(), recordName) {
		if info, err := os.Stat(filepath.Join(j.dir, name)); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// close stops all jobs, waits until they have ended, and removes their files if they do not
// stay.
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
	if m.free != nil {
		m.free()
		return nil
	}
	return os.RemoveAll(m.dir)
}

// add makes a job and adds it to the queue.
func (m *jobs) add(spec JobSpec) (*job, error) {
	if err := checkArgs(spec.Args); err != nil {
		return nil, err
	}
	j := &job{jobRecord: jobRecord{Args: spec.Args, Again: spec.Again}}
	j.Job = Job{ID: strings.ToLower(rand.Text()[:16]), Kind: spec.Kind, Title: spec.Title, Command: m.opt.commandLine(spec.Args), State: Queued, Queued: time.Now().UTC()}
	j.dir = filepath.Join(m.dir, j.ID)
	err := os.Mkdir(j.dir, 0o700)
	for name, content := range spec.Files {
		if err == nil {
			err = os.WriteFile(filepath.Join(j.dir, name), content, 0o600)
		}
	}
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
	if m.prune(jobsKept - 1); len(m.list) >= jobsKept {
		return &workError{"queue", time.Minute, fmt.Sprintf("%d jobs are waiting already", len(m.list))}
	}
	m.list = append(m.list, j)
	m.keep(j)
	m.next()
	return nil
}

func (j *job) live() bool { return j.State == Queued || j.State == Running }

func (m *jobs) find(id string) (*job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, j := range m.list {
		if j.ID == id {
			return j, nil
		}
	}
	return nil, refuse("not_found", "path.id", "there is no such job")
}

// halt asks a job to stop and does not wait for its end.
func (m *jobs) halt(j *job) {
	switch j.State {
	case Queued:
		j.State, j.Finished = Stopped, new(time.Now().UTC())
		m.keep(j)
	case Running:
		j.cancel()
	}
}

func (m *jobs) stop(j *job) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.halt(j)
}

// resume puts an incomplete job into the queue again.
func (m *jobs) resume(j *job) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if j.live() || j.State == Done {
		return refuse(api.CodeRequest, "path.id", "this job is "+j.State)
	}
	j.State, j.Queued, j.Began, j.Finished, j.Fault, j.Advice, j.Code = Queued, time.Now().UTC(), nil, nil, "", "", 0
	m.keep(j)
	m.next()
	return nil
}

// forget stops a job and removes it with its files.
func (m *jobs) forget(j *job) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.halt(j)
	for j.State == Running {
		done := j.done
		m.mu.Unlock()
		<-done
		m.mu.Lock()
	}
	m.list = slices.DeleteFunc(m.list, func(other *job) bool { return other == j })
	os.RemoveAll(j.dir)
}

// unuse lets other books use the puzzles of these exports again.
func (m *jobs) unuse(ctx context.Context, books []int64) error {
	db, err := store.Open(ctx, m.opt.DB, store.ReadWrite)
	if err != nil {
		return gone(err)
	}
	return errors.Join(db.FreeExports(ctx, books...), db.Close())
}

// next starts queued jobs while fewer than jobsAtOnce run.
func (m *jobs) next() {
	for _, j := range m.list {
		if m.running >= jobsAtOnce || m.ending {
			return
		}
		if j.State != Queued {
			continue
		}
		ctx, cancel := context.WithCancel(context.Background())
		j.State, j.Began, j.cancel, j.done = Running, new(time.Now().UTC()), cancel, make(chan struct{})
		m.running++
		m.ended.Go(func() {
			defer cancel()
			m.execute(ctx, j)
		})
	}
}

// execute runs the command of a job.
func (m *jobs) execute(ctx context.Context, j *job) {
	out := &outputParser{tell: func(e task.Event) { m.record(j, e) }}
	err := m.process(ctx, j, out)
	out.flush()
	m.mu.Lock()
	defer m.mu.Unlock()
	j.State, j.Progress, j.Finished = j.finish(ctx, err), "", new(time.Now().UTC())
	m.keep(j)
	m.running--
	close(j.done)
	m.next()
}

// finish returns the state of a job after its command has ended with err.
func (j *job) finish(ctx context.Context, err error) string {
	exit, exited := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		return Done
	case exited:
		j.Code = exit.ExitCode() // -1 for a signal
	default: // it could not be started at all
		j.Code = -1
	}
	switch {
	case ctx.Err() != nil:
		return Stopped
	case j.Code == task.Exhausted:
		return Stopped
	case !exited && errors.Is(err, syscall.ENOSPC):
		j.Fault, j.Advice = "The disk is full. Make room, and resume the job.", ""
	case !exited:
		j.Fault, j.Advice = "The command could not be run.", ""
	case j.Code == -1:
		j.Fault, j.Advice = "The command was ended from outside: "+exit.String()+".", ""
	}
	return Failed
}

func (m *jobs) process(ctx context.Context, j *job, out *outputParser) error {
	cmd := m.opt.process(ctx, j.dir, out, j.Args...)
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(syscall.SIGTERM); err == nil || errors.Is(err, os.ErrProcessDone) {
			return err
		}
		return cmd.Process.Kill() // where there are no signals
	}
	cmd.WaitDelay = stopPatience
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
		j.Run = e.Run.ID
	case e.Progress != nil:
		j.Progress = m.opt.shown(e.Progress.Text)
	case r != nil:
		j.say(m.opt.shown(fmt.Sprintf("gradoku: %s:%d: %s", r.File, r.Line, r.Text)))
	case e.Failed != nil:
		j.Fault, j.Advice = m.opt.told(e.Failed)
		if j.say("gradoku: " + j.Fault); j.Advice != "" {
			j.say("  " + j.Advice)
		}
	case e.Warning != "":
		j.say(m.opt.shown("gradoku: warning: " + e.Warning))
	case e.Written == nil: // files that were written are in the list of files
		j.say(m.opt.shown(e.Note))
	}
}

func (j *job) say(line string) {
	if len(j.Lines) == linesKept {
		j.Lines = slices.Delete(j.Lines, 0, 1)
		j.Dropped++
	}
	j.Lines = append(j.Lines, line)
}

// commandLine returns a command as a user would type it.
func (o *Options) commandLine(args []string) string {
	line := "gradoku " + joined(args)
	if store.IsFile(o.DB) {
		line += " " + argument("--db="+filepath.Base(o.DB))
	}
	return line
}

// Job is a job as the API returns it.
type Job struct {
	ID       string     `json:"id"`
	Kind     string     `json:"kind" doc:"What it makes: make, book or cover"`
	Title    string     `json:"title"`
	Command  string     `json:"command" doc:"The command that it runs, as a user would type it"`
	State    string     `json:"state" enum:"queued,running,stopped,failed,done"`
	Ahead    int        `json:"ahead" doc:"Jobs that run or wait before this one, while it is queued"`
	Code     int        `json:"code" doc:"The exit code of a command that did not succeed, -1 when it was killed"`
	Fault    string     `json:"fault" doc:"What went wrong, in a line"`
	Advice   string     `json:"advice" doc:"What to do about it"`
	Run      int64      `json:"run" doc:"The run of the database that it makes; 0 for none"`
	Progress string     `json:"progress" doc:"Progress of the command while it runs, in one line; updated every second"`
	Lines    []string   `json:"lines" nullable:"false" doc:"The last lines of the command's output"`
	Dropped  int        `json:"dropped" doc:"How many earlier lines were dropped"`
	Files    []string   `json:"files" nullable:"false" doc:"Files that it has written so far, available at /v1/jobs/{id}/files/{name}"`
	Queued   time.Time  `json:"queued"`
	Began    *time.Time `json:"began"`
	Finished *time.Time `json:"finished"`
}

// snapshot returns a job as it is now.
func (m *jobs) snapshot(j *job) Job {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := j.Job
	out.Lines, out.Files = append([]string{}, j.Lines...), j.files()
	if j.State != Stopped && j.State != Failed {
		out.Fault, out.Advice = "", ""
	}
	if j.State == Queued {
		before := true
		for _, other := range m.list {
			before = before && other != j
			if other.State == Running || other.State == Queued && before {
				out.Ahead++
			}
		}
	}
	return out
}

// files lists the files in the folder of the job. A named pipe is none: opening it would wait
// for another process to write to it.
func (j *job) files() []string {
	list := []string{}
	entries, _ := os.ReadDir(j.dir) // what cannot be read is not shown
	for _, e := range entries {
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
			list = append(list, e.Name())
		}
	}
	return list
}

// open opens one of the files that the job lists.
func (j *job) open(name string) (*os.File, error) {
	if slices.Contains(j.files(), name) {
		if f, err := os.Open(filepath.Join(j.dir, name)); err == nil {
			return f, nil
		}
	}
	return nil, refuse("not_found", "path", "this job has no such file")
}
