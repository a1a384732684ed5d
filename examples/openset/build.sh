#!/bin/sh
# Builds the open set of puzzles, and the figures of its datasheet, in a new folder:
#
#   sh build.sh FOLDER [GRADOKU [PUZZLES]]
#
# The script fails if a set as large as that of manifest.json has another hash of its rows, or
# other figures than README.md beside it. Figures need sqlite3.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
gradoku=$(realpath "$(command -v "${2:-gradoku}")") n=${3:-1000000}
mkdir "$1"
"$gradoku" generate -n "$n" --seed 2026 --db "$1/openset.db" --quiet
"$gradoku" db check --run 1 --write-manifest "$1/manifest.json" --db "$1/openset.db" --quiet
"$gradoku" regrade --where 'seq < 10000' --minutes --db "$1/openset.db" --quiet
cd "$1"
export GRADOKU_DB=openset.db
"$gradoku" export --with-keys --no-record --quiet -o openset.csv.zst
"$gradoku" export --where 'seq < 10000' --with-keys --with-minutes --no-record --quiet -o openset-minutes.csv.zst
sha256sum openset*.* | grep -v '\.db$' >checksums.txt

known=$(sed -n 's/^  "target": \([0-9]*\),$/\1/p' "$here/manifest.json")
hash() { sed -n 's/^  "sha256": "\(.*\)"$/\1/p' "$1"; }
if [ "$n" = "$known" ] && [ "$(hash manifest.json)" != "$(hash "$here/manifest.json")" ]; then
  echo "the hashes differ: another version of gradoku made the set in manifest.json, or this set is faulty" >&2
  exit 1
fi
if command -v sqlite3 >/dev/null; then
  sqlite3 -readonly openset.db <"$here/figures.sql" >figures.md
  [ "$n" != "$known" ] || sed '1,/^<!-- figures/d' "$here/README.md" | diff - figures.md >&2
fi
cat checksums.txt
