#!/usr/bin/env bash
# Crashes a PostgreSQL server again and again while two workers compute a shared run, each time
# within some milliseconds after a result was staged, and compares the rows with those of a run
# in a file. A run that saves nothing for a minute stands still: its state is printed, and the
# next run begins. The script starts a server of its own.
#   crash.sh GRADOKU CRASHES ARGUMENTS OF GENERATE
#   crash.sh ./gradoku 100 -n 4000 --seed 5
# With REGRADE=1 the workers grade the puzzles of that run instead of making them.
set -euo pipefail
gradoku=$(realpath "$1") crashes=$2
shift 2
work=$(mktemp -d /tmp/gradoku-crash.XXXXXX)
chmod 777 "$work"
PATH=$(dirname "$(find /usr/lib/postgresql -name initdb | sort -V | tail -n 1)"):$PATH
as() { if [ "$(id -u)" -eq 0 ]; then runuser -u postgres -- env PATH="$PATH" "$@"; else "$@"; fi; }
trap 'kill $(jobs -p) 2>/dev/null || :; wait; as pg_ctl -D "$work/data" stop -m immediate >/dev/null 2>&1 || :; rm -rf "$work"' EXIT
start() { (cd "$work" && as pg_ctl -D data -w -l log -o "-c listen_addresses='' -k $work" start >/dev/null); }
(cd "$work" && as initdb -D data -U gradoku -A trust >/dev/null)
start
ask() { psql -qAt "$db" -c "$1"; }
rows() { "$gradoku" export --quiet --no-record --format csv --db "$1" | sha256sum; }

made=$work/made.db
"$gradoku" generate "$@" --quiet --db "$made"
if [ -n "${REGRADE:-}" ]; then
  "$gradoku" export --quiet --no-record --db "$made" >"$work/sheet.txt"
  begin() { "$gradoku" import "$work/sheet.txt" --grade none --quiet --db "$1" && "$gradoku" regrade --quiet "${@:2}" --db "$1"; }
else
  begin() { "$gradoku" generate "${args[@]}" --quiet "${@:2}" --db "$1"; }
fi
args=("$@")
begin "$work/want.db"
want=$(rows "$work/want.db")

# after waits for the next result, at most five seconds, and for some more milliseconds.
after() {
  ask "DO \$\$ DECLARE last bigint := (SELECT coalesce(max(first_index), -1) FROM staged);
    BEGIN
      FOR i IN 1 .. 5000 LOOP
        EXIT WHEN (SELECT coalesce(max(first_index), -1) FROM staged) > last;
        PERFORM pg_sleep(0.001);
      END LOOP;
      PERFORM pg_sleep(0.001 * $((RANDOM % 12)));
    END \$\$" 2>/dev/null || :
}

done=0 equal=0 other=0 still=0 longest=0 number=0
while [ "$done" -lt "$crashes" ]; do
  number=$((number + 1))
  psql -q "postgres://gradoku@/postgres?host=$work" -c "CREATE DATABASE run$number"
  db="postgres://gradoku@/run$number?host=$work"
  begin "$db" --distribute --detach
  for _ in 1 2; do "$gradoku" worker --workers 1 --db "$db" >>"$work/workers.log" 2>&1 & done
  moved=$SECONDS last=
  while :; do
    at=$(ask "SELECT settled FROM plan WHERE ended IS NULL")
    [ -n "$at" ] || break
    if [ "$at" != "$last" ]; then last=$at moved=$SECONDS; fi
    longest=$((SECONDS - moved > longest ? SECONDS - moved : longest))
    if [ $((SECONDS - moved)) -gt 75 ]; then break; fi
    # A run that did not move since the last crash is left alone until it does.
    if [ "$at" != "${crashed:-}" ] && [ "$done" -lt "$crashes" ]; then
      after
      crashed=$at done=$((done + 1))
      kill -QUIT "$(head -n 1 "$work/data/postmaster.pid")"
      while as pg_ctl -D "$work/data" status >/dev/null; do sleep 0.02; done
      start
    else
      sleep 0.5
    fi
  done
  crashed=
  if [ -n "$at" ]; then
    still=$((still + 1))
    echo "run $number stands still after $done crashes:"
    "$gradoku" runs --db "$db"
  elif [ "$(rows "$db")" = "$want" ]; then
    equal=$((equal + 1))
  else
    other=$((other + 1))
    echo "run $number has other rows"
  fi
  kill $(jobs -p)
  wait
done
echo "$done crashes in $number runs: $equal with the same rows, $other with others, $still stood still; the longest time without progress was $longest s"
[ $((other + still)) -eq 0 ]
