#!/bin/sh
# Compares the benchmarks of two builds in alternating runs, so that whatever else the
# machine does falls on both alike. benchstat prints the medians and their difference.
#
#   go test -c -o OLD ./grade     # in a checkout of each of the two commits
#   docs/bench/alternate.sh OLD NEW DIR [PAIRS] [REGEXP]
#
# OLD and NEW are the test binaries, DIR is the folder with the field's puzzle files.
# Get benchstat with: go install golang.org/x/perf/cmd/benchstat@latest
set -eu
old=$1 new=$2 data=$3 pairs=${4:-7} only=${5:-Grade}
raw=$(mktemp -d)
trap 'rm -r "$raw"' EXIT
export GRADOKU_DATA="$data"
for i in $(seq "$pairs"); do
	"$old" -test.run '^$' -test.bench "$only" -test.cpu 1 >>"$raw/old"
	"$new" -test.run '^$' -test.bench "$only" -test.cpu 1 >>"$raw/new"
done
benchstat "$raw/old" "$raw/new"
