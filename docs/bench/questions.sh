#!/bin/sh
# Measures 20 questions that people ask a large database: the second table of docs/bench/serve.md.
#
#   docs/bench/questions.sh BASE [ROUNDS]
#
# BASE is the address of gradoku serve --work 0. The script prints the minimum time of ROUNDS rounds (5 by
# default), measured with curl, in milliseconds.
set -eu
base=$1 rounds=${2:-5}
ask() {
  least=$(for i in $(seq "$rounds"); do curl -s -o /dev/null -w '%{time_total} %{http_code}\n' "$base$2"; done | sort -n | head -1)
  echo "$least" | awk -v name="$1" '{ printf "| %s | %.0f |%s\n", name, $1 * 1000, $2 == 200 ? "" : " " $2 }'
}
echo '| question | ms |'
echo '|---|--:|'
page=/v1/puzzles?limit=25
ask 'by clues' "$page&order=clues"
ask 'by clues, most first' "$page&order=clues&desc=true"
ask 'by freedom' "$page&order=freedom"
ask 'by freedom, most first' "$page&order=freedom&desc=true"
ask 'by scan effort' "$page&order=scan"
ask 'by scan effort, most first' "$page&order=scan&desc=true"
ask 'by rating, hardest first' "$page&order=rating&desc=true"
ask 'hard with a symmetry' "$page&level=hard&symmetry=rotate180"
ask 'level extreme by clues' "$page&level=extreme&order=clues"
ask '29 or more clues' "$page&clues=29-"
ask 'at most 21 clues, shuffled' "$page&clues=-21&order=random"
ask 'with an X-wing' "$page&technique=x-wing"
ask 'with a swordfish by rating' "$page&technique=swordfish&order=rating"
ask 'with a jellyfish' "$page&technique=jellyfish"
ask 'with a hidden quad, shuffled' "$page&technique=hidden-quad&order=random"
ask '3 or more XY-wings, rated below 5' "$page&where=uses.xy-wing%20%3E=%203%20and%20rating%20%3C%205"
ask 'freedom above 1,150' "$page&where=freedom%20%3E%201150"
ask 'one at random' '/v1/puzzles/random?'
ask 'one at random with a jellyfish' '/v1/puzzles/random?technique=jellyfish'
ask 'one at random with a swordfish' '/v1/puzzles/random?technique=swordfish'
