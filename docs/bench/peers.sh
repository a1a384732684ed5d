#!/bin/bash
# Times gradoku and other programs on the same puzzles, in alternating rounds on one core, and
# prints the table of docs/bench/peers.md. Its ratios of CPU time are above 1 if gradoku is faster.
#
#   docs/bench/peers.sh PEERS PUZZLES [ROUNDS]
#
# PEERS is a folder with the sources of any of tdoku, sukaku-forge, SukakuExplainer and HoDoKu, in
# folders of these names, and npm packages in npm/node_modules; qqwing and sgt-solo are taken
# from the PATH or /usr/games. A program that is missing or does not build is reported in a line.
# PUZZLES holds the usual files of puzzles, such as 17clue.txt. The script needs Go, and for the
# other programs clang++, cargo, a JDK and node.
set -u
export LC_ALL=C PATH=$PATH:/usr/games CGO_ENABLED=0
peers=$(realpath "$1") puzzles=$(realpath "$2") rounds=${3:-7}
top=$(cd "$(dirname "$0")/../.." && pwd) dir=$(mktemp -d) missing=()
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit

lacks() { missing+=("$1: $2"); }
log() { git -C "$peers/$1" log -1 --format='%h, %cs' 2>/dev/null; }
(cd "$top" && go build -o "$dir/gradoku" ./cmd/gradoku && go build -o "$dir/count" docs/bench/count.go &&
	go build -tags purego -o "$dir/count-plain" docs/bench/count.go) || exit

cat >count.cc <<'END'
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>
#include "tdoku.h"
int main(int n, char **args) {
	std::vector<std::string> puzzles;
	std::ifstream in(args[1]);
	for (std::string s; std::getline(in, s);) puzzles.push_back(s + "\n");
	char solution[81];
	size_t guesses, found, done = 0;
	for (clock_t start = clock();;) {
		found = 0;
		for (auto &p : puzzles) found += TdokuSolverDpllTriadSimd(p.c_str(), 2, 0, solution, &guesses);
		done += puzzles.size();
		double used = double(clock() - start) / CLOCKS_PER_SEC;
		if (used > 0.25) return printf("%.0f %zu\n", done / used, found) < 0;
	}
}
END
clang=$(command -v clang++ clang++-22 clang++-14 | head -n 1)
if ! "${clang:-false}" -O3 -march=native -DNDEBUG -std=c++14 -I"$peers/tdoku/include" -I"$peers/tdoku/src" \
	count.cc "$peers/tdoku/src/"{solver_dpll_triad_simd,util}.cc -o count-tdoku 2>tdoku.log; then lacks tdoku "$(tail -n 1 tdoku.log)"; fi
forge=$peers/sukaku-forge/target/rater/sukaku-forge-rate
[[ -x $forge ]] || (cd "$peers/sukaku-forge" && RUSTFLAGS="-C target-cpu=native" cargo build --offline -p sukaku-forge-classic-rater --profile rater) >forge.log 2>&1
[[ -x $forge ]] || lacks sukaku-forge "no target/rater/sukaku-forge-rate: $(tail -n 1 forge.log)"
(cd "$peers/SukakuExplainer" && javac -nowarn -encoding ISO-8859-1 -d "$dir/se" diuf/sudoku/test/serate.java) >se.log 2>&1 || lacks SukakuExplainer "$(tail -n 1 se.log)"
(cd "$peers/HoDoKu/src" && javac --release 8 -nowarn -encoding ISO-8859-1 -d "$dir/hd" sudoku/Main.java && cp -r intl templates.dat "$dir/hd") >hd.log 2>&1 || lacks HoDoKu "$(tail -n 1 hd.log)"

# As in solver.md, the puzzles are relabelled and permuted, because the original order of a file can favour a solver.
for set in sudoku-easy50 17clue sudoku-top95 top1465 forum11 multi; do
	[[ -f $puzzles/$set.txt ]] || { lacks "$set.txt" "not in $puzzles"; continue; }
	grep -v '^#' "$puzzles/$set.txt" | head -n 10000 | ./gradoku morph -k 1 --seed 7 --format line - | cut -c1-81 | tr 0 . >"$set.txt"
done
./gradoku generate -n 5000 --seed 7 --db made.db -q && ./gradoku export --db made.db --format line --no-record -q | tr 0 . >minimal.txt
head -n 100 minimal.txt >some.txt

# cpu COMMAND prints the CPU seconds it takes.
cpu() { { TIMEFORMAT='%U %S'; time taskset -c 0 "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'; }
# note WORK PROGRAM FIGURE keeps a figure of a round.
note() { printf '%s\t%s\t%s\n' "$@" >>figures; }
rate() { note "count $1" "$2" "$(taskset -c 0 "./$3" "$1.txt" | tee -a "sums-$1" | cut -d' ' -f1)"; }
for _ in $(seq "$rounds"); do
	for set in sudoku-easy50 minimal 17clue sudoku-top95 top1465 forum11 multi; do
		[[ -s $set.txt && -x count-tdoku ]] || continue
		rate $set kernel count && rate $set tdoku count-tdoku && rate $set plain count-plain
	done
	note "rate 100" gradoku "$(cpu ./gradoku grade --json some.txt)"
	[[ -x $forge ]] && note "rate 100" sukaku-forge "$(cpu "$forge" --allow-uniqueness --input=- <some.txt)"
	[[ -d se/diuf ]] && note "rate 100" SukakuExplainer "$(cpu java -Djava.awt.headless=true -cp se diuf.sudoku.test.serate --format=%r --input=some.txt)"
	note "path 100" gradoku "$(cpu ./gradoku grade --json --technique-order human some.txt)"
	[[ -d hd/intl ]] && note "path 100" HoDoKu "$(cpu java -Djava.awt.headless=true -cp hd sudoku.Main /bs some.txt)"
	rm -f new.db* && note "make 300" gradoku "$(cpu ./gradoku generate -n 300 --workers 1 --db new.db -q)"
	command -v qqwing >/dev/null && note "make 300" qqwing "$(cpu qqwing --generate 300 --one-line)"
	command -v sgt-solo >/dev/null && note "make 300" sgt-solo "$(cpu sgt-solo --generate 300 3x3du)"
	for p in sudoku sudoku-gen; do
		[[ -d $peers/npm/node_modules/$p ]] && note "make 300" "npm $p" "$(cd "$peers/npm" && cpu node -e \
			"const s = require('$p'); for (let i = 0; i < 300; i++) s.makepuzzle ? s.makepuzzle() : s.getSudoku('expert')")"
	done
done
command -v qqwing >/dev/null || lacks qqwing "not installed"
command -v sgt-solo >/dev/null || lacks sgt-solo "not installed"
for s in sums-*; do [[ $(cut -d' ' -f2 "$s" | sort -u | wc -l) == 1 ]] || lacks "$s" "the programs count different solutions"; done

echo "$(date +%F), $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(sed -n 's/^cpu family[^:]*: //p;s/^model[[:space:]]*: //p' /proc/cpuinfo | head -n 2 | paste -sd' ' | sed 's/^/family and model /'); medians of $rounds rounds."
echo "gradoku $(git -C "$top" rev-parse --short HEAD), $(go version | cut -d' ' -f3). tdoku $(log tdoku) with $("${clang:-true}" --version | head -n 1). sukaku-forge $(log sukaku-forge). SukakuExplainer $(log SukakuExplainer). HoDoKu $(log HoDoKu). $(qqwing --version 2>/dev/null)."
# median of the ratios of each round; counting is a rate, so there more is better.
awk -F'\t' '
	$3 > 0 { n[$1, $2]++; v[$1, $2, n[$1, $2]] = $3; if (!(($1, $2) in at)) { at[$1, $2] = ++rows; work[rows] = $1; who[rows] = $2 } }
	function median(list, n,   i, j, t) {
		for (i = 2; i <= n; i++) for (j = i; j > 1 && list[j] < list[j-1]; j--) { t = list[j]; list[j] = list[j-1]; list[j-1] = t }
		return n % 2 ? list[(n+1)/2] : (list[n/2] + list[n/2+1]) / 2
	}
	END {
		print "\n| work | program | figure | gradoku is faster by |\n|---|---|--:|--:|"
		for (r = 1; r <= rows; r++) {
			count = work[r] ~ /^count/; ours = count ? "kernel" : "gradoku"; delete a; delete q
			for (i = 1; i <= n[work[r], who[r]]; i++) {
				a[i] = v[work[r], who[r], i]
				q[i] = count ? v[work[r], ours, i] / a[i] : a[i] / v[work[r], ours, i]
				if (who[r] == "plain") q[i] = a[i] / v[work[r], "tdoku", i]
			}
			m = median(a, n[work[r], who[r]]); x = sprintf("%.2f", median(q, n[work[r], who[r]]))
			if (who[r] == ours) x = ""; if (who[r] == "plain") x = x " (plain Go against tdoku)"
			printf "| %s | %s | %s | %s |\n", work[r], who[r], count ? sprintf("%.0f /s", m) : sprintf("%.2f s", m), x
		}
	}' figures
((${#missing[@]} == 0)) || printf '\nNot timed: %s.\n' "$(printf '%s; ' "${missing[@]}" | sed 's/; $//')"
