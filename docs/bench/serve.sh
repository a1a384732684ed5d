#!/bin/sh
# Measures gradoku serve under load: the table of docs/bench/serve.md.
#
#   docs/bench/serve.sh GRADOKU DATABASE [SECONDS]
#
# GRADOKU is the binary, DATABASE a file that gradoku generate has made, for example with
# -n 1000000 --seed 1. wrk asks for so many seconds (10) for each row; once more with a
# run that writes to the same file at the low priority that a job of the server has
# (nice -n 10), and once more with one at the server's own. It needs wrk, curl and
# sqlite3, and leaves a few hundred puzzles in the file. For ten minutes of everything at once: docs/bench/serve-memory.sh.
set -eu
gradoku=$1 db=$2 seconds=${3:-10}
port=${PORT:-8199}
base=http://localhost:$port
work=$(mktemp -d)
server= writer=
trap 'kill $server $writer 2>/dev/null || :; wait; rm -rf "$work"' EXIT

sqlite3 -readonly -cmd '.timeout 5000' "$db" "SELECT lower(hex(canon)) || ' ' || givens FROM puzzle WHERE size = 9 ORDER BY canon LIMIT 20000" >"$work/puzzles"
cat >"$work/ask.lua" <<'LUA'
-- What is asked for stands after --: key, hint, or an address that takes a seed.
local rows, what, n = {}, "", 0
init = function(args)
  for line in io.lines(args[2]) do
    local key, givens = line:match("(%x+) (.+)")
    rows[#rows + 1] = { key, givens }
  end
  what, n = args[1], math.random(1e6)
end
request = function()
  n = n + 1
  local row = rows[n * 7919 % #rows + 1]
  if what == "key" then return wrk.format("GET", "/v1/puzzles/" .. row[1]) end
  if what == "hint" then
    return wrk.format("POST", "/v1/hint", { ["Content-Type"] = "application/json" }, '{"puzzle":"' .. row[2] .. '"}')
  end
  return wrk.format("GET", what .. "seed=" .. n)
end
LUA

"$gradoku" serve --db "$db" --listen "localhost:$port" --work 0 --quiet >"$work/address" &
server=$!
until curl -fs "$base/metrics" >"$work/metrics"; do sleep 0.1; done

metric() { curl -fs "$base/metrics" | awk -v name="$1" '$1 == name { printf "%.6f\n", $2 }'; }

# row NAME WHAT: the processor time of the server for a request, from its own metric over
# wrk's count; how many a second and how long with the client on the same machine.
row() {
  before=$(metric process_cpu_seconds_total)
  wrk -t1 -c8 "-d${seconds}s" --latency -s "$work/ask.lua" "$base" -- "$2" "$work/puzzles" >"$work/said"
  after=$(metric process_cpu_seconds_total)
  awk -v name="$1" -v cpu="$(echo "$after $before" | awk '{ print $1 - $2 }')" '
    $1 == "99%" { slow = $2 }
    $2 == "requests" && $3 == "in" { n = $1 }
    $1 == "Requests/sec:" { rate = $2 }
    /Non-2xx/ { bad = $NF }
    END { printf "| %s | %.0f µs | %.0f | %s |%s\n", name, cpu / n * 1e6, rate, slow, bad ? " " bad " refused" : "" }' "$work/said"
}

rows() {
  echo
  echo "| $1 | CPU time each | a second | 99 % within |"
  echo "|---|--:|--:|--:|"
  row 'a puzzle by its key' key
  row 'a random puzzle' '/v1/puzzles/random?'
  row 'a hint' hint
  row '100 random puzzles' '/v1/puzzles/random?n=100&'
  row 'a random hard puzzle' '/v1/puzzles/random?level=hard&'
  row 'a random puzzle rated 4.0 to 4.6' '/v1/puzzles/random?rating=4.0-4.6&'
  row 'a random puzzle with an X-wing' '/v1/puzzles/random?technique=x-wing&'
}

echo "$(sqlite3 -readonly -cmd '.timeout 5000' "$db" 'SELECT count(*) FROM puzzle') puzzles, load $(cut -d' ' -f1 /proc/loadavg), $(nproc) processors, $(date -u +%F)"
rows 'nothing else'
for nice in 10 0; do
  nice -n $nice "$gradoku" generate -n 100000000 --workers 1 --seed "$(date +%s)" --db "$db" --quiet 2>/dev/null &
  writer=$!
  case $nice in
    0) rows 'while a run with the same priority writes to the file' ;;
    *) rows 'while a run writes to the file as a job of the server does' ;;
  esac
  kill -INT $writer
  wait $writer 2>/dev/null || :
  writer=
done
printf '\nresident memory: %.0f MB\n' "$(metric process_resident_memory_bytes | awk '{ print $1 / 1e6 }')"
