#!/usr/bin/env bash
# What distributing costs: CPU time of a local run of two workers, and of two worker
# processes of one core with the command that plans and settles, in turn.
#   cluster-cost.sh GRADOKU MAINTENANCE-URL URL TIMES ARGUMENTS OF GENERATE
# URL names a database that is dropped and made again each time; MAINTENANCE-URL another
# of the same server, for psql. The server's own CPU time is not counted.
set -euo pipefail
gradoku=$1 maintenance=$2 url=$3 times=$4
shift 4
name=${url%%\?*} name=${name##*/}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TIMEFORMAT='%U %S'
for i in $(seq "$times"); do
  seed=$((40 + i))
  rm -f "$work"/a.db*
  { time "$gradoku" generate "$@" --seed "$seed" --workers 2 --db "$work/a.db" --quiet >/dev/null; } 2>"$work/local"
  psql -q "$maintenance" -c "drop database if exists \"$name\"" -c "create database \"$name\"" 2>/dev/null
  "$gradoku" generate -n 1 --seed 1 --db "$url" --quiet >/dev/null
  workers=()
  for w in 1 2; do
    (
      GOMAXPROCS=1 "$gradoku" worker --workers 1 --db "$url" >/dev/null 2>&1 &
      worker=$!
      trap 'kill -TERM $worker' TERM
      # The first wait ends with the signal, the second with the worker.
      wait $worker || wait $worker || true
      times >"$work/worker$w"
    ) &
    workers+=($!)
  done
  sleep 1
  { time "$gradoku" generate "$@" --seed "$seed" --distribute --db "$url" --quiet >/dev/null; } 2>"$work/watch"
  kill -TERM "${workers[@]}"
  wait
  tail -qn 1 "$work"/worker? | sed 's/m/ /g; s/s//g' | awk '{ print 60 * $1 + $2, 60 * $3 + $4 }' | cat - "$work/watch" |
    awk -v run="$(cat "$work/local")" '{ w += $1 + $2 } END { split(run, l, " "); t = l[1] + l[2]; printf "local %.2f s, distributed %.2f s, ratio %.2f\n", t, w, w / t }'
done
