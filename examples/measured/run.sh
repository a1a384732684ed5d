#!/bin/sh
# Goes from a log of games to a book whose levels are based on measured times. The log is
# simulated with a fixed seed; replace it with the log of your app.
set -e
gradoku generate --quota gentle=100,easy=100,medium=100 --seed 36 --db puzzles.db
gradoku export --db puzzles.db --format csv --no-record -o puzzles.csv
python3 "$(dirname "$0")/plays.py" puzzles.csv --seed 36 > simulated-plays.csv
head -c 32 /dev/urandom > salt.bin # keep it: later logs need the same one
gradoku import simulated-plays.csv --plays --salt salt.bin --source 'simulated, seed 36' --licence CC0-1.0 --grade none --db puzzles.db
gradoku study play --db puzzles.db --save --report report -o measured.csv
gradoku export --db puzzles.db --where 'measured < 10 and reliability >= 0.8' --no-record -o short.csv
gradoku study fit measured.csv --label measured_minutes --weight plays -o model.json
gradoku book --db puzzles.db --quota gentle=8,easy=8,medium=8 --labels stars,measured-minutes -o measured.pdf
