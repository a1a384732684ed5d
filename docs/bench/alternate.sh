#!/bin/sh
# Compares two builds of gradoku in alternating runs: per case the medians of puzzles per
# CPU-second, old and new, and their ratio.
#
#   docs/bench/alternate.sh OLD NEW DIR [PAIRS] [REGEXP]
#
# OLD and NEW are binaries, DIR is the folder with the field's puzzle files.
set -eu
old=$1 new=$2 data=$3 pairs=${4:-7} only=${5:-Grade}
raw=$(mktemp -d)
trap 'rm -r "$raw"' EXIT
for i in $(seq "$pairs"); do
	"$old" bench --only "$only" --rounds 1 --data "$data" --quiet --raw "$raw/old.$i" >"$raw/table"
	"$new" bench --only "$only" --rounds 1 --data "$data" --quiet --raw "$raw/new.$i" >"$raw/table"
done
for build in old new; do
	awk '/^Benchmark/ { sub("Benchmark", ""); print $1, $5 }' "$raw/$build".* | sort -k1,1 -k2,2g |
		awk '{ n[$1]++; v[$1, n[$1]] = $2 } END { for (c in n) print c, v[c, int((n[c] + 1) / 2)] }' | sort >"$raw/$build"
done
join "$raw/old" "$raw/new" | awk '{ printf "%-20s %10.4g %10.4g %6.2f\n", $1, $2, $3, $3 / $2 }'
