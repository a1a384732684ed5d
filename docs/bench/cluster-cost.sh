#!/usr/bin/env bash
# Measures what distributing costs: the CPU time of the same run in a file, on a server without
# workers, and with workers, for some seeds. It counts all processes: the workers, the command
# that watches, and the server. The script starts a server of its own, with fsync on.
#   cluster-cost.sh GRADOKU SEEDS ARGUMENTS OF GENERATE
#   cluster-cost.sh ./gradoku "41 42 43" -n 20000
# SHAPES lists the numbers of workers and cores: 2x1 is two workers of one core each. With PARTS=1
# it also prints the CPU seconds of every process and connection while the workers still run.
set -euo pipefail
gradoku=$(realpath "$1") seeds=$2
shift 2
work=$(mktemp -d /tmp/gradoku-cost.XXXXXX)
chmod 777 "$work"
PATH=$(dirname "$(find /usr/lib/postgresql -name initdb | sort -V | tail -n 1)"):$PATH
as() { if [ "$(id -u)" -eq 0 ]; then runuser -u postgres -- env PATH="$PATH" "$@"; else "$@"; fi; }
trap 'kill $(jobs -p) 2>/dev/null || :; as pg_ctl -D "$work/data" stop -m immediate >/dev/null || :; rm -rf "$work"' EXIT
(cd "$work" && as initdb -D data -U gradoku -A trust >/dev/null &&
  as pg_ctl -D data -w -l log -o "-c listen_addresses='' -k $work" start >/dev/null)
export TIMEFORMAT='%U %S'
# server: CPU seconds of the server so far, with those of connections that have ended.
server() {
  local main
  main=$(head -n 1 "$work/data/postmaster.pid")
  { cat "/proc/$main/stat" $(ps -o pid= --ppid "$main" | sed 's|.*|/proc/&/stat|; s/ //g') 2>/dev/null || :; } | # a process may have just ended
    awk -v main="$main" -v hz="$(getconf CLK_TCK)" '{ sub(/\(.*\)/, "x"); t += $14 + $15; if ($1 == main) t += $16 + $17 } END { print t / hz }'
}
# measure NAME WORKERS CORES DATABASE ARGUMENTS: prints seconds of clients, server, both, and
# the ratio to the first measurement of the seed.
measure() {
  local name=$1 workers=$2 cores=$3 db=$4 before
  shift 4
  before=$(server)
  rm -f "$work"/times.*
  for w in $(seq "$workers"); do
    (
      GOMAXPROCS=$cores "$gradoku" worker --workers "$cores" --db "$db" >/dev/null 2>&1 &
      worker=$!
      trap 'kill -TERM $worker' TERM
      # The first wait ends with the signal, the second with the worker.
      wait $worker || wait $worker || true
      times >"$work/times.$w"
    ) &
  done
  { time "$gradoku" generate "$@" --seed "$seed" --db "$db" --quiet >/dev/null; } 2>"$work/times.0"
  if [ -n "${PARTS:-}" ] && [ "$workers" -gt 0 ]; then
    local shells
    shells=$(jobs -p | paste -sd,)
    { pgrep -P "$shells" | sed 's/$/|worker/'
      psql -AtqF '|' "$db" -c "SELECT pid, backend_type, application_name, left(regexp_replace(query, '\s+', ' ', 'g'), 40) FROM pg_stat_activity ORDER BY 3, backend_start"
    } | while IFS='|' read -r pid what; do
      awk -v what="$what" '{ sub(/\(.*\)/, "x"); printf "%6.2f s  %s\n", ($14 + $15) / 100, what }' "/proc/$pid/stat" 2>/dev/null || :
    done
  fi
  kill $(jobs -p) 2>/dev/null || :
  wait
  sleep 1 # the server's processes end
  tail -qn 1 "$work"/times.* | sed 's/m/ /g; s/s//g' | awk -v before="$before" -v after="$(server)" -v local="${local_seconds:-}" -v name="$name" -v seed="$seed" \
    '{ c += NF == 4 ? 60 * ($1 + $3) + $2 + $4 : $1 + $2 } END { s = local == "" ? 0 : after - before; t = c + s; printf "%-30s seed %s  clients %6.2f s, server %5.2f s, in all %6.2f s, ratio %.2f\n", name, seed, c, s, t, local ? t / local : 1 }' | tee "$work/line"
}
url() { # of a new database
  psql -q "postgres://gradoku@/postgres?host=$work" -c "CREATE DATABASE $1"
  echo "postgres://gradoku@/$1?host=$work"
}
for seed in $seeds; do
  local_seconds=
  measure "a file" 0 0 "$work/$seed.db" "$@"
  local_seconds=$(sed 's/.*in all *//; s/ s.*//' "$work/line")
  measure "a server, no workers" 0 0 "$(url "none$seed")" "$@"
  for shape in ${SHAPES:-2x1 1x2 8x1}; do
    measure "${shape%x*} workers of ${shape#*x} core" "${shape%x*}" "${shape#*x}" "$(url "w${shape}_$seed")" "$@" --distribute
  done
done
