#!/bin/sh
#SBATCH --array=1-50
#SBATCH --cpus-per-task=32
#SBATCH --time=12:00:00
#SBATCH --signal=B:TERM@30
# Not tested. Tasks may start and end at any time.
gradoku worker --db postgres://ada@db.example.org/puzzles --workers 32 &
trap 'kill -TERM $!' TERM
wait; wait
