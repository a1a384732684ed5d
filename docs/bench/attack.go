//go:build ignore

// Attack measures how long the requests of a client take, and the server's memory, while others
// attack the server: the tables of docs/bench/serve.md.
//
//	gradoku serve --db million.db --listen localhost:8199 --quiet &
//	go run docs/bench/attack.go [-base http://localhost:8199] [-seconds 8] [-bodies]
//
// It reads only. Attackers have addresses of their own, 127.0.0.2 and following, so it needs
// Linux. With -bodies the attacks are large bodies.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

var (
	base    = flag.String("base", "http://localhost:8199", "the server")
	seconds = flag.Int("seconds", 8, "how long each attack lasts")
	bodies  = flag.Bool("bodies", false, "attack with large bodies")
	keys    []string
	grids   []string
)

// client asks from an address of 127.0.0.0/8 of its own.
func client(n int) *http.Client {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(n))}}
	return &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, MaxIdleConnsPerHost: 100}}
}

// ask sends a request, a POST if there is a body, and returns its status.
func ask(ctx context.Context, c *http.Client, path, body string) int {
	method := "GET"
	if body != "" {
		method = "POST"
	}
	r, err := http.NewRequestWithContext(ctx, method, *base+path, bytes.NewBufferString(body))
	if err != nil {
		panic(err)
	}
	if r.Header.Set("Content-Type", "application/json"); path == "/book" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	res, err := c.Do(r)
	if err != nil {
		return 0
	}
	io.Copy(io.Discard, res.Body)
	res.Body.Close()
	return res.StatusCode
}

func where(path, condition string) string { return path + "?where=" + url.QueryEscape(condition) }

// The requests of attackers, each of which needs an answer of its own.
func count() (string, string) {
	return where("/v1/stats", fmt.Sprintf("freedom > %d", rand.IntN(1e6))), ""
}

func slowRead() (string, string) {
	return where("/v1/puzzles", fmt.Sprintf("freedom = %d and scan > 1.1", 1e6+rand.IntN(1e6))), ""
}

func rareWalk() (string, string) {
	return where("/v1/puzzles/random", fmt.Sprintf("freedom < %d and pearl > 9.9", rand.IntN(100))), ""
}

func compute() (string, string) { return "/v1/generate", `{"rating":"8.5-9.9"}` }

// large is an attack with a body of about a megabyte.
func large(path, before, body, after string) attack {
	text := before + strings.Repeat(body, (1<<20-200-len(before))/len(body)) + after
	return attack{"64 clients send 1 MiB to " + path + " in 4 loops each", 64, 4, []func() (string, string){func() (string, string) { return path, text }}}
}

type attack struct {
	name           string
	clients, loops int
	asks           []func() (string, string)
}

var attacks = []attack{
	{"none", 0, 0, nil},
	{"one client counts in 8 loops", 1, 8, []func() (string, string){count}},
	{"one client reads slowly over 30 connections", 1, 30, []func() (string, string){slowRead}},
	{"one client looks for rare puzzles over 30 connections", 1, 30, []func() (string, string){rareWalk}},
	{"one client generates in 8 loops", 1, 8, []func() (string, string){compute}},
	{"8 clients do all of it in 4 loops each", 8, 4, []func() (string, string){count, slowRead, rareWalk, compute}},
}

// resident is the server's memory in MB.
func resident() (mb float64) {
	res, err := http.Get(*base + "/metrics")
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "process_resident_memory_bytes "); ok {
			fmt.Sscan(rest, &mb)
		}
	}
	return mb / 1e6
}

// victims are the requests of the client whose times count: a program that asks for puzzles
// and hints, and a person who opens pages in a browser.
var victims = []struct {
	name  string
	pause time.Duration
	ask   func() (string, string)
}{
	{"by key", 10 * time.Millisecond, func() (string, string) { return "/v1/puzzles/" + keys[rand.IntN(len(keys))], "" }},
	{"hint", 10 * time.Millisecond, func() (string, string) { return "/v1/hint", `{"puzzle":"` + grids[rand.IntN(len(grids))] + `"}` }},
	{"home", 500 * time.Millisecond, func() (string, string) { return "/", "" }},
	{"daily", 500 * time.Millisecond, func() (string, string) { return "/v1/daily/2026-03-0" + fmt.Sprint(1+rand.IntN(9)), "" }},
	{"browse", 500 * time.Millisecond, func() (string, string) { return "/browse?level=hard", "" }},
}

func main() {
	flag.Parse()
	runtime.GOMAXPROCS(32) // the client that is timed must not wait for the attacking clients in this process
	res, err := http.Get(*base + "/v1/puzzles?order=random&limit=500&size=9")
	if err != nil {
		panic(err)
	}
	var list struct {
		Puzzles []struct{ Key, Puzzle string }
	}
	if err := json.NewDecoder(res.Body).Decode(&list); err != nil {
		panic(err)
	}
	for _, p := range list.Puzzles {
		keys, grids = append(keys, p.Key), append(grids, p.Puzzle)
	}
	fmt.Print("| attack |")
	for _, v := range victims {
		fmt.Printf(" %s |", v.name)
	}
	fmt.Println(" memory |\n|---|--:|--:|--:|--:|--:|--:|")
	if *bodies {
		puzzle := strings.Repeat("53..7....", 9)
		attacks = []attack{
			attacks[0],
			large("/v1/convert", `{"to":"csv","text":"`, puzzle+`\n`, `"}`),
			large("/v1/convert", `{"to":"jsonl","text":"puzzle,`+strings.Repeat("a", 1000)+`\n`, puzzle+`,1\n`, `"}`),
			large("/v1/grade", `{"puzzle":"`, ".", `"}`),
			large("/book", "title=", "a", ""),
		}
	}
	for _, a := range attacks {
		ctx, end := context.WithCancel(context.Background())
		var attack sync.WaitGroup
		for n := range a.clients {
			c := client(2 + n)
			for i := range a.loops {
				attack.Go(func() {
					for ctx.Err() == nil {
						if path, body := a.asks[i%len(a.asks)](); ask(ctx, c, path, body) != 200 {
							time.Sleep(20 * time.Millisecond) // refused: again soon, whatever it was told
						}
					}
				})
			}
		}
		time.Sleep(time.Second)
		fmt.Printf("| %s |", a.name)
		me := client(1)
		took := make([][]time.Duration, len(victims))
		bad := make([]int, len(victims))
		until := time.Now().Add(time.Duration(*seconds) * time.Second)
		var asking sync.WaitGroup
		for i, v := range victims {
			asking.Go(func() {
				for time.Now().Before(until) {
					path, body := v.ask()
					began := time.Now()
					if ask(ctx, me, path, body) != 200 {
						bad[i]++
					}
					took[i] = append(took[i], time.Since(began))
					time.Sleep(v.pause)
				}
			})
		}
		most := 0.0
		for time.Now().Before(until) {
			most = max(most, resident())
			time.Sleep(100 * time.Millisecond)
		}
		asking.Wait()
		for i := range victims {
			slices.Sort(took[i])
			at := func(p int) float64 {
				return float64(took[i][len(took[i])*p/100].Microseconds()) / 1000
			}
			fmt.Printf(" %.1f / %.1f ms", at(50), at(99))
			if bad[i] > 0 {
				fmt.Printf(", %d of %d refused", bad[i], len(took[i]))
			}
			fmt.Print(" |")
		}
		fmt.Printf(" %.0f MB |\n", most)
		end()
		attack.Wait()
	}
}
