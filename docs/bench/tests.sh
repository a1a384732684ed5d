#!/usr/bin/env bash
# Prints the CPU seconds of each package's tests, including all processes that they start: the
# sum first, then the packages, the most expensive first: docs/bench/tests.sh [PACKAGE...]
# Compiling is not counted; the WebAssembly module that a test builds is compiled beforehand.
# Processes that outlive their parent, such as PostgreSQL's, are not counted. It needs GNU time.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GRADOKU_TIMES=$work/times
cat >"$work/timed" <<'SH'
#!/bin/sh
exec /usr/bin/time -q -a -o "$GRADOKU_TIMES" -f "%U %S $PWD" "$@"
SH
chmod +x "$work/timed"
sh npm/build.sh "$work"
status=0
CGO_ENABLED=0 go test -vet=off -count=1 -timeout 60m -exec "$work/timed" "${@:-./...}" >"$work/said" || status=$?
grep -v '^ok\|no test files' "$work/said" >&2 || true
awk -v root="$PWD" '{ sub(root "/?", "", $3); printf "%7.1f %s\n", $1 + $2, $3 == "" ? "." : $3; sum += $1 + $2 } END { printf "%7.1f in all\n", sum }' "$work/times" | sort -rn
exit $status
