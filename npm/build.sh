#!/bin/sh
# Builds gradoku.wasm, and puts the licence beside it. The types in answers.d.ts are
# written by: go test ./cmd/gradoku -run TestTypes -update
set -eu
cd "$(dirname "$0")"
# Without inlining the standard library is smaller; our own packages keep their speed.
GOOS=wasip1 GOARCH=wasm GOFLAGS=-trimpath go build -gcflags=std=-l -ldflags "-s -w" -buildmode=c-shared -o gradoku.wasm ../wasm
cp ../LICENSE LICENSE
