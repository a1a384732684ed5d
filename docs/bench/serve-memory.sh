#!/bin/sh
# Watches the memory of gradoku serve under everything at once: picks, hints, grades, pages,
# lists, statistics and an export again and again, while a run writes to the same file.
#
#   docs/bench/serve-memory.sh GRADOKU DATABASE [MINUTES]
#
# It prints the resident memory once a minute, and what was answered. It needs wrk, curl
# and sqlite3, and leaves some thousand puzzles in the file. With RATE=50 there are about so many
# requests a second, and exports, conversions, previews of a book and runs once a minute: a
# load that a machine can bear for hours beside other work.
set -eu
gradoku=$1 db=$2 minutes=${3:-10} rate=${RATE:-0}
port=${PORT:-8199}
base=http://localhost:$port
work=$(mktemp -d)
server= others=
trap 'kill $others $server 2>/dev/null || :; wait; rm -rf "$work"' EXIT

sqlite3 -readonly -cmd '.timeout 5000' "$db" "SELECT lower(hex(canon)) || ' ' || givens FROM puzzle WHERE size = 9 ORDER BY canon LIMIT 20000" >"$work/puzzles"
cat >"$work/mixed.lua" <<'LUA'
local rows, n = {}, 0
init = function(args)
  for line in io.lines(args[1]) do
    local key, givens = line:match("(%x+) (.+)")
    rows[#rows + 1] = { key, givens }
  end
end
local json = { ["Content-Type"] = "application/json" }
request = function()
  n = n + 1
  local row = rows[n * 7919 % #rows + 1]
  local ways = {
    function() return wrk.format("GET", "/v1/puzzles/" .. row[1]) end,
    function() return wrk.format("GET", "/v1/puzzles/random?seed=" .. n) end,
    function() return wrk.format("GET", "/v1/puzzles/random?level=hard&n=20&seed=" .. n) end,
    function() return wrk.format("GET", "/v1/puzzles?limit=25&order=rating&desc=true") end,
    function() return wrk.format("GET", "/puzzle/" .. row[1]) end,
    function() return wrk.format("GET", "/try?puzzle=" .. row[2]) end,
    function() return wrk.format("GET", "/browse?rating=4.0-4.6") end,
    function() return wrk.format("GET", "/") end,
    function() return wrk.format("POST", "/v1/hint", json, '{"puzzle":"' .. row[2] .. '"}') end,
    function() return wrk.format("POST", "/v1/grade", json, '{"puzzle":"' .. row[2] .. '"}') end,
  }
  return ways[n % #ways + 1]()
end
LUA
pause=5
if [ "$rate" != 0 ]; then
  pause=60
  echo "delay = function() return 16000 / $rate end" >>"$work/mixed.lua"
  head -n 500 "$work/puzzles" | sed 's/.* //' | awk 'BEGIN { printf "{\"to\":\"opensudoku\",\"text\":\"" } { printf "%s\\n", $0 } END { print "\"}" }' >"$work/sheet"
fi
"$gradoku" serve --db "$db" --listen "localhost:$port" --work 0 --quiet >"$work/address" &
server=$!
until curl -fs "$base/metrics" >"$work/metrics"; do sleep 0.1; done
if [ "$rate" = 0 ]; then
  "$gradoku" generate -n 100000000 --workers 1 --seed "$(date +%s)" --db "$db" --quiet 2>/dev/null &
else
  while sleep 50; do
    "$gradoku" generate -n 500 --workers 1 --seed "$(date +%s)" --db "$db" --quiet 2>/dev/null
    curl -fs -H 'Content-Type: application/json' -d "@$work/sheet" "$base/v1/convert" >"$work/converted"
    curl -fs -d 'n.9x9=20' "$base/book" >"$work/book"
  done &
fi
others=$!
wrk -t1 -c16 "-d${minutes}m" --latency -s "$work/mixed.lua" "$base" -- "$work/puzzles" >"$work/said" &
client=$!
while curl -fs "$base/v1/export.jsonl?limit=20000" >"$work/export" && curl -fs "$base/v1/stats?size=9" >"$work/stats"; do sleep $pause; done &
others="$others $!"
for minute in $(seq 0 "$minutes"); do
  echo "minute $minute: $(curl -fs "$base/metrics" | awk '$1 == "process_resident_memory_bytes" { rss = $2 } $1 == "go_memstats_heap_inuse_bytes" { heap = $2 } $1 == "go_goroutines" { n = $2 }
    END { printf "%.0f MB resident, %.0f MB of Go, %d goroutines", rss / 1e6, heap / 1e6, n }')"
  [ "$minute" = "$minutes" ] || sleep 60
done
wait $client
cat "$work/said"
