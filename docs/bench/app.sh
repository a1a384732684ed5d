#!/usr/bin/env bash
# Runs seventeen requests of an app developer, each as one command, and prints a table: the
# request, the result, elapsed and processor seconds, and whether every puzzle has exactly one
# solution according to gradoku verify and, for classical 9x9 puzzles, to qqwing.
#
#   docs/bench/app.sh [GRADOKU]
set -euo pipefail
gradoku=$(realpath "${1:-gradoku}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
printf '%s\n' X..X.X..X .X..X..X. ..X...X.. X..X.X..X .X.....X. X..X.X..X ..X...X.. .X..X..X. X..X.X..X >mask.txt
echo '| request | command | got | s | CPU s | `verify` | qqwing |'
echo '|---|---|--:|--:|--:|---|---|'
number=0

# row TEXT COMMAND...: times a command, and counts and checks what is in the database given by $db.
row() {
  local text=$1 code=0 wall cpu got checked=- foreign=-
  shift
  number=$((number + 1))
  db=$number.db
  GRADOKU_DB=$db /usr/bin/time -q -o time -f '%e %U %S' "$gradoku" "$@" --quiet >said 2>log || code=$?
  read -r wall user system <time
  cpu=$(awk -v u="$user" -v s="$system" 'BEGIN { printf "%.1f", u + s }')
  if [ $code -ne 0 ]; then
    got="exit code $code"
  elif [ -n "${count:-}" ]; then
    got=$(eval "$count")
  else
    "$gradoku" export --db $db --variant any --no-record --quiet -o puzzles.txt
    got=$(wc -l <puzzles.txt)
    if "$gradoku" verify puzzles.txt >log 2>&1; then checked="$got of $got"; else checked=wrong; fi
    if head -1 puzzles.txt | grep -Eqx '[.1-9]{81}'; then
      foreign="$(qqwing --solve --nosolution --count-solutions <puzzles.txt | grep -c 'solution to the puzzle is unique') of $got" || true
    fi
  fi
  printf '| %d. %s | `%s` | %s | %.1f | %s | %s | %s |\n' $number "$text" "$*" "$got" "$wall" "$cpu" "$checked" "$foreign"
}

seed="--seed 1"
# shellcheck disable=SC2086
{
  row "fifty of each level" generate --quota gentle=50,easy=50,medium=50,hard=50,expert=50,extreme=50 $seed
  row "a rating, symmetric" generate -n 100 --rating 4.0-4.6 --symmetry rotate180 $seed
  row "a required technique" generate -n 50 --technique xy-wing $seed
  row "a technique that people know by name" generate -n 50 --people-technique skyscraper $seed
  row "minutes" generate -n 100 --minutes 10-15 $seed
  row "for beginners: many clues, symmetric" generate -n 100 --level easy --clues 30-34 --symmetry rotate180 $seed
  row "singles only" generate -n 100 --only-techniques hidden-single-box,hidden-single-line,naked-single $seed
  row "a pattern drawn by the developer" generate -n 20 --pattern mask.txt $seed
  row "very hard" generate -n 20 --rating 8.5- $seed
  row "for children: 6x6" generate -n 100 --size 6 --level easy $seed
  row "for small children: 4x4" generate -n 20 --size 4 $seed
  row "16x16 that people can solve" generate -n 3 --size 16 $seed
  row "the variant X" generate -n 20 --variant x $seed
  "$gradoku" generate -n 3000 --db stock.db $seed --quiet
  cp stock.db 15.db
  count='echo "$(sqlite3 app.sqlite "SELECT count(*) FROM daily") days"' row "a puzzle for each day of a year, easy on Mondays" export --daily 2027-01-01..2027-12-31 --weekdays mon=easy,tue=easy,wed=medium,thu=medium,fri=hard,sat=expert,sun=expert -o app.sqlite
  cp stock.db 16.db
  count='stat -c "%s bytes for 3,000" slim.sqlite' row "a small app file" export --slim -o slim.sqlite
  "$gradoku" export --db stock.db --limit 100 --no-record --quiet -o known.txt
  "$gradoku" morph known.txt -o turned.txt
  cp stock.db 17.db
  "$gradoku" generate -n 20 --seed 2 --db other.db --quiet
  "$gradoku" export --db other.db --quiet >>turned.txt
  count='echo "$(sqlite3 17.db "SELECT count(*) FROM puzzle WHERE corpus_id IS NOT NULL") new of 120"' row "another file, without rotated copies of known puzzles" import turned.txt
}
