#!/bin/sh
# Builds the open set of puzzles into a new folder, and its datasheet's figures:
#
#   sh build.sh FOLDER [GRADOKU [PUZZLES]]
#
# Each block of 10,000 puzzles that manifest.json has must have the same hash here, and a set of
# its size must have the figures of docs/OPENSET.md, or the script fails. Figures need sqlite3.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
gradoku=$(realpath "$(command -v "${2:-gradoku}")") n=${3:-1000000}
mkdir "$1"
"$gradoku" generate -n "$n" --seed 2026 --db "$1/openset.db" --manifest "$1/manifest.json" --quiet
"$gradoku" regrade --where 'seq < 10000' --minutes --db "$1/openset.db" --quiet
cd "$1"
export GRADOKU_DB=openset.db
"$gradoku" export --with-keys --no-record --quiet -o openset.csv.zst
"$gradoku" export --where 'seq < 10000' --with-keys --with-minutes --no-record --quiet -o openset-minutes.csv.zst
if "$gradoku" export --limit 1 --no-record --quiet -o openset.parquet 2>/dev/null; then # it was built with the tag
  "$gradoku" export --with-keys --no-record --quiet -o openset.parquet
fi
sha256sum openset*.* | grep -v '\.db$' >checksums.txt

known=$(sed -n 's/^  "target": \([0-9]*\),$/\1/p' "$here/manifest.json")
blocks=$(((n < known ? n : known) / 10000))
hashes() { sed -n '/"ranges"/,$ s/.*"sha256": "\(.*\)"/\1/p' "$1" | head -n $blocks; }
hashes manifest.json >hashes
hashes "$here/manifest.json" | diff - hashes >&2 || {
  echo "another version of gradoku made the set in manifest.json, or this one is faulty: the hashes differ" >&2
  exit 1
}
rm hashes
echo "the hashes of $blocks blocks are those of manifest.json" >&2
if command -v sqlite3 >/dev/null; then
  sqlite3 -readonly openset.db <"$here/figures.sql" >figures.md
  [ "$n" != "$known" ] || sed '1,/^<!-- figures/d' "$here/../../docs/OPENSET.md" | diff - figures.md >&2
fi
cat checksums.txt
