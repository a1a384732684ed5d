// Command serve answers http://localhost:8080/?level=hard&seed=7 with a puzzle.
package main

import (
	"fmt"
	"gradoku/generate"
	"log"
	"net/http"
	"strconv"
)

func main() {
	http.HandleFunc("GET /", puzzle)
	log.Fatal(http.ListenAndServe("localhost:8080", nil))
}

func puzzle(w http.ResponseWriter, r *http.Request) {
	var target generate.Target
	if err := target.Level.UnmarshalText([]byte(r.FormValue("level"))); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	seed, _ := strconv.ParseUint(r.FormValue("seed"), 10, 64) // 0 if there is none
	found, err := generate.One(r.Context(), target, seed)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	fmt.Fprintln(w, found.Grid, found.Grade.Level)
}
