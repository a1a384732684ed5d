#!/bin/sh
# Lists what makes a binary large, by module: docs/bench/size.sh [BINARY [ROWS]]. The
# binary must have its symbol table, as go build writes it.
go tool nm -size "${1:-gradoku}" | awk '
  $3 ~ /^[bB]$/ || $2 > 2e7 { next } # not in the file; one is a buffer of 32 MB that starts empty
  {
    name = $4
    for (i = 5; i <= NF; i++) name = name " " $i
    sub(/^(type:\.(eq|hash)\.|go:itab\.\*?|type:\*?)/, "", name)
    sub(/[({[].*/, "", name)
    n = split(name, part, "/")
    if (n == 1) module = "standard library"
    else if (part[1] == "gradoku") module = "gradoku"
    else if (part[1] !~ /\./) module = "standard library"
    else { sub(/\..*/, "", part[n]); module = part[1] "/" part[2] (n > 2 ? "/" part[3] : "") }
    size[module, $3 ~ /[tT]/] += $2; all[module] += $2
  }
  END { for (m in all) printf "%9.2f %9.2f  %s\n", size[m, 1] / 1e6, size[m, 0] / 1e6, m }' |
  sort -k1,1nr -k2,2nr | awk '{ print ($1 + $2), $0 }' | sort -nr | cut -d' ' -f2- | head -"${2:-25}"
