#!/bin/sh
# sh build.sh [FOLDER] builds gradoku.wasm here or in another folder, and puts the licences
# beside it: ours, and that of Go's library and the golang.org/x modules in it, which have
# one text. The types in answers.d.ts are written by: go test ./cmd/gradoku -run TestTypes -update
set -eu
mkdir -p "${1:-.}"
to=$(cd "${1:-$(dirname "$0")}" && pwd)
cd "$(dirname "$0")"
# Without inlining, the standard library and the packages that read and write are smaller. The
# engine (board, solve, grade) keeps its speed.
own=$(go list -m) small=
for package in std $own/api $own/corpus $own/draw $own/generate $own/hint $own/internal/ask $own/internal/lean $own/internal/ordered $own/wasm golang.org/x/image/...; do
  small="$small -gcflags=$package=-l"
done
# shellcheck disable=SC2086
GOOS=wasip1 GOARCH=wasm GOFLAGS=-trimpath go build $small -ldflags "-s -w" -buildmode=c-shared -o "$to/gradoku.wasm" ../wasm
node pack.mjs "$to/gradoku.wasm"
node webview.mjs "$to/gradoku.wasm" "$to/webview.html"
# For require: the same module, and types that are not of an ES module.
echo 'module.exports = require("./index.js");' >"$to/index.cjs"
sed 's/answers\.js/answers.cjs/' index.d.ts >"$to/index.d.cts"
cp answers.d.ts "$to/answers.d.cts"
cp ../LICENSE "$to/LICENSE"
cat "$(go list -m -f '{{.Dir}}' golang.org/x/image)/LICENSE" >"$to/LICENSE-GO" # files of the module cache are read-only
