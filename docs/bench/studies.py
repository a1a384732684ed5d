"""Compares docs/STUDIES.md and docs/bench/studies.md with what the commands print today.

    python3 docs/bench/studies.py GRADOKU DATA [quick]

Each figure is printed again as the documents write it, and must be in them. quick leaves out
the random samples. It ends with exit code 1 if a figure is missing.
"""

import csv
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile

gradoku, data, quick = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:] == ["quick"]
docs = pathlib.Path(__file__).parent.parent
texts = {name: (docs / name).read_text().replace("−", "-") for name in ("STUDIES.md", "bench/studies.md")}
missing = checked = 0


def run(*args):
    return subprocess.run([gradoku, "study", *map(str, args)], check=True, capture_output=True, text=True).stdout


def expect(name, figure, command):
    global missing, checked
    checked += 1
    if figure not in texts[name]:
        missing += 1
        print(f"docs/{name} does not have: {figure}\n  which is of: {command}")


def estimate(row):
    return "%.3f [%.2f, %.2f]" % tuple(map(float, row))


def brackets(e, digits=2):
    return f"[{e['low']:.{digits}f}, {e['high']:.{digits}f}]"


last = run("literature").strip().splitlines()[-1].removeprefix("in all: ")
expect("STUDIES.md", last.replace("\n", " "), "study literature")

metrics = {
    "person": "simulated p", "scan_fills": "scan effort, one", "scan": "scan effort S", "dependency_hidden": "dependency, hidden",
    "dependency": "dependency |", "steps15": "steps rated", "er": "rating ER |", "refutation": "refutation sum", "freedom": "blank freedom", "clues": "clues |",
}  # fmt: skip
people = {"mean_seconds": "cloudsudoku-dev.tsv", "d_to": "cloudsudoku-metrics-dev.tsv"}
with tempfile.TemporaryDirectory() as folder:
    for label, file in people.items():
        command = ["report", data / "human" / file, "--label", label, "--by", "id:10000", "-o", folder, "--quiet"]
        run(*command)
        with open(f"{folder}/correlations.csv", encoding="utf-8") as rows:
            for row in csv.DictReader(rows):
                for column in ("pearson_r", "spearman_rho"):
                    if row["metric"] not in metrics:
                        continue
                    figure = estimate(row[column + end] for end in ("", "_low", "_high"))
                    for name in texts:
                        if name == "STUDIES.md" and (column != "pearson_r" or row["metric"] in ("scan_fills", "dependency_hidden")):
                            continue
                        lines = [line for line in texts[name].splitlines() if line.startswith("| " + metrics[row["metric"]])]
                        expect(name, figure if any(figure in line for line in lines) else f"{row['metric']}, {label}, {column}: {figure}", "study report " + file)

    run("report", data / "human" / people["d_to"], "--label", "d_tr", "--by", "id:10000", "-o", folder, "--quiet")
    with open(f"{folder}/correlations.csv", encoding="utf-8") as rows:
        scan = next(row for row in csv.DictReader(rows) if row["metric"] == "scan")
    r, rho = (estimate(scan[column + end] for end in ("", "_low", "_high")) for column in ("pearson_r", "spearman_rho"))
    expect("bench/studies.md", f"S has r = {r} and ρ = {rho}", "study report --label d_tr")

    if importlib.util.find_spec("numpy"):
        tables = [f"{folder}/features.csv", f"{folder}/waves.csv"]
        for table, kind in zip(tables, ([], ["--waves"])):
            run("measure", data / "human" / people["d_to"], *kind, "-o", table, "--quiet")
        out = subprocess.run([sys.executable, docs.parent / "examples/ridge.py", *tables, "label_d_to", "label_id"], check=True, capture_output=True, text=True).stdout
        r, rho = (estimate(figure) for figure in re.findall(r"= (\S+) \[(\S+), (\S+)\]", out)[:2])
        for name in texts:
            expect(name, r, "examples/ridge.py")
        expect("bench/studies.md", f"{r} and {rho}", "examples/ridge.py")

    model = f"{folder}/model.json"
    for label, by in [(label, by) for label in ("mean_seconds", "d_to", "d_tr") for by in (["--by", "id:10000"], [])]:
        command = ["fit", data / "human" / people.get(label, people["d_to"]), "--label", label, *by]
        run(*command, "-o", model, "--quiet")
        measured = json.loads(pathlib.Path(model).read_text())["measured"]
        named = " ".join(["study fit --label", label, *by])
        share = {s["name"]: s["coverage"] for s in measured["strata"]}
        fifths = [f"{100 * c['value']:.0f}" for name, c in share.items() if name.endswith("fifth")]
        hard = f"{100 * share['rated 2.6 or more']['value']:.0f} % {brackets({k: 100 * v for k, v in share['rated 2.6 or more'].items()}, 0)}"
        if label != "mean_seconds":
            row = f"| {label.upper()}{', `--by id:10000`' if by else ''} | {', '.join(fifths)} % | {hard} |"
            for block in ("id up to 10000", "id above 10000") if by else ():
                c = {k: 100 * v for k, v in share[block].items()}
                row += f" {c['value']:.0f} % {brackets(c, 0)} |"
            expect("bench/studies.md", row, named)
        elif by:
            r, rho, slope = (measured[key] for key in ("pearson", "spearman", "slope"))
            figure = f"r = {r['value']:.3f} {brackets(r)}, ρ = {rho['value']:.3f} {brackets(rho)}, slope {slope['value']:.2f} {brackets(slope)}, R² {measured['r2']:.2f}"
            for name in texts:
                expect(name, figure, named)
            expect("bench/studies.md", ", ".join(fifths) + " % (± 8)", named)
            for s in measured["strata"]:
                if s["name"].startswith("rated"):
                    c = {k: 100 * v for k, v in s["coverage"].items()}
                    expect("bench/studies.md", f"| {s['name']} | {s['puzzles']} | {s['pearson']:.3f} | {s['spearman']:.3f} | {c['value']:.0f} % {brackets(c, 0)} |", named)
                elif s["name"].startswith("id"):
                    expect("bench/studies.md", f"| {s['puzzles']} | {s['pearson']:.3f} | {s['spearman']:.3f} | {100 * s['coverage']['value']:.0f} % |", named)
        else:
            expect("bench/studies.md", f"{', '.join(fifths[:4])} and {fifths[4]} %, and {hard.split(' [')[0]} of the harder ones", named)

out = run("validate", data / "human" / people["d_to"], "--label", "d_to", "--quiet")
line = next(line for line in out.splitlines() if line.startswith("r "))
expect("STUDIES.md", "r = " + line.split("   ")[0][2:], "study validate --label d_to")
expect("bench/studies.md", "ρ = " + line.split("   ")[1][2:], "study validate --label d_to")

for file, args in {"controlled-bias-dev.tsv": ["--label", "se"], "se-dev.tsv": ["--label", "ER", "--where", "rater=SE1.2.1.3"]}.items():
    same, of = run("agreement", data / "ratings" / file, *args).split(": ", 1)[1].split(" ratings")[0].split(" of ")
    for name in texts:
        expect(name, f"{same} of {of}", "study agreement " + file)

out = run("sampling", "--n", 0, "--file", data / "ratings/controlled-bias-dev.tsv")
for value, low, high in re.findall(r"([\d.]+) \(([\d.]+) to ([\d.]+)\)", next(line for line in out.splitlines() if line.startswith("correlation"))):
    expect("bench/studies.md", f"{value} ({low} to {high})", "study sampling --file")
    expect("STUDIES.md", f"{value} [{low}, {high}]", "study sampling --file")

if not quick:
    out = run("sampling", "--n", 10000, "--controlled", 0, "--seed", 1)
    for line in out.splitlines()[7:12]:  # from the mean clues to the correlation
        for value, low, high in re.findall(r"([\d.]+) \(([\d.]+) to ([\d.]+)\)", line):
            expect("bench/studies.md", f"{value} ({low} to {high})", "study sampling")
            if not line.startswith("sd of clues"):
                expect("STUDIES.md", f"{value} [{low}, {high}]", "study sampling")

print(f"{checked - missing} of {checked} figures are in the documents")
sys.exit(missing > 0)
