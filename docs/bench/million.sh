#!/bin/bash
# Measures the commands that read or write whole files: user + system CPU time and peak memory.
#
#   docs/bench/million.sh GRADOKU DB [COMMAND...]
#
# DB is a database such as examples/openset/build.sh makes. COMMAND is one of those below; without one, all
# run, one after the other. Results of a command are removed before the next one starts. It needs GNU time.
set -eu
bin=$(realpath "$1") db=$(realpath "$2") dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT && cd "$dir"
"$bin" export --db "$db" --format csv --no-record -q -o in.csv
"$bin" export --db "$db" --format line --no-record -q -o in.txt

# run NAME ARGS runs gradoku and prints a row of the table.
run() {
	if [[ -z $only || " $only " == *" $1 "* ]]; then
		env time -f "| $1 | %U %S | %M |" nice "$bin" "${@:2}" >/dev/null 2>log || { cat log >&2 && exit 1; }
		awk -F'|' 'END { split($3, cpu, " "); printf "| %s | %.1f s | %d MB |\n", $2, cpu[1] + cpu[2], $4 / 1024 }' log
		rm -rf out*
	fi
}
only=${*:3}
printf '| command | CPU time | peak memory |\n|---|--:|--:|\n'
run verify-minimal verify --minimal in.csv
run verify verify in.csv
run import import --db out.db --grade none in.txt
run import-columns import --db out.db --grade none in.csv
run copy db copy -o out.db --db "$db"
run csv export --db "$db" --format csv --no-record -o out.csv
run jsonl export --db "$db" --format jsonl --no-record -o out.jsonl
run app export --db "$db" --no-record -o out.sqlite
run app-slim export --db "$db" --slim --no-record -o out.sqlite
run book book --db "$db" -n 1000 --draft -o out.pdf
run report study report --db "$db" --limit 100000 -o out
