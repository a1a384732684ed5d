#!/usr/bin/env bash
# What a command leaves beside and in its outputs, for a given binary: a kill and then
# another command, the last app database, and names that belong to SQLite.
#
#   docs/bench/outputs.sh GRADOKU > outputs-NAME.txt
#
# A kill comes by strace: at the first or second unlinkat of a thread, or between the renaming
# and the call after it. Needs strace and Python.
set -u
bin=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
g() { "$bin" "$@" 2>&1; }
fresh() { rm -rf "$work"/* "$work"/.[go]*; g generate -q -n 30 --seed 1; }
# killed CALL N COMMAND...: the command, killed at the N-th such call of a thread
killed() {
  local call=$1 n=$2
  shift 2
  (strace -f -qq -o /dev/null -e trace="$call" -e inject="$call:signal=SIGKILL:when=$n" "$bin" "$@"; :) >/dev/null 2>&1
}
# renamed FILE COMMAND...: the command, killed between the renaming of FILE and its next call
renamed() {
  local file=$1
  shift
  cp "$file" .old
  (
    strace -f -qq -o /dev/null -e trace=renameat -e inject=renameat:delay_exit=900000 "$bin" "$@" &
    while cmp -s "$file" .old; do sleep 0.02; done
    kill -KILL "$(pgrep -P $!)"
    wait
  ) >/dev/null 2>&1
}
rows() { g list exports --json | python3 -c 'import json,sys
for l in sys.stdin:
    e = json.loads(l)
    print("   row %d: %d puzzles, %s" % (e["export"], e["puzzles"], e["format"]))'; }
said() { sed 's/^/   says: /'; }
show() { for f in "$@"; do if [ -e "$f" ]; then echo "   $f: $(wc -l <"$f") lines, begins $(head -c 12 "$f" | tr -d '\n')"; else echo "   $f: none"; fi; done; }

for at in "unlinkat 1" "unlinkat 2"; do
  echo "== killed at $at"
  fresh
  killed $at export -q -o out.csv
  echo "1a. export of 30 as CSV, then --format jsonl"
  g export --format jsonl -o out.csv | said
  show out.csv
  rows
  fresh
  killed $at export -q -o out.csv
  g generate -q -n 20 --seed 2
  echo "1b. export of 30, then the same when there are 50"
  g export -o out.csv | said
  show out.csv
  rows
  fresh
  killed $at export -q -o out.sqlite
  echo "1c. app database, then --daily"
  g export --daily 2026-01-01..2026-01-03 -o out.sqlite | said
  python3 -c 'import sqlite3; print("   days:", sqlite3.connect("out.sqlite").execute("SELECT count(DISTINCT date) FROM daily").fetchone()[0])' 2>/dev/null || echo "   days: none"
done

fresh
g book -q -n 6 -o out.pdf >/dev/null
renamed out.pdf book -q -n 6 --title Second -o out.pdf
echo "2. book laid out anew, killed after the renaming, then the same"
g book -n 6 --title Second -o out.pdf | grep puzzles | said
echo "   puzzles still free: $("$bin" export --exclude-used-in all 2>/dev/null | wc -l) of 30, to be 24"

fresh
python3 -c 'import sqlite3; c = sqlite3.connect("other.sqlite"); c.execute("CREATE TABLE letters (t)"); c.execute("INSERT INTO letters VALUES (1)"); c.commit()'
echo "3a. export over the database of another program"
g export -o other.sqlite | head -1 | said
python3 -c 'import sqlite3; print("   its table:", sqlite3.connect("other.sqlite").execute("SELECT count(*) FROM sqlite_master WHERE name = ?", ("letters",)).fetchone()[0])'
g export -q --daily 2026-01-01..2026-01-03 -o app.sqlite
printf 'xx' | dd of=app.sqlite bs=1 seek=68 conv=notrunc 2>/dev/null
echo "3b. export over the last app database, whose header is damaged"
g export -o app.sqlite | head -1 | said
echo "4. names of SQLite"
for name in puzzles.db-wal puzzles.db-shm puzzles.db-journal; do
  g export --format csv -o $name | head -1 | said
  show $name
done
g generate -q -n 1 --seed 3 --db a.db-wal | head -1 | said
show a.db-wal | cut -c1-20
fresh
g generate -q -n 3 --size 6 --seed 1 --db small.db
g db check --run 1 --db small.db --write-manifest run.json
python3 -c 'import json; m = json.load(open("run.json")); open("long.json", "w").write(json.dumps(m) + " " * 20000000)
m["accepted"] = 99; json.dump(m, open("other.json", "w"))'
echo "5. a manifest of 20 MB; one whose count is another"
for m in long.json other.json; do g db check --manifest $m | head -1 | said; done
g export -q --no-record -o app.sqlite
python3 -c 'import sqlite3; c = sqlite3.connect("app.sqlite"); c.execute("UPDATE puzzle SET puzzle = 1 WHERE id = 2"); c.commit()'
echo "6. an app database with a bad row, imported"
g import app.sqlite --grade none --db other.db | head -2 | said
echo "   puzzles: $("$bin" export --db other.db 2>/dev/null | wc -l) of 29"
echo "7. options that nothing uses"
"$bin" export -q --no-record -o one.txt
for c in "convert one.txt --columns nonsense --format csv" "convert one.txt --columns id" "export --labels all" "sheet one.txt --dpi 300 -o a.pdf" \
  "book -n 3 --draft --dpi 300 -o a.pdf" "book -n 3 --draft --seed 5 -o a.pdf" "solve --limit 3 one.txt"; do
  # shellcheck disable=SC2086
  "$bin" $c >/dev/null 2>err; echo "   exit $?: $c: $(head -1 err)"
done
echo "   a name of two lines"
g export -q -o "$(printf 'a\nb.txt')" | head -1 | said
echo "   what is left of a command that ends with an error"
g solve one.txt --write-lp a.lp >/dev/null
g study measure one.txt --dictionary columns.csv -o no/out.csv >/dev/null
show a.lp columns.csv
echo "   an export of unused puzzles, twice"
g export -q --exclude-used-in all -o used.txt
g export --exclude-used-in all -o used.txt | head -1 | said
show used.txt
echo "   SIGTERM while a gigabyte is hashed, and while a salt is awaited"
yes '# a comment that makes the file long, and no puzzle in it' | head -c 1000000000 >long.txt
mkfifo pipe
for c in "study measure long.txt -o a.csv" "import one.txt --db c.db --plays --salt pipe"; do
  # shellcheck disable=SC2086
  "$bin" $c >/dev/null 2>&1 &
  sleep 0.3
  at=$(date +%s%N)
  of=$!
  kill -TERM $of
  (sleep 5; kill -KILL $of) 2>/dev/null &
  wait $of
  echo "   ${c%% -*}: $((($(date +%s%N) - at) / 100000000)) tenths of a second"
done
