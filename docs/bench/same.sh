#!/bin/bash
# Tells whether two builds of gradoku do the same: runs both through one battery of commands
# with fixed seeds, each in a folder of its own, and compares every file that this leaves.
#
#   docs/bench/same.sh OLD NEW [DIR]
#
# OLD and NEW are binaries; DIR, a new folder under /tmp by default, keeps OLD's files in DIR/old,
# NEW's in DIR/new. What both start from, exports and databases that were never finished, OLD makes in DIR/in:
# so NEW has to read what OLD wrote. A line for each file says same, differs or texts differ: only
# sentences for people do, outside of JSON or within it, but not their numbers. The exit code is 1
# when data differ. Versions, times and paths are left out. It needs sqlite3, jq and curl.
set -u
export LC_ALL=C.UTF-8 CGO_ENABLED=0
old=$(realpath "$1") new=$(realpath "$2") dir=$(realpath -m "${3:-$(mktemp -d)}")
levels="gentle=4,easy=4,medium=3" hard=8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
languages="en de fr es it pt nl pl zh ja"
formats=$("$old" list formats | awk 'NR > 1 { print $1 }')
token=a-word-of-thirty-two-characters-x

# data FILE ARGS runs gradoku; what it prints, and its exit code, are data, its messages texts.
data() { mkdir -p "$(dirname "$1")" && { "$bin" "${@:2}" 2>"$1.text"; echo "exit $?"; } >"$1"; }
# text FILE ARGS is for a command that prints for people only.
text() { mkdir -p "$(dirname "$1")" && { "$bin" "${@:2}" >"$1.text" 2>&1; echo "exit $?"; } >"$1"; }
# ask FILE PATH [CURL'S OPTIONS] asks the server; the status comes last.
ask() { curl -s -w '\nstatus %{http_code}\n' "${@:3}" "$url$2" >"serve/$1"; }
post() { ask "$1" "/v1/$2" -H "Content-Type: application/json" -d "$3"; }

inputs() {
	"$bin" generate -n 55 --seed 1 --db all.db -q
	"$bin" generate -n 8 --seed 2 --size 6 --db all.db -q
	"$bin" generate -n 4 --seed 3 --size 4 --db all.db -q
	"$bin" generate -n 10 --seed 4 --symmetry rotate180 --rating 1.0-3.0 --db all.db -q
	"$bin" db check --run 4 --write-manifest run.json --db all.db -q
	for f in $formats; do
		mkdir -p formats && "$bin" export --db all.db --size 9 --limit 9 --format "$f" --no-record -q -o "formats/x.$f"
	done
	"$bin" export --db all.db --size 9 --format line --no-record -q >lines.txt && head -n 25 lines.txt >puzzles.txt
	{ cat puzzles.txt; echo "$hard"; echo 12; echo "${hard/8/.}" ; head -n 1 puzzles.txt; } >mixed.txt
	awk 'BEGIN { print "puzzle\tseconds\tse" } { print $1 "\t" 60 + NR * 7919 % 400 "\t" 1.2 + NR % 9 / 10 }' lines.txt >times.tsv
	awk 'NR <= 10 { for (u = 1; u < 5; u++) print $1 "," 60 + (NR * u * 7919) % 400 ",u" u }' lines.txt | sed '1i puzzle,seconds,user' >games.csv
	printf '%s\n' .4..2..8. 5.......1 ..3...6.. ...1.2... 7...5...9 ...6.3... ..7...4.. 1.......2 .8..9..3. >mask.txt
	"$bin" generate -n 25 --seed 9 --db half.db -q
	"$bin" generate --quota "$levels" --seed 8 --db quota.db --patience 6 -q; sqlite3 quota.db "UPDATE run SET state = 'stopped'"
	"$bin" generate --attempts 300 --seed 7 --db tries.db --timeout 1s -q
	"$bin" import --db corpus.db --name c -q times.tsv && cp all.db older.db
	sqlite3 older.db "UPDATE puzzle SET grader = 3, rating = rating + 1;"
}

battery() {
	for c in "" $("$old" help | awk '/^COMMANDS/ { on = 1; next } /^GLOBAL/ { on = 0 } on && NF > 1 && $1 !~ /,/ { print $1 }'); do text "help/gradoku-$c" $c --help; done
	for s in solvers techniques formats levels sizes symmetries columns; do data "list/$s.json" list $s --json; done
	data list/version.json version --json

	# runs: each kind of target in a database of its own
	n=0
	while read -r line; do
		n=$((n + 1)) && data "generate/$n.json" generate --db "generate/$n.db" --seed 11 --json -q $line
		data "generate/$n.manifest" db check --run 1 --write-manifest - --db "generate/$n.db"
	done <<-END
		-n 15
		-n 5 --size 4
		-n 8 --size 6 --symmetry mirror-both --minimal
		-n 2 --size 12
		-n 6 --grids fast --clues 28-34 --symmetry rotate90
		-n 5 --rating 2.0-2.8,4.0-4.6 --symmetry rotate180
		-n 5 --level medium,hard --letter C-F
		-n 2 --technique xy-wing
		-n 4 --only-techniques hidden-single-box,hidden-single-line,naked-single
		-n 3 --pattern ../in/mask.txt
		-n 4 --rating 1.2-1.5 --clues 30
		-n 4 --rating 1.2-2.0 --patience 500
		-n 3 --sampling bottom-up
		-n 12
		--quota $levels
		--quota 1.0-2.0=5,2.1-3.0=3 --size 6
		--attempts 20
	END
	text generate/forecast generate --quota "$levels" --seed 5 --forecast --db generate/none.db

	# databases of OLD, opened and continued
	cp ../in/*.db . && data resumed.json generate -n 60 --seed 9 --db half.db --json -q
	data quota.json generate --resume --db quota.db --json -q
	data tries.json generate --attempts 300 --seed 7 --db tries.db --json -q
	data raised.json generate -n 65 --seed 1 --db all.db --json -q
	text regrade regrade --db older.db
	data corpus/again.json import --db corpus.db --name c --json -q ../in/times.tsv
	data generate/rerun.json db check --run 1 --db generate/6.db --json -q && data corpus/rerun.json db check --manifest ../in/run.json --json -q
	for f in info check; do data "corpus/$f.json" db $f --db all.db --json; done
	data show.json show 17 --db all.db --json && text show show 17 --db all.db
	data runs.json runs --db all.db --json && data runs.manifest db check --run 4 --write-manifest - --db all.db

	# files: exports, imports and conversions in every format
	for f in $formats; do
		data "export/$f.out" export --db all.db --size 9 --limit 9 --format "$f" -q -o "export/x.$f"
		data "import/$f.json" import --db import/all.db --json -q --name "$f" "../in/formats/x.$f"
		data "convert/$f.out" convert "../in/formats/x.$f" --format csv -q -o "convert/$f.csv"
		data "convert/to-$f.out" convert ../in/times.tsv --format "$f" -q -o "convert/x.$f"
	done
	data import/mixed.json import --db import/mixed.db --json -q --keep-improper --rejects import/rejects.csv ../in/mixed.txt
	data import/none.json import --db import/none.db --json -q --grade none ../in/times.tsv && text import/regrade regrade --db import/none.db
	data corpus/list.json corpus list --db import/all.db --json && data corpus/show.json corpus show csv --db import/all.db --json
	data export/logic.out export --db all.db --logic --minutes --daily 2026-03-01..2026-03-09 --salt x -q -o export/app.sqlite
	data export/where.jsonl export --db all.db --where 'rating >= 2.0 and clues < 26' --order rating,-clues --format jsonl -q
	data export/sample.out export --db all.db --sample 20 --seed 7 -q -o export/sample.csv
	data export/labels.tsv export --db corpus.db --labels all --letter B-E --order -freedom --limit 5 --format tsv -q
	data export/practice.jsonl export --db all.db --practice naked-pair --limit 3 --format jsonl -q
	data list/exports.json list exports --db all.db --json

	# questions about single puzzles
	in=../in/mixed.txt
	for f in se human; do data "grade/$f.jsonl" grade --json --steps --chains --technique-order $f $in && text "grade/$f" grade --steps --technique-order $f $in; done
	data grade/model.jsonl grade --json --model default ../in/puzzles.txt
	for l in $languages; do data "hint/$l.json" hint --json --all --lang "$l" "$hard" && text "hint/$l" hint --lang "$l" "$(sed -n 5p ../in/puzzles.txt)"; done
	for f in nudge where; do data "hint/$f.json" hint --json --svg --depth $f --technique-order se --up-to 4.4 ../in/puzzles.txt; done
	data hint/known.json hint --json --up-to hard --known naked-single,hidden-single-box ../in/formats/x.sukaku
	for f in $("$old" list solvers --json | jq -r .name); do data "solve/$f.json" solve --json --solver "$f" --budget 200000 "$(head -n 1 ../in/puzzles.txt)"; done
	data solve/all.json solve --json --all --limit 5 $in && data solve/count.json solve --json --count "${hard/8/.}"
	text solve/trace solve --trace --framed --solver moler "$(head -n 1 ../in/puzzles.txt)" && data solve/lp solve --write-lp solve/x.lp "$hard"
	for f in canon "canon --key --transform" "canon --unique --original" minimal "verify --minimal"; do data "one/${f// /}.json" $f --json $in; done
	data one/morph.csv morph -k 2 --seed 7 --format csv ../in/puzzles.txt
	for o in "--candidates --coordinates" --singles --solution "--step 5" "--step 9 --technique-order human --size-px 500" "--solver moler --at-step 9"; do
		for f in svg png; do data "draw/x${o// /}-$f.out" draw "$hard" $o -q -o "draw/x${o// /}.$f"; done
	done

	# books, sheets, covers
	n=0
	mkdir -p book && echo 'notes = 14' >book/notes.toml
	while read -r line; do
		n=$((n + 1)) && data "book/$n.out" book --db all.db -q --reuse --style book/notes.toml --title T --author A -o "book/$n.pdf" $line
		data "book/$n.check" book check "book/$n.pdf" --db all.db --json -q && data "book/$n-cover.out" book cover "book/$n.pdf" -q -o "book/$n-cover.pdf"
	done <<-END
		--quota gentle=5,easy=6 --trim 6x9 --draft
		--quota 4x4=3,6x6:gentle=4,9x9=4 --preset large-print --hints crux --draft --lang de
		-n 9 --rating 1.0-3.0 --order ramp --labels rating --draft --per-page 4
		-n 8 --level easy --generate-missing --seed 3 --lang fr
	END
	data book/page.out book --db all.db -n 6 --reuse --draft -q -o book/page.png --page '#9'
	data book/cover.out book cover book/1.pdf -q --isbn 978-3-16-148410-0 -o book/cover.png
	data book/pictures.out book --db all.db -n 3 --reuse --draft -q --pictures svg -o book/pieces.csv
	data sheet/pdf.out sheet ../in/puzzles.txt --per-page 4 --solutions --title X --paper A4 -q -o sheet/x.pdf

	# studies
	label="../in/times.tsv --label seconds -q --solves 2"
	data study/report.out study report $label --resamples 20 -o study/report
	data study/fit.out study fit $label --folds 3 --repeats 2 --halves 3 --resamples 20 -o study/model.json
	data study/validate.json study validate --json $label --resamples 20 --against scan
	for f in "" --steps --waves; do data "study/measure$f.csv" study measure $f --dictionary "study/columns$f.csv" $label; done
	data study/play.tsv study play ../in/games.csv --player user --label seconds -q && data study/agreement.json study agreement ../in/times.tsv --label se --json
	data study/sampling.json study sampling -n 60 --controlled 0 --json -q && data study/literature.json study literature tutorial --json

	serve
}

serve() {
	mkdir -p serve && echo $token >serve/token && chmod 600 serve/token
	"$bin" serve --db all.db --listen localhost:0 --token serve/token >serve/log.text 2>&1 &
	pid=$! && for _ in $(seq 100); do url=$(grep -o 'http://[a-z0-9.:]*' serve/log.text | head -n 1)
		[[ $url ]] && break; sleep 0.1
	done
	p='"puzzle":"'$hard'"' q=size=9\&level=easy,medium\&clues=-30
	while read -r name path body; do post "$name.json" "$path" "${body//PUZZLE/$p}"; done <<-END
		canonical canonical {PUZZLE}
		check check {PUZZLE}
		draw draw {PUZZLE,"step":4,"coordinates":true}
		format format {PUZZLE,"form":"framed"}
		grade grade {PUZZLE,"steps":true}
		hint hint {PUZZLE,"lang":"de","svg":true}
		path path {PUZZLE}
		minimal minimal {PUZZLE}
		morph morph {PUZZLE,"seed":4}
		solve solve {PUZZLE}
		parse parse {"text":"$hard"}
		convert convert {"text":"$hard","to":"sdk"}
		generate generate {"seed":5,"rating":"1.2-2.5","size":9,"symmetry":"rotate180"}
		generate-bad generate {"seed":5,"rating":"x","size":7,"nonsense":1}
		hint-bad hint {PUZZLE,"lang":"xx"}
		jobs-denied jobs {"make":{"n":3}}
	END
	for f in export.csv export.jsonl export.sqlite puzzles stats; do ask "$f" "/v1/$f?$q"; done
	for f in puzzles/1 runs runs/1 daily/2026-03-01 "puzzles?rating=x" "puzzles?where=rating%3E%3D3.0&order=rating&desc=true"; do ask "${f//[\/?]/-}.json" "/v1/$f"; done
	for f in / /browse /browse?level=easy /puzzle/1 /run/1 /book /docs /make /study /openapi.json; do ask "page${f//[\/?]/-}.text" "$f"; done
	n=0 && bearer="Authorization: Bearer $token"
	for f in '{"make":{"n":5,"seed":77,"rating":"1.2-2.5"}}' '{"book":{"quota":"easy=4","title":"T","draft":true}}'; do
		n=$((n + 1)) && job=$(curl -s -H "$bearer" -H "Content-Type: application/json" -d "$f" "$url/v1/jobs" | jq -r .id)
		for _ in $(seq 300); do curl -s -H "$bearer" "$url/v1/jobs/$job" >job.text; grep -q '"finished":"' job.text && break || sleep 0.1; done
		jq '{kind, state, code, run, files}' job.text >"serve/job-$n.json" && jq '{commands, lines}' job.text >"serve/job-$n.text" && rm job.text
		for name in $(jq -r '.files[]' "serve/job-$n.json"); do curl -s -H "$bearer" "$url/v1/jobs/$job/files/$name" >"serve/$name"; done
	done
	kill $pid && wait $pid
	data serve/runs.json runs --db all.db --json
}

# rows FILE prints all tables of a database, in order, without times.
rows() {
	sqlite3 "$1" "SELECT sql FROM sqlite_master WHERE sql <> '' ORDER BY name"
	sqlite3 "$1" "SELECT 'SELECT ' || quote(m.name) || ', ' || group_concat('quote(' || c.name || ')') || ' FROM ' || m.name || ';'
		FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite_%'
		AND c.name NOT LIKE '%\_at' ESCAPE '\' GROUP BY m.name" | sqlite3 "$1" | sort
}
# plain FILE prints what is compared: no versions, times, paths, durations and speeds.
plain() {
	case $1 in
	*.db | *.sqlite) rows "$1" ;;
	*) cat "$1" ;;
	esac | if [[ $1 == *.pdf || $1 == *.png ]]; then cat; else
		sed -E "s#$dir/(old|new)#DIR#g; s#localhost:[0-9]+#HOST#g; s#$version#VERSION#g; s#20[0-9-]{8}T[0-9:]{8}(\.[0-9]+)?Z#TIME#g
			s#\"(seconds|puzzles_per_second|nanoseconds|elapsed|duration|took)\":[^,}]*#\"\1\":0#g; s#in [0-9.]+ (ms|s|min)\b#in TIME#g; s#[0-9,]+ puzzles/s#SPEED#g"
	fi
}
# wordless FILE is plain with sentences reduced to their numbers: texts of JSON, of pages and pictures.
wordless() {
	if [[ $1 == *.text ]]; then echo; else
		plain "$1" | sed -E 's#"[^"]*[a-z,.:;] [a-zA-Z][^"]*"#\n&\n#g; s#>[^<]*[a-z] [a-z][^<]*<#\n&\n#g' | sed -E '/^(">|").* .*["<]$/s#[^0-9]+# #g'
	fi
}

version=$("$old" version --json | jq -r '.gradoku // .version')
mkdir -p "$dir" && cd "$dir" && rm -rf in old new && mkdir in old new
(bin=$old && cd in && inputs)
for side in old new; do
	(bin=${!side} && cd $side && battery) 2>"$side.errors" &
done
wait
declare -A count=([same]=0 [differs]=0 [texts differ]=0)
while read -r f; do
	if cmp -s "old/$f" "new/$f" || cmp -s <(plain "old/$f") <(plain "new/$f"); then is=same
	elif cmp -s <(wordless "old/$f") <(wordless "new/$f") && [[ -f old/$f && -f new/$f ]]; then is="texts differ"
	else is=differs; fi
	count[$is]=$((count[$is] + 1)) && printf '%-13s %s\n' "$is" "$f"
done < <( (cd old && find . -type f; cd ../new && find . -type f) | sort -u | sed 's#^\./##')
echo "${count[same]} same, ${count[texts differ]} texts differ, ${count[differs]} differ; both sides are in $dir"
exit $((count[differs] > 0))
