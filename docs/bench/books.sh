#!/bin/sh
# Makes twenty books of all kinds from one database, checks each with its own reader, with
# qpdf and with pdffonts, writes a contact sheet of each to look at, and solves all puzzles
# with qqwing and an independent search.
#
#     docs/bench/books.sh GRADOKU FOLDER [CJK-FONT]
#
# The font is for the Chinese and the Japanese book, which are left out without one, for
# example /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc of Debian's fonts-noto-cjk.
set -eu
here=$(dirname "$(realpath "$0")") gradoku=$(realpath "$1") folder=$2 font=${3:-}
mkdir -p "$folder"
cd "$folder"
rm -f books.db*
make() { "$gradoku" generate --db books.db -q "$@"; }
make --seed 6 -n 60 --size 4 --clues 6
make --seed 7 -n 60 --size 6
make --seed 8 -n 12 --size 12 --clues 66-76
make --seed 9 -n 8 --size 16 --clues 130-150
make --seed 10 -n 200 --clues 26-32

printf 'For Anna,\nwho never guesses.\n' >dedication.md
printf '# One Last Thing\n\nIf you *liked* this book, **say so**:\n\n![Scan me](qr:https://example.com/review)\n\n- Quiet Sudoku for Travellers\n- Quiet Sudoku for Children\n' >review.md
cat >house.toml <<'END'
trim = "6x9"
per-page = 1
labels = ["stars", "rating"]
line-weights = [0.5, 1.4, 2.2]
box-tint = 7
front = ["dedication.md"]
back = ["review.md"]
imprint = ["First printing, May 2026"]

[words]
contents = "What Is Inside"
levels.gentle.name = "Warm-up"
END

echo 'symbols = "ABCDEF"' >letters.toml
echo 'symbols = "1-16"' >numbers.toml
echo 'pencil = "digits"' >digits.toml
echo 'pencil = "boxes"' >boxes.toml

n=0
book() { # name, then what it is
	name=$1 answers=
	shift
	n=$((n + 1))
	case " $* " in *" --solutions-file "*) answers="--solutions-file $name-solutions.pdf" ;; esac
	"$gradoku" book --db books.db --reuse --generate-missing --seed 5 --author "Jane Doe" --draft -q "$@" -o "$name.pdf" 2>"$name.log" || { cat "$name.log"; exit 1; }
	"$gradoku" book check "$name.pdf" $answers --db books.db -q
	qpdf --check "$name.pdf" >"$name.qpdf" || { cat "$name.qpdf"; exit 1; }
	if pdffonts "$name.pdf" | awk 'NR > 2 && $(NF-4) != "yes"' | grep .; then exit 1; fi
	"$gradoku" book --db books.db --reuse --author "Jane Doe" --preview -q "$@" -o "$name.png" 2>/dev/null || true
	echo "$n $name: $(pdfinfo "$name.pdf" | awk '/^Pages/ {print $2}') pages"
}
book letter --quota gentle=12,easy=12,medium=12,hard=8 --hints crux
book pocket --quota easy=16 --trim 4x6 --per-page 1
book large --quota gentle=10,easy=10 --preset large-print --solutions section
book children --quota 4x4=18,6x6=12 --preset kids --style letters.toml
book giant --quota 16x16=4,12x12=6 --trim A4 --style numbers.toml
book twelve --quota easy=36 --per-page 12 --trim A4 --style digits.toml
book nine --quota medium=27,6x6=18 --per-page 9 --trim 8.5x11 --solutions none
book overleaf --quota gentle=8,medium=12 --trim 7x10 --per-page 2 --solutions overleaf
book upsidedown --quota gentle=8,hard=8 --trim 6x9 --per-page 2 --solutions upside-down
book apart --quota easy=12,expert=8 --trim 5.5x8.5 --per-page 1 --solutions-file apart-solutions.pdf --style boxes.toml
book deutsch --quota gentle=8,medium=8,hard=8 --trim A5 --lang de --title "Stille Sudokus" --labels rating --hints crux
book francais --quota easy=8,medium=8,hard=8 --trim A5 --lang fr --title "Sudokus tranquilles" --hints crux
book espanol --quota easy=8,hard=8 --trim 9x6 --lang es --title "Sudokus tranquilos" --order ramp
book italiano --quota gentle=8,medium=8,hard=8 --trim A5 --lang it --title "Sudoku tranquilli" --hints crux
book portugues --quota gentle=8,medium=8,hard=8 --trim A5 --lang pt --title "Sudokus tranquilos" --hints crux
book nederlands --quota gentle=8,medium=8,hard=8 --trim A5 --lang nl --title "Rustige sudoku’s" --hints crux
book polski --quota gentle=8,medium=8,hard=8 --trim A5 --lang pl --title "Spokojne sudoku" --hints crux
book styled --quota gentle=10,easy=10 --style house.toml --title "Quiet Sudoku"
if [ -n "$font" ]; then
	book chinese --quota gentle=8,medium=8 --trim 6x9 --lang zh --title "安静的数独" --font "$font" --hints crux
	book japanese --quota gentle=8,medium=8 --trim 6x9 --lang ja --title "静かな数独" --font "$font"
fi
if "$gradoku" book --db books.db -n 5 --reuse --title "סודוקו" --draft -o hebrew.pdf 2>hebrew.log; then
	echo "a title from right to left was printed"
	exit 1
fi
echo "refused: $(head -1 hebrew.log)"
"$gradoku" book --db books.db -q --quota easy=10 --generate-missing --seed 5 --volumes 3 --continue-numbers --trim 5x8 --per-page 1 --title "Quiet {volume}" -o 'volume-{volume}.pdf' 2>volumes.log
for k in 1 2 3; do "$gradoku" book check "volume-$k.pdf" --db books.db -q; done
echo "series: $(for k in 1 2 3; do pdfinfo "volume-$k.pdf" | awk '/^Pages/ {print $2}'; done | tr '\n' ' ')pages"
python3 "$here/books-solve.py" "$gradoku" books.db
