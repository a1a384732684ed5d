//go:build ignore

// Bodies measures the server's memory, and how long another client's requests take, while many
// clients send large bodies. It makes the table in docs/bench/serve.md.
//
//	gradoku serve --db million.db --listen localhost:8199 --quiet &
//	go run docs/bench/bodies.go [-base http://localhost:8199] [-clients 64] [-loops 16] [-seconds 8]
//
// Each client has its own address, from 127.0.0.2 on, so the program needs Linux.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

var (
	base    = flag.String("base", "http://localhost:8199", "the server")
	clients = flag.Int("clients", 64, "how many clients attack")
	loops   = flag.Int("loops", 16, "how many requests each of them sends at a time")
	seconds = flag.Int("seconds", 8, "how long each attack lasts")
)

const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func client(n int) *http.Client {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(n))}}
	return &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, MaxIdleConnsPerHost: 100}, Timeout: time.Minute}
}

func post(c *http.Client, path, kind, body string) int {
	res, err := c.Post(*base+path, kind, strings.NewReader(body))
	if err != nil {
		return 0
	}
	io.Copy(io.Discard, res.Body)
	res.Body.Close()
	return res.StatusCode
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

func main() {
	flag.Parse()
	runtime.GOMAXPROCS(32) // the client that is timed must not wait for the attacking clients in this process
	sheet, _ := json.Marshal(map[string]string{"text": strings.Repeat(puzzle+"\n", 1<<20/82-10), "to": "csv"})
	wide, _ := json.Marshal(map[string]string{"text": "puzzle," + strings.Repeat("a", 1000) + "\n" + strings.Repeat(puzzle+",1\n", 1<<20/90), "to": "jsonl"})
	long, _ := json.Marshal(map[string]string{"puzzle": strings.Repeat(".", 1<<20-100)})
	fmt.Println("| attack | answered | refused | hint p50 | hint p99 | memory |\n|---|--:|--:|--:|--:|--:|")
	for _, a := range []struct{ name, path, kind, body string }{
		{"none", "", "", ""},
		{"1 MiB to /v1/convert", "/v1/convert", "application/json", string(sheet)},
		{"1 MiB to /v1/convert, which takes 14 times as much", "/v1/convert", "application/json", string(wide)},
		{"1 MiB to /v1/grade", "/v1/grade", "application/json", string(long)},
		{"1 MiB to /book", "/book", "application/x-www-form-urlencoded", "title=" + strings.Repeat("a", 1<<20-100)},
	} {
		var over atomic.Bool
		var answered, refused atomic.Int64
		var attack sync.WaitGroup
		for n := range *clients {
			c := client(2 + n)
			for range *loops {
				attack.Go(func() {
					for !over.Load() && a.path != "" {
						if code := post(c, a.path, a.kind, a.body); code/100 == 2 || code/100 == 4 && code != 429 {
							answered.Add(1)
						} else {
							refused.Add(1)
							time.Sleep(20 * time.Millisecond)
						}
					}
				})
			}
		}
		time.Sleep(time.Second)
		me, most := client(1), 0.0
		var took []time.Duration
		for until := time.Now().Add(time.Duration(*seconds) * time.Second); time.Now().Before(until); {
			began := time.Now()
			code := post(me, "/v1/hint", "application/json", `{"puzzle":"`+puzzle+`"}`)
			if took = append(took, time.Since(began)); code != 200 {
				fmt.Println("a hint was answered with", code)
			}
			if len(took)%50 == 0 {
				most = max(most, resident())
			}
			time.Sleep(5 * time.Millisecond)
		}
		over.Store(true)
		most = max(most, resident())
		attack.Wait()
		slices.Sort(took)
		fmt.Printf("| %s | %d | %d | %.1f ms | %.1f ms | %.0f MB |\n", a.name, answered.Load(), refused.Load(),
			took[len(took)/2].Seconds()*1000, took[len(took)*99/100].Seconds()*1000, most)
	}
}
