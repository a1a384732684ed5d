#!/bin/sh
# Puts the JavaScript package beside the page. Then any server of files will do:
#   python3 -m http.server -d examples/board
set -eu
cd "$(dirname "$0")"
sh ../../npm/build.sh
mkdir -p gradoku
cp ../../npm/*.js ../../npm/gradoku.wasm gradoku/
