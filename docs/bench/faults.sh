#!/usr/bin/env bash
# Makes faults that no test makes, since they take minutes or need root and programs of the system. It
# prints PASS or FAIL and what was tried, and how long a shared run went without saving anything:
# a minute at most is right.
#
#   faults.sh GRADOKU [PART...]     loss, halfopen, tablespace, timeout, pooler, names; all without a PART
#
# Root runs it, in a network namespace of its own; it needs the programs of PostgreSQL, pgbouncer, ip,
# nft, curl and pdfinfo. A server under mixed load for as long as one likes: serve-memory.sh.
set -euo pipefail
if [ -z "${GRADOKU_FAULTS_NETWORK:-}" ]; then
  exec env GRADOKU_FAULTS_NETWORK=1 unshare --net --mount bash "$0" "$@"
fi
gradoku=$(realpath "$1")
shift
work=$(mktemp -d /tmp/gradoku-faults.XXXXXX)
chmod 777 "$work"
PATH=$(dirname "$(find /usr/lib/postgresql -name initdb | sort -V | tail -n 1)"):/usr/sbin:$PATH
as() { runuser -u postgres -- env PATH="$PATH" "$@"; }
pooler() { (cd "$work" && as pgbouncer -q -d pgbouncer.ini); }
start() { (cd "$work" && as pg_ctl -D data -w -l log -o "-c listen_addresses='*' -k $work" start >/dev/null); }
trap 'kill $(jobs -p) 2>/dev/null || :; wait; [ ! -f "$work/pid" ] || kill "$(cat "$work/pid")" || :
  as pg_ctl -D "$work/data" stop -m immediate >/dev/null 2>&1 || :; umount "$work/space" 2>/dev/null || :; rm -rf "$work"' EXIT
ip link set lo up
nft 'table ip cut { chain in { type filter hook input priority 0; }; }'
(cd "$work" && as initdb -D data -U gradoku -A trust >/dev/null)
start

failed=0
verdict() { # verdict WHAT COMMAND...
  if "${@:2}"; then echo "PASS $1"; else failed=1 && echo "FAIL $1"; fi
}
place() { echo "postgres://gradoku@$1/$name?connect_timeout=20&sslmode=disable"; }
ask() { psql -qAt "$db" -c "$1" 2>/dev/null; }
rows() { "$gradoku" export --quiet --no-record --format csv --db "$1" | sha256sum; }
task=(generate -n 20000 --seed 7 --quiet)
"$gradoku" "${task[@]}" --db "$work/want.db"
want=$(rows "$work/want.db")
same() { [ "$(rows "$db&statement_timeout=0")" = "$want" ] && "$gradoku" db check --quiet --db "$db&statement_timeout=0" >/dev/null 2>&1; }
# said TEXT COMMAND...: the command fails with one line that has this text, and with a line of advice at most.
said() {
  local code=0
  "${@:2}" >"$work/out" 2>"$work/said" || code=$?
  [ $code -eq 1 ] && grep -q "$1" "$work/said" && [ "$(wc -l <"$work/said")" -le 2 ] && ! grep -q SQLSTATE "$work/said" || { cat "$work/said" && false; }
}
database() { # database NAME [OPTIONS]: a new one
  name=$1 db=$(place "@" | sed "s|@@|@|; s|?|?host=$work\&|")
  psql -q "postgres://gradoku@/postgres?host=$work" -c "CREATE DATABASE $1 ${2:-}"
}
share() { # share ADDRESS: begins the run, with two workers that reach the server there
  "$gradoku" "${task[@]}" --db "$db" --distribute --detach
  workers=()
  for _ in 1 2; do
    nice "$gradoku" worker --workers 1 --db "$(place "$1")" 2>>"$work/$name.log" &
    workers+=($!)
  done
}
some() { until [ "$(ask 'SELECT settled FROM plan')" -gt "$1" ]; do sleep 0.1; done; } # some ATTEMPTS are saved
# over WHAT: the run ends with the same rows, and saves something every minute until then.
over() {
  local moved=$SECONDS last= longest=0 at
  while at=$(ask "SELECT settled FROM plan WHERE ended IS NULL" || echo "$last"); [ -n "$at" ] && [ $((SECONDS - moved)) -lt 120 ]; do
    longest=$((SECONDS - moved > longest ? SECONDS - moved : longest))
    if [ "$at" != "$last" ]; then last=$at moved=$SECONDS; fi
    sleep 0.2
  done
  [ -z "$at" ] || "$gradoku" runs --db "$db"
  kill "${workers[@]}" 2>/dev/null || :; wait "${workers[@]}" || :
  ends() { [ -z "$at" ] && [ $longest -le 60 ] && same; }
  verdict "$1: the run ends with the same rows (after that at most $longest s without progress)" ends
}

part_loss() {
  database loss
  nft 'add rule ip cut in ip saddr 127.0.0.2 numgen random mod 100 < 20 drop; add rule ip cut in ip daddr 127.0.0.2 numgen random mod 100 < 20 drop'
  share 127.0.0.2
  over "one of five packets is lost in each direction"
  nft 'flush chain ip cut in'
}

# A lock makes a worker wait while it stages a result; its connection dies then.
part_halfopen() {
  for way in dport sport "dport sport"; do
    database "halfopen_${way// /_}"
    share 127.0.0.2
    for _ in 1 2 3; do
      some "$(ask 'SELECT settled FROM plan')"
      ask "BEGIN; LOCK TABLE staged IN SHARE MODE; SELECT pg_sleep(3); COMMIT" >"$work/out" &
      lock=$! port=
      until [ -n "$port" ] || ! kill -0 $lock 2>/dev/null; do
        port=$(ask "SELECT client_port FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%staged%' AND client_port > 0 LIMIT 1")
      done
      for end in ${port:+$way}; do nft "add rule ip cut in tcp $end $port drop"; done
      wait $lock
    done
    over "connections that die while a result is staged ($way), $(nft list chain ip cut in | grep -c drop) rules"
    nft 'flush chain ip cut in'
  done
}

fill() { dd if=/dev/zero of="$work/space/full" bs=64k 2>/dev/null || :; }
part_tablespace() {
  mkdir "$work/space" && mount -t tmpfs -o size=64m,mode=777 tmpfs "$work/space"
  mkdir "$work/space/rows" && chown postgres "$work/space/rows"
  psql -q "postgres://gradoku@/postgres?host=$work" -c "CREATE TABLESPACE small LOCATION '$work/space/rows'"
  database space "TABLESPACE small"
  "$gradoku" generate -n 100 --seed 7 --quiet --db "$db"
  fill
  verdict "a full tablespace under generate is named" said "disk is full" "$gradoku" "${task[@]}" --db "$db"
  rm "$work/space/full"
  "$gradoku" "${task[@]}" --db "$db"
  verdict "the same command with room again: the same rows" same
  ask "DROP SCHEMA gradoku CASCADE"
  share 127.0.0.1
  some 2000
  fill
  for _ in $(seq 100); do "$gradoku" runs --db "$db" >"$work/out" && ! grep -q "disk is full" "$work/out" || break; sleep 0.2; done
  verdict "runs names the full tablespace" grep -q "disk is full" "$work/out"
  rm "$work/space/full"
  over "a tablespace that is full for a while"
}

# What waits for a lock is ended by statement_timeout.
part_timeout() {
  database timeout
  "$gradoku" generate -n 100 --seed 7 --quiet --db "$db"
  ask "ALTER DATABASE timeout SET statement_timeout = '500ms'"
  psql -q "$db" -c "SET statement_timeout = 0" -c "BEGIN; LOCK TABLE puzzle IN SHARE MODE; SELECT pg_sleep(4); COMMIT" >"$work/out" &
  sleep 0.5
  verdict "statement_timeout under generate is named" said "statement timeout" "$gradoku" "${task[@]}" --db "$db"
  wait $!
  "$gradoku" "${task[@]}" --db "$db"
  verdict "the same command without a lock: the same rows" same
  ask "DROP SCHEMA gradoku CASCADE"
  share 127.0.0.1
  for table in staged puzzle; do
    some "$(ask 'SELECT settled FROM plan')"
    psql -q "$db" -c "SET statement_timeout = 0" -c "BEGIN; LOCK TABLE $table IN SHARE MODE; SELECT pg_sleep(8); COMMIT" >"$work/out"
  done
  over "statement_timeout ends what stages and what saves results"
}

part_pooler() {
  database pooler
  printf '[databases]\npooler = host=127.0.0.1 port=5432\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = 6432\nunix_socket_dir =\nlogfile = %s/pgbouncer.log\npidfile = %s/pid\nauth_type = any\npool_mode = session\n' "$work" "$work" >"$work/pgbouncer.ini"
  sed -i 's/^pooler = .*/& user=gradoku/' "$work/pgbouncer.ini"
  pooler
  share 127.0.0.1:6432
  for _ in 1 2 3 4; do
    some "$(ask 'SELECT settled FROM plan')"
    kill -QUIT "$(head -n 1 "$work/data/postmaster.pid")"
    while as pg_ctl -D "$work/data" status >/dev/null; do sleep 0.02; done
    start
  done
  some "$(ask 'SELECT settled FROM plan')"
  kill -KILL "$(cat "$work/pid")"
  sleep 1
  rm -f "$work/pid"
  pooler
  over "a server behind pgbouncer crashes four times, then pgbouncer once"
}

# Names and texts that command a terminal, turn the direction of text, are a script or a formula.
part_names() {
  local evil=$'=cmd|\e]0;x\a\u202e\u009b<script>alert(1)</script>' puzzle=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 page
  cd "$work"
  printf 'puzzle,note,=1+1,title\n%s,"%s",@SUM(A1),+1+a\nnone,"%s",,\n' "$puzzle" "$evil" "$evil" >evil.csv
  mkdir doors
  "$gradoku" import evil.csv --name "$evil" --source "$evil" --rejects doors/rejects.csv --db names.db >doors/import 2>&1 || :
  "$gradoku" import evil.csv --name "two $evil" --db names.db >doors/import2 2>&1 || :
  "$gradoku" convert evil.csv --format csv -o doors/converted.csv >doors/convert 2>&1 || :
  "$gradoku" export --format csv --db names.db --no-record -o doors/export.csv >doors/export 2>&1
  for args in "corpus list" "corpus list --json" "show 1" "show 1 --json" "list exports" "db info" "db check"; do
    "$gradoku" $args --db names.db >"doors/${args// /_}" 2>&1
  done
  "$gradoku" serve --db names.db --listen localhost:8199 2>doors/log >served &
  until curl -fs -o served localhost:8199/readyz; do sleep 0.1; done
  key=$(curl -s localhost:8199/v1/puzzles/1 | sed -E 's/.*"key":"([0-9a-f]+)".*/\1/')
  for page in / /browse "/browse?where=%1b%5d0%3b%e2%80%ae" "/browse?where=label.note+%3d+1" "/puzzle/1" "/puzzle/%1b%e2%80%ae%3cscript%3ealert(1)" "/try?puzzle=%1b%e2%80%ae%3cscript%3ealert(1)" "/try?puzzle=$puzzle" \
    /about /techniques /book /jobs /docs /v1/puzzles /v1/stats /v1/export.csv /v1/export.jsonl "/v1/puzzles?where=%1b%e2%80%ae" "/v1/puzzles/%1b%e2%80%ae" "/puzzle/$key" "/v1/puzzles/$key" "/no%1b%0a%e2%80%ae"; do
    curl -s -L -A "$evil" -H "Accept: text/html" "localhost:8199$page" >"doors/page_$(echo "$page" | md5sum | cut -c 1-8)"
    curl -s "localhost:8199$page" >"doors/answer_$(echo "$page" | md5sum | cut -c 1-8)"
  done
  kill $!
  wait $! || :
  printf '# Thanks\n\n[x](javascript:alert(1)) <script>alert(1)</script>\n' >script.md
  printf '# Thanks\n\n[x](javascript:alert(1))\n' >link.md
  for text in script link; do echo "back = [\"$text.md\"]" >$text.toml; done
  book() { "$gradoku" book -n 1 --draft --db names.db --quiet "$@" >"doors/book" 2>&1; }
  verdict "script in a Markdown text is refused with its line" bash -c '! "$0" book -n 1 --draft --db names.db --style script.toml -o script.pdf 2>doors/script && grep -q "line 3: HTML cannot be printed" doors/script' "$gradoku"
  book --style link.toml --title "<script>alert(1)" --author "=1+1" -o link.pdf
  verdict "a link to a script in a Markdown text is only its words" bash -c '! grep -aq "javascript\|/URI\|/JavaScript" link.pdf'
  pdfinfo link.pdf >doors/pdfinfo
  verdict "a title that commands a terminal is refused" bash -c '! "$0" book -n 1 --draft --db names.db --title "$1" -o title.pdf 2>doors/title' "$gradoku" "$evil"
  verdict "control characters in $(ls doors | wc -l) outputs: pages, answers, the log, CSV, terminal, PDF" \
    bash -c '! LC_ALL=C.UTF-8 grep -lP "[\x00-\x08\x0b-\x1f\x7f\x{80}-\x{9f}\x{202a}-\x{202e}]" -r doors'
  verdict "script in pages" bash -c '! grep -l "<script>alert" doors/page_*'
  verdict "formulas in tables" bash -c '! grep -lE "(^|,|\")[=+@]" doors/*.csv "doors/answer_$(echo /v1/export.csv | md5sum | cut -c 1-8)"'
}

[ $# -gt 0 ] || set -- loss halfopen tablespace timeout pooler names
for part; do "part_$part"; done
exit $failed
