package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/klauspost/compress/gzhttp"

	"gradoku/api"
	"gradoku/internal/atomicfile"
	"gradoku/store"
	"gradoku/task"
)

// Options say what is served and to whom.
type Options struct {
	DB      string        // the database: a file, or the URL of a server
	Version string        // the version of gradoku
	Origins []string      // sites whose pages may call the API, such as https://example.com
	Work    time.Duration // computing time per client and minute; 0: no limit
	Workers int           // how many requests may compute at a time
	Limits  Limits
	Log     *slog.Logger
	Days    store.Days   // the daily puzzles that are fixed
	Metrics net.Listener // where /metrics is answered, and then not with the pages; nil: with them
	Base    string       // where a proxy shows this server, such as /sudoku; "" for the top
	Proxied bool         // requests come from a reverse proxy, which gives the client's address

	// Token lets a client start jobs. It is "" for a server that only reads.
	Token string
	// Command returns a process of gradoku with these arguments. Yield lowers the priority
	// of a process that does a job, so that it does not slow down answers; nil leaves the
	// priority as it is.
	Command func(ctx context.Context, args ...string) *exec.Cmd
	Yield   func(*os.Process) error
}

// Limits limit what one request may use. A zero field stands for the default.
type Limits struct {
	Header  time.Duration // to read the header of a request: 5 s by default
	Body    time.Duration // to read a body, or the next line of a stream: 30 s
	Handler time.Duration // to answer, unless the answer is a stream: 10 s
	Idle    time.Duration // between two requests of a connection: 60 s
	Bytes   int64         // size of a body that is not a stream: 1 MB
}

func (l Limits) withDefaults() Limits {
	l.Header, l.Body = cmp.Or(l.Header, 5*time.Second), cmp.Or(l.Body, 30*time.Second)
	l.Handler, l.Idle = cmp.Or(l.Handler, 10*time.Second), cmp.Or(l.Idle, time.Minute)
	l.Bytes = cmp.Or(l.Bytes, 1<<20)
	return l
}

// maxExports is how many exports run at a time.
const maxExports = 4

// maxHeaderBytes limits the first line of a request, including a condition in it, and the
// header.
const maxHeaderBytes = 16 << 10

// Server answers requests about one database. It is an [http.Handler]; [Server.Serve] adds
// what a listener needs.
type Server struct {
	opt     Options
	log     *slog.Logger
	db      source
	quick   *work // quick look-ups in the database
	slow    *work // other reading in it
	work    *work // computing
	files   *work // exports, which take long
	bodies  *work // large bodies
	streams *work // streams of requests
	guesses *work // wrong tokens
	counts  counter
	handler http.Handler
	api     huma.API
	pages   *pages
	paths   paths
	jobs    *jobs // nil for a server that only reads
	folder  folder
	life    context.Context // ends when streams and background work must end
	end     context.CancelFunc
	ahead   sync.WaitGroup // background work
	metrics *metrics.Set
	running *metrics.Gauge // requests that are being answered
}

// How long requests may have a reserved place. New clients count as light, so several of them
// can take turns in it; these limits bound how long a hint waits for each.
const (
	cheapRead   = 300 * time.Millisecond
	cheapAnswer = 40 * time.Millisecond
)

// New returns a server for a database that can be opened now. If the database fails later,
// clients get errors and the server continues.
func New(ctx context.Context, opt Options) (*Server, error) {
	opt.Limits = opt.Limits.withDefaults()
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if store.IsFile(opt.DB) { // the path must be absolute, since jobs run in their own folders
		path, err := filepath.Abs(opt.DB)
		if err != nil {
			return nil, err
		}
		opt.DB = path
	}
	s := &Server{
		opt: opt, log: opt.Log, db: source{path: opt.DB},
		quick: newWork(lane, 0, 0), slow: newWork(lane-1, cheapRead, opt.Work), work: newWork(max(1, opt.Workers-1), cheapAnswer, opt.Work),
		files: newWork(maxExports, 0, 0), bodies: newWork(maxBodies, 0, 0), streams: newWork(maxStreams, 0, 0), guesses: newWork(1, 0, 0), metrics: metrics.NewSet(),
		counts: counter{known: map[string]counted{}},
	}
	s.life, s.end = context.WithCancel(context.Background())
	s.running = s.metrics.NewGauge("gradoku_http_requests_in_flight", nil)
	refused := s.metrics.NewCounter("gradoku_http_requests_refused_total")
	for _, w := range []*work{s.quick, s.slow, s.work, s.files, s.bodies, s.streams, s.guesses} {
		w.refused = refused.Inc
	}
	s.files.share, s.bodies.share, s.streams.share = maxExports/2, bodyShare, streamShare
	s.files.last = true
	atomicfile.Sweep(servers())
	o, err := s.db.acquire(ctx)
	if err != nil {
		return nil, err
	}
	s.db.release(o, nil)
	mux := http.NewServeMux()
	s.routes(mux)
	if s.handler, err = s.wrap(mux); err == nil && opt.Token != "" {
		s.jobs, err = newJobs(&s.opt, &s.folder)
	}
	if err == nil {
		_, _, err = s.all(ctx) // the first page needs the counts
	}
	return s, err
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close stops the jobs, waits for them to end, removes all temporary files, and closes the
// database. No request may be running.
func (s *Server) Close() error {
	s.end()
	s.ahead.Wait()
	return errors.Join(s.jobs.close(), s.folder.close(), s.db.close())
}

// grace is how long running requests may take when the server must end.
const grace = 10 * time.Second

// Serve answers on a listener until ctx ends. Then it accepts no more connections, waits up
// to [grace] for running requests, and returns nil.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	handler := http.Handler(s)
	if host, _, err := net.SplitHostPort(l.Addr().String()); err == nil && net.ParseIP(host).IsLoopback() && !s.opt.Proxied {
		handler = s.onlyLocal(s)
	}
	limits := s.opt.Limits
	server := &http.Server{
		Handler: handler, MaxHeaderBytes: maxHeaderBytes,
		ReadHeaderTimeout: limits.Header, ReadTimeout: limits.Header + limits.Body, IdleTimeout: limits.Idle,
		WriteTimeout: limits.Header + limits.Body + limits.Handler + 30*time.Second,
		ErrorLog:     slog.NewLogLogger(s.log.Handler(), slog.LevelDebug), // a client that disconnects is not worth logging
	}
	if s.opt.Metrics != nil {
		mux := http.NewServeMux()
		mux.HandleFunc("GET /metrics", s.showMetrics)
		apart := &http.Server{Handler: mux, ReadTimeout: limits.Header, WriteTimeout: limits.Handler}
		go apart.Serve(s.opt.Metrics)
		defer apart.Close()
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.end()
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := server.Shutdown(within); err != nil {
		s.log.Warn("requests were cut off", "error", err)
		server.Close()
	}
	return nil
}

// onlyLocal refuses requests that name another host. They come from a site whose name was
// made to point to this machine (DNS rebinding).
func (s *Server) onlyLocal(next http.Handler) http.Handler {
	elsewhere := secured(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, refuse("forbidden", "header.Host", "this server answers only requests to localhost: use http://localhost:PORT, or start it with --listen"))
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		if ip := net.ParseIP(strings.Trim(host, "[]")); !strings.EqualFold(host, "localhost") && (ip == nil || !ip.IsLoopback()) {
			elsewhere.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// wrap adds the layers that apply to all routes.
func (s *Server) wrap(mux *http.ServeMux) (http.Handler, error) {
	gzip, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.CompressionLevel(3))
	if err != nil {
		return nil, err
	}
	cross := http.NewCrossOriginProtection()
	for _, origin := range s.opt.Origins {
		if err := cross.AddTrustedOrigin(origin); err != nil {
			return nil, err
		}
	}
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, refuse("forbidden", "header.Origin", "this request comes from a page of another site"))
	}))
	return s.based(s.observed(secured(s.cors(cross.Handler(gzip(s.admitted(mux))))))), nil
}

// based removes the base from the path, unless the proxy has done so.
func (s *Server) based(next http.Handler) http.Handler {
	below := http.StripPrefix(s.opt.Base, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if rest, is := strings.CutPrefix(r.URL.Path, s.opt.Base); is && (rest == "" || rest[0] == '/') {
			below.ServeHTTP(w, r)
		} else {
			next.ServeHTTP(w, r)
		}
	})
}

// contentPolicy allows content of the server itself and nothing else: no inline scripts or
// styles, no frames, no other hosts.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// securing has the headers of all answers, most of which protect browsers.
var securing = http.Header{
	"Content-Security-Policy":    {contentPolicy},
	"X-Content-Type-Options":     {"nosniff"},
	"X-Frame-Options":            {"DENY"},
	"Referrer-Policy":            {"no-referrer"},
	"Cross-Origin-Opener-Policy": {"same-origin"},
	"Permissions-Policy":         {"camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
	"Cache-Control":              {"no-cache"}, // unless the route knows better
}

// secured adds these headers. All answers share the slices of values, so a route
// that changes a header must set a new slice.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		maps.Copy(w.Header(), securing)
		next.ServeHTTP(w, r)
	})
}

// cors lets pages of the configured origins read the answers of the API.
func (s *Server) cors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		if len(s.opt.Origins) > 0 {
			w.Header().Add("Vary", "Origin")
		}
		if !slices.Contains(s.opt.Origins, origin) || origin == "" {
			next.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Expose-Headers", "Link, Location, Retry-After")
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
			h.Set("Access-Control-Max-Age", "3600")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// streaming reports whether a route answers with a stream, whose time limit is per write.
func streaming(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, "/v1/export.") || strings.Contains(r.URL.Path, "/files/") || r.Method == http.MethodPost
}

// secondsBounds are those of the histogram of answers.
var secondsBounds = metrics.ExponentialBuckets(0.0005, 4, 9)

// observed is the outermost layer. It has the time limit, the log and the metrics, and it
// recovers from panics.
func (s *Server) observed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		s.running.Inc()
		seen := &seen{ResponseWriter: w, base: s.opt.Base}
		who := s.client(r)
		ctx := context.WithValue(context.WithValue(r.Context(), clientKey{}, who), largeKey{}, large(r))
		if !streaming(r) {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, s.opt.Limits.Handler)
			defer cancel()
		}
		r = r.WithContext(ctx)
		r.Body = http.MaxBytesReader(w, r.Body, s.bodyLimit(r))
		defer func() {
			v := recover()
			cut := v != nil && (v == http.ErrAbortHandler || seen.status != 0)
			if v != nil && v != http.ErrAbortHandler {
				s.log.Error("a request failed", "path", r.URL.Path, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
				if !cut {
					s.refuse(seen, r, refuse("fault", "", task.KindNamed("fault").Title))
				}
			}
			pattern := cmp.Or(r.Pattern, "none") // set by the mux
			took := time.Since(began)
			status := seen.code()
			if cut {
				status = 499 // whatever it began with; proxies use this number too
			}
			s.running.Dec()
			s.metrics.GetOrCreateCounter(fmt.Sprintf(`gradoku_http_requests_total{route=%q,status="%d"}`, pattern, status)).Inc()
			s.metrics.GetOrCreatePrometheusHistogramExt(fmt.Sprintf(`gradoku_http_request_duration_seconds{route=%q}`, pattern), secondsBounds).Update(took.Seconds())
			level := slog.LevelInfo
			if seen.code() >= 500 {
				level = slog.LevelWarn
			}
			s.log.Log(r.Context(), level, "request", "method", r.Method, "path", r.URL.Path, "status", status, "bytes", seen.bytes,
				"ms", float64(took.Microseconds())/1000, "client", who)
			if cut { // close the connection too: a partial answer must not look complete
				panic(http.ErrAbortHandler)
			}
		}()
		next.ServeHTTP(seen, r)
	})
}

func (s *Server) bodyLimit(r *http.Request) int64 {
	switch {
	case strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-ndjson"):
		return 64 << 20
	case r.URL.Path == "/v1/jobs": // it reads nothing before the token
		return maxUpload + 1<<16
	}
	return s.opt.Limits.Bytes
}

// client identifies the client that pays for a request: by its address, or by its network
// where one client has 2^64 addresses. Of the addresses in X-Forwarded-For the proxy has
// written the last; the client may have written the others.
func (s *Server) client(r *http.Request) string {
	at := r.RemoteAddr
	if host, _, err := net.SplitHostPort(at); err == nil {
		at = host
	}
	if forwarded := r.Header.Values("X-Forwarded-For"); s.opt.Proxied && len(forwarded) > 0 {
		last := forwarded[len(forwarded)-1]
		at = strings.TrimSpace(last[strings.LastIndex(last, ",")+1:])
	}
	ip, err := netip.ParseAddr(at)
	if err != nil {
		return at
	}
	if ip = ip.Unmap(); ip.Is6() {
		network, _ := ip.Prefix(64)
		return network.String()
	}
	return ip.String()
}

type clientKey struct{}

// clientOf returns the client of a request, or "" for what the server does by itself.
func clientOf(ctx context.Context) string {
	who, _ := ctx.Value(clientKey{}).(string)
	return who
}

// seen records what was answered.
type seen struct {
	http.ResponseWriter
	base   string // before addresses in headers
	status int
	bytes  int64
}

func (s *seen) Unwrap() http.ResponseWriter { return s.ResponseWriter }

func (s *seen) WriteHeader(code int) {
	if s.base != "" && s.status == 0 {
		for name, start := range map[string]string{"Location": "", "Link": "<"} {
			if to, local := strings.CutPrefix(s.Header().Get(name), start+"/"); local {
				s.Header().Set(name, start+s.base+"/"+to)
			}
		}
	}
	s.status = cmp.Or(s.status, code)
	s.ResponseWriter.WriteHeader(code)
}

func (s *seen) Write(b []byte) (int, error) {
	s.status = s.code()
	n, err := s.ResponseWriter.Write(b)
	s.bytes += int64(n)
	return n, err
}

// Flush sends what has been written so far.
func (s *seen) Flush() { http.NewResponseController(s.ResponseWriter).Flush() }

func (s *seen) code() int { return cmp.Or(s.status, http.StatusOK) }

// showMetrics writes the counts of requests, which docs/OPERATIONS.md explains, and the numbers of
// the process.
func (s *Server) showMetrics(w http.ResponseWriter, _ *http.Request) {
	s.metrics.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
}

// outlet writes a stream. A stream may take long, but it ends if the client stops reading, or
// reads more slowly than leastRate, for longer than the limit. Time between writes does not count.
type outlet struct {
	http.ResponseWriter
	control     *http.ResponseController
	limit, left time.Duration // how long writes may wait for the client: at first, and now
}

const leastRate = 16 << 10 // bytes a second

func (s *Server) outlet(w http.ResponseWriter) *outlet {
	return &outlet{w, http.NewResponseController(w), s.opt.Limits.Body, s.opt.Limits.Body}
}

func (o *outlet) Write(b []byte) (int, error) {
	begun := time.Now()
	if err := o.control.SetWriteDeadline(begun.Add(o.left)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	n, err := o.ResponseWriter.Write(b)
	o.left = min(o.limit, o.left-time.Since(begun)+time.Duration(n)*time.Second/leastRate)
	return n, err
}

func (o *outlet) flush() error {
	if err := o.control.Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

const apiDoc = "The puzzles of a gradoku database, and questions about any puzzle. Errors are problem details (RFC 9457): `code` says what is wrong, in the words of the packages for JavaScript and Python, `type` links to advice, " +
	"`errors` says which part of the request is wrong. Each client has a budget of computing time; beyond it, the status is 429, with Retry-After."

func (s *Server) routes(mux *http.ServeMux) {
	config := huma.DefaultConfig("gradoku", s.opt.Version)
	config.Info.Description = apiDoc
	config.Info.License = &huma.License{Name: "Apache License 2.0", Identifier: "Apache-2.0"}
	config.Servers = []*huma.Server{{URL: cmp.Or(s.opt.Base, "/")}}
	config.Security = []map[string][]string{{}} // no token is needed, except for operations that require one
	config.CreateHooks = nil                    // answers without $schema
	config.DocsPath, config.SchemasPath = "", ""
	config.RejectUnknownQueryParameters = true
	config.Transformers = []huma.Transformer{s.typed}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer", Description: "The word in the file of gradoku serve --token"}}
	schemas := config.Components.Schemas
	schemas.RegisterTypeAlias(reflect.TypeFor[api.Tenths](), reflect.TypeFor[float64]())
	schemas.RegisterTypeAlias(reflect.TypeFor[api.Counts](), reflect.TypeFor[map[string]int]())
	s.api = humago.New(mux, config)
	s.puzzleRoutes()
	s.overviewRoutes()
	s.exportRoutes()
	s.questionRoutes(mux)
	s.jobRoutes()
	for _, v := range []any{api.Grade{}, api.Step{}, task.RunRecord{}} {
		explain(schemas, reflect.TypeOf(v))
	}
	problems := schemas.Map()["ErrorModel"]
	problems.Properties["code"], problems.Required = &huma.Schema{Type: huma.TypeString, Description: "The kind of error; a release may add others"}, []string{"code", "status", "title", "type"}
	if s.opt.Metrics == nil {
		mux.HandleFunc("GET /metrics", s.showMetrics)
	}
	mux.HandleFunc("GET /healthz", func(http.ResponseWriter, *http.Request) {}) // the process answers
	mux.HandleFunc("GET /readyz", s.orProblem(func(_ http.ResponseWriter, r *http.Request) error {
		return s.lookUp(r.Context(), s.quick, func(ctx context.Context, db *store.DB) error {
			_, err := db.LastPuzzle(ctx)
			return err
		})
	}))
	mux.HandleFunc("/", s.orProblem(func(w http.ResponseWriter, r *http.Request) error {
		var allowed []string
		other := r.Clone(r.Context())
		for _, other.Method = range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete} {
			if _, pattern := mux.Handler(other); pattern != "/" {
				allowed = append(allowed, other.Method)
			}
		}
		if len(allowed) == 0 {
			return refuse("not_found", "path", "there is no page or endpoint of that name")
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		return refuse("method", "method", r.Method+" is not possible here: use "+strings.Join(allowed, " or "))
	}))
	s.pageRoutes(mux)
}

// explain copies the jsonschema tags, from which docs/schemas is made, into the schemas of
// the fields, including embedded ones.
func explain(schemas huma.Registry, t reflect.Type) {
	for _, schema := range schemas.Map() {
		for _, f := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if p := schema.Properties[name]; p != nil && p.Description == "" {
				p.Description = f.Tag.Get("jsonschema")
			}
		}
	}
}
