#!/bin/sh
# Measures the response times of one client and the server's memory while other clients
# attack the server, for the tables of docs/bench/serve.md.
#
#   docs/bench/attack.sh GRADOKU DATABASE [SECONDS [bodies]]
#
# GRADOKU is the binary, DATABASE a file that gradoku generate has made; it is only read.
# Each attack lasts SECONDS (8). With "bodies" the attackers send bodies of a megabyte. Each
# attacker has its own address, from 127.0.0.2 on, which needs Linux. curl and sqlite3 are needed too.
set -eu
gradoku=$1 db=$2 seconds=${3:-8} kind=${4:-questions}
port=${PORT:-8199}
base=http://localhost:$port
work=$(mktemp -d)
server= others=
trap 'kill $others $server 2>/dev/null || :; wait; rm -rf "$work"' EXIT

"$gradoku" serve --db "$db" --listen "localhost:$port" --work 0 --quiet >"$work/address" &
server=$!
until curl -fs "$base/metrics" >"$work/metrics"; do sleep 0.1; done

# The requests of the client that is timed: a program that requests puzzles and hints, and a
# person who opens pages in a browser.
sqlite3 -readonly "$db" 'SELECT lower(hex(canon)), givens FROM puzzle WHERE size = 9 ORDER BY random() LIMIT 500' >"$work/puzzles"
i=0
while [ $((i += 1)) -le $((seconds / 4 + 1)) ]; do cat "$work/puzzles"; done >"$work/many"
awk -F '|' -v base="$base" -v dir="$work" '
  function ask(name, path, body) {
    printf "url = \"%s%s\"\noutput = /dev/null\nwrite-out = \"%%{stderr}%%{http_code} %%{time_total}\\n\"\n", base, path >(dir "/" name)
    if (body) printf "json = \"%s\"\n", body >(dir "/" name)
    print "next" >(dir "/" name)
  }
  { ask("key", "/v1/puzzles/" $1); ask("hint", "/v1/hint", "{\\\"puzzle\\\":\\\"" $2 "\\\"}")
    ask("home", "/"); ask("daily", "/v1/daily/2026-03-0" NR % 9 + 1); ask("browse", "/browse?level=hard") }' "$work/many"

# from CLIENT LOOPS RATE PATH [OPTION...]: a client requests PATH in a number of LOOPS, each at
# most RATE times a second; N in PATH becomes a different number in each request.
from() {
  client=$1 loops=$2 rate=$3 path=$4
  shift 4
  while [ $((loops -= 1)) -ge 0 ]; do
    n=$((n + 10000))
    curl -s --interface "127.0.0.$client" --rate "$rate/s" -o /dev/null "$@" "$base$(echo "$path" | sed "s/N/[$n-99999999]/")" &
    others="$others $!"
  done
}
count='/v1/stats?where=freedom%20%3E%20N'
slow='/v1/puzzles?where=freedom%20%3D%201N%20and%20scan%20%3E%201.1'
rare='/v1/puzzles/random?where=freedom%20%3C%2050%20and%20pearl%20%3E%209.9#N'
compute='/v1/generate#N'

# measure NAME: prints a row of the table, then ends the attack.
measure() {
  sleep 1
  asking=
  for what in key hint home daily browse; do
    rate=100
    case $what in home | daily | browse) rate=2 ;; esac
    timeout "$seconds" curl -s --rate "$rate/s" -K "$work/$what" 2>"$work/$what.took" &
    asking="$asking $!"
  done
  i=0
  while [ $((i += 1)) -le $((seconds * 5)) ]; do
    curl -s "$base/metrics" | awk '$1 == "process_resident_memory_bytes" { print $2 / 1e6 }'
    sleep 0.2
  done >"$work/memory"
  wait $asking || :
  printf '| %s |' "$1"
  for what in key hint home daily browse; do
    sort -n -k 2 "$work/$what.took" | awk '
      NF == 2 { took[n++] = $2 * 1000; bad += $1 != 200 }
      END { printf " %.1f / %.1f ms%s |", took[int(n / 2)], took[int(n * .99)], bad ? ", " bad " of " n " refused" : "" }'
  done
  sort -n "$work/memory" | awk '{ most = $1 } END { printf " %.0f MB |\n", most }'
  for other in $others; do
    kill "$other"
    wait "$other" 2>/dev/null || :
  done
  others=
}

# bodies PATH BEFORE BODY AFTER [OPTION...]: 64 clients send BODY repeated to a megabyte, with
# BEFORE and AFTER around it.
bodies() {
  to=$1
  awk -v before="$2" -v body="$3" -v after="$4" 'BEGIN {
    printf "%s", before
    for (n = length(before); n < 1048376; n += length(body)) printf "%s", body
    printf "%s", after }' >"$work/body"
  shift 4
  i=1
  while [ $((i += 1)) -le 65 ]; do from $i 4 50 "$to#N" --data-binary "@$work/body" "$@"; done
  measure "64 clients send 1 MiB to $to in 4 loops each"
}

n=0
printf '| attack | by key | hint | home | daily | browse | memory |\n|---|--:|--:|--:|--:|--:|--:|\n'
measure none
if [ "$kind" = bodies ]; then
  json='Content-Type: application/json' puzzle=53..7....53..7....53..7....53..7....53..7....53..7....53..7....53..7....53..7....
  bodies /v1/convert '{"to":"csv","text":"' "$puzzle\\\\n" '"}' -H "$json"
  bodies /v1/convert "{\"to\":\"jsonl\",\"text\":\"puzzle,$(printf '%01000d' 0)\\\\n" "$puzzle,1\\\\n" '"}' -H "$json"
  bodies /v1/grade '{"puzzle":"' . '"}' -H "$json"
  bodies /book title= a ''
  exit
fi
from 2 8 50 "$count"
measure 'one client counts in 8 loops'
from 2 30 50 "$slow"
measure 'one client reads slowly over 30 connections'
from 2 30 50 "$rare"
measure 'one client looks for rare puzzles over 30 connections'
from 2 8 50 "$compute" --json '{"rating":"8.5-9.9"}'
measure 'one client generates in 8 loops'
i=1
while [ $((i += 1)) -le 9 ]; do
  from $i 1 50 "$count"
  from $i 1 50 "$slow"
  from $i 1 50 "$rare"
  from $i 1 50 "$compute" --json '{"rating":"8.5-9.9"}'
done
measure '8 clients do all of it in 4 loops each'
