"""Sudoku: solve, grade, explain, compare and generate puzzles from 4x4 to 16x16.

    import gradoku

    for puzzle in gradoku.generate(3, level="hard"):
        print(puzzle["puzzle"], puzzle["rating"])

The work is done by the program gradoku in a process of its own, on all cores.

A function that is given one puzzle, as a string, returns a dict. If it is given many, it
returns their answers: an iterator of dicts, one for each input, in the same order, computed
while you read it. Pass many puzzles as an iterable of strings, such as a list or a column of
a table, or of dicts with a key "puzzle"; as an open text file with a puzzle on each line,
without its blank lines and comments; or as a pathlib.Path, which names a file in any format
that gradoku reads. An iterator is read up to 1,024 puzzles ahead. len() of the answers is
that of the input. The answers can be the rows of a table. Those of a column with an index,
as pandas has, contain it; with flat=True all rows have the same keys, and each technique is
a column of its own:

    pandas.DataFrame(gradoku.grade(frame["puzzle"], flat=True, errors="keep")).set_index("index")
    polars.DataFrame(list(gradoku.grade(frame["puzzle"], flat=True, errors="keep")))

A function that fails raises GradokuError, which has a code. With errors="keep" a puzzle
that fails, or an input that is no text, gives a row {"puzzle": ..., "code": ..., "error": ...}
instead, and the other puzzles are still answered. What is wrong with the options is raised
by the call itself. progress=True shows on stderr how many answers were read; a function is
called with that number and the total, or None.

The keys of answers and the options are described in gradoku.answers.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, get_args, overload

from . import answers as a
from ._child import GradokuError, program, stream

if TYPE_CHECKING:
    from typing import Unpack

    Puzzles = Iterable[Any] | os.PathLike[str]
    Errors = Literal["raise", "keep"]
    Progress = bool | Callable[[int, int | None], object]

__version__ = "0.1.0"
__all__ = ["Answers", "GradokuError", "ask", "canon", "generate", "grade", "hint", "program", "solve"]

Row = TypeVar("Row")


class Answers(Iterator[Row], Generic[Row]):
    """The answers to many inputs, in order, computed while they are read."""

    def __init__(self, rows: Iterator[Row], total: int | None, progress: Progress) -> None:
        self._rows, self._total, self._read = rows, total, 0
        self._progress = _meter() if progress is True else progress

    def __next__(self) -> Row:
        row = next(self._rows)
        self._read += 1
        if self._progress:
            self._progress(self._read, self._total)
        return row

    def __len__(self) -> int:
        """Returns the number of all answers, those that were read included."""
        if self._total is None:
            raise TypeError("the input has no length, so the number of answers is not known")
        return self._total

    def __bool__(self) -> bool:
        return True

    def close(self) -> None:
        """Ends the work on the answers that were not read."""
        self._rows.close()  # of a generator, which ends those that it reads


def _meter() -> Callable[[int, int | None], None]:
    """Returns a function that shows on stderr how far the work is, ten times a second at most."""
    shown = 0.0

    def show(read: int, total: int | None) -> None:
        nonlocal shown
        if read == total or time.monotonic() - shown > 0.1:
            shown = time.monotonic()
            print(f"\r{read:,}" + ("" if total is None else f" of {total:,}"), end="\n" if read == total else "", file=sys.stderr, flush=True)

    return show


@overload
def grade(puzzles: str, *, errors: Errors = ..., flat: bool = ..., progress: Progress = ..., **options: Unpack[a.GradeOptions]) -> a.Graded: ...
@overload
def grade(puzzles: Puzzles, *, errors: Errors = ..., flat: bool = ..., progress: Progress = ..., **options: Unpack[a.GradeOptions]) -> Answers[a.Graded]: ...
def grade(puzzles, *, errors="raise", flat=False, progress=False, **options):
    """Rate how hard puzzles are: rating, level, techniques and measures.

    steps=True adds the steps of the solution; technique_order="human" rates by the techniques that
    people use, and the answer is then a HumanGraded.
    """
    return _answers("grade", puzzles, options, errors, flat, progress)


@overload
def solve(puzzles: str, *, errors: Errors = ..., flat: bool = ..., progress: Progress = ..., **options: Unpack[a.SolveOptions]) -> a.Solved: ...
@overload
def solve(puzzles: Puzzles, *, errors: Errors = ..., flat: bool = ..., progress: Progress = ..., **options: Unpack[a.SolveOptions]) -> Answers[a.Solved]: ...
def solve(puzzles, *, errors="raise", flat=False, progress=False, **options):
    """Solve puzzles, and say whether the solution is unique; limit=10 lists up to ten solutions."""
    return _answers("solve", puzzles, options, errors, flat, progress)


@overload
def hint(puzzles: str, *, errors: Errors = ..., flat: bool = ..., progress: Progress = ..., **options: Unpack[a.HintOptions]) -> a.Hint: ...
@overload
def hint(puzzles: Puzzles, *, errors: Errors = ..., flat: bool = ..., progress: Progress = ..., **options: Unpack[a.HintOptions]) -> Answers[a.Hint]: ...
def hint(puzzles, *, errors="raise", flat=False, progress=False, **options):
    """Show the next step in a position, or what is wrong with it.

    state is the puzzle with the player's digits; depth is "nudge", "where" or "full".
    """
    return _answers("hint", puzzles, options, errors, flat, progress)


@overload
def canon(puzzles: str, *, errors: Errors = ..., flat: bool = ..., progress: Progress = ...) -> a.Canonical: ...
@overload
def canon(puzzles: Puzzles, *, errors: Errors = ..., flat: bool = ..., progress: Progress = ...) -> Answers[a.Canonical]: ...
def canon(puzzles, *, errors="raise", flat=False, progress=False):
    """Compute the canonical form and the key, which are the same for all isomorphic puzzles."""
    return _answers("canonical", puzzles, {}, errors, flat, progress)


def generate(count: int = 1, *, flat: bool = False, progress: Progress = False, **options: Unpack[a.GenerateOptions]) -> Answers[a.Generated]:
    """Generate puzzles that meet the options, such as level="hard" or rating="4.0-4.6".

    The same seed gives the same puzzles: puzzle n, from 0, has the seed seed+n. The call
    returns when the first is there.
    """
    seed = options.get("seed", int.from_bytes(os.urandom(6)))
    if count < 0:
        raise ValueError(f"count is {count}; it must not be negative")
    if isinstance(seed, int) and not 0 <= seed <= 2**63 - max(count, 1):
        raise ValueError(f"seed is {seed}; it must be from 0 to 2**63 - 1")
    rows = _begun(ask("generate", ({**options, "seed": seed + n} for n in range(count))))
    return Answers(_shaped(rows, _keys("generate", options) if flat else None), count, progress)


@overload
def ask(question: str, requests: Mapping[str, Any]) -> dict[str, Any]: ...
@overload
def ask(question: str, requests: Iterable[Mapping[str, Any]]) -> Iterator[Any]: ...
def ask(question, requests):
    """Ask any question of gradoku's table, once or many times; "gradoku ask --help" lists them."""
    one = isinstance(requests, Mapping)
    answers = _asked(question, [requests] if one else requests)
    return _only(answers) if one else answers


def _asked(question: str, requests: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for answer in stream(json.dumps({question: request}) for request in requests):
        if "error" in answer:
            raise GradokuError(**answer["error"])
        yield answer["answer"]


def _answers(question: str, puzzles: Any, options: Mapping[str, Any], errors: Errors, flat: bool, progress: Progress) -> Any:
    if errors not in ("raise", "keep"):
        raise ValueError(f'errors is {errors!r}; it must be "raise" or "keep"')
    if isinstance(puzzles, Mapping):
        raise TypeError("puzzles is a mapping: pass one puzzle as a string, several as a list, and options as keyword arguments")
    if hasattr(puzzles, "columns"):
        raise TypeError('puzzles is a table: pass the column with the puzzles, such as table["puzzle"]')
    if isinstance(puzzles, str):
        if "\0" not in puzzles and os.path.isfile(puzzles):
            raise ValueError(f"{puzzles!r} is a file, not a puzzle: pass pathlib.Path({puzzles!r})")
        inputs: Iterator[Any] = iter([puzzles])
    elif isinstance(puzzles, os.PathLike):
        inputs = _begun(_file(puzzles))
    elif hasattr(puzzles, "readline"):
        inputs = (line for line in map(str.strip, puzzles) if line and not line.startswith("#"))
    else:
        inputs = iter(puzzles)
    named = hasattr(puzzles, "items") and hasattr(puzzles, "index")  # a column of a table whose rows have names
    answered = _rows(question, inputs, options, errors == "keep")
    rows = _shaped(answered, _keys(question, options) if flat else None, iter(puzzles.index) if named else None)
    if isinstance(puzzles, str):
        return _only(rows)
    _check_options(question, options)
    return Answers(rows, len(puzzles) if hasattr(puzzles, "__len__") else None, progress)


def _check_options(question: str, options: Mapping[str, Any]) -> None:
    """Raises what is wrong with options, whatever the puzzles are; notes and entries depend on the puzzle."""
    general = {name: value for name, value in options.items() if name not in ("state", "candidates", "corners")}
    try:
        ask(question, {**general, "puzzle": "12..341221434321"})
    except GradokuError as error:
        if error.code == "request":
            raise


def _rows(question: str, inputs: Iterator[Any], options: Mapping[str, Any], keep: bool) -> Iterator[dict[str, Any]]:
    """Yields an answer for each input; one that is no text is asked as an empty one."""
    start, end = f'{{"{question}":{{"puzzle":', f"{',' if options else ''}{json.dumps(options)[1:]}}}"
    asked: deque[Any] = deque()  # not yet answered

    def lines() -> Iterator[str]:
        for given in inputs:
            asked.append(given.get("puzzle") if isinstance(given, Mapping) else given)
            yield start + (json.dumps(asked[-1]) if isinstance(asked[-1], str) else '""') + end

    for answer in stream(lines()):
        given = asked.popleft()
        if "answer" in answer:
            yield answer["answer"]
            continue
        code, text = answer["error"]["code"], answer["error"]["text"]
        if not isinstance(given, str):
            code, text = "malformed", f"a puzzle is a text, not a value of the type {type(given).__name__}"
        if not keep:
            raise GradokuError(code, f"{given if isinstance(given, str) else repr(given):.200}: {text}")
        yield {"puzzle": given, "code": code, "error": text}


def _keys(question: str, options: Mapping[str, Any]) -> list[str]:
    """Returns the keys of the answers to a question, "techniques" among them if they count techniques."""
    graded = a.HumanGraded if options.get("technique_order") == "human" else a.Graded
    kinds = {"grade": graded, "solve": a.Solved, "hint": a.Hint, "canonical": a.Canonical, "generate": a.Generated}
    return [*kinds[question].__annotations__, "code", "error"]


def _shaped(rows: Iterator[dict[str, Any]], keys: list[str] | None, names: Iterator[Any] | None = None) -> Iterator[dict[str, Any]]:
    """Yields rows with these keys, if any, and a key for each technique; and with the names of an index."""
    for row in rows:
        if keys:
            used = row.get("techniques")
            row = {key: row.get(key) for key in keys if key != "techniques"}
            if "techniques" in keys:
                row |= {technique: None if used is None else used.get(technique, 0) for technique in get_args(a.Technique)}
        yield row if names is None else {"index": next(names), **row}


def _only(answers: Iterator[dict[str, Any]]) -> dict[str, Any]:
    (answer,) = answers
    return answer


def _begun(rows: Iterator[Any]) -> Iterator[Any]:
    """Reads the first row now, so that what is wrong is raised now."""
    first = list(islice(rows, 1))

    def every() -> Iterator[Any]:
        yield from first
        yield from rows

    return every()


def _file(path: os.PathLike[str]) -> Iterator[str]:
    """Yields the puzzles of a file in any format."""
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen([program(), "convert", "--quiet", "--format", "jsonl", "--", os.fspath(path)], stdout=subprocess.PIPE, stderr=complaints) as reading,
    ):
        try:
            for line in reading.stdout:
                yield json.loads(line)["puzzle"]
        finally:
            reading.kill()  # if not all was read
        if reading.wait() > 0:
            complaints.seek(0)
            raise GradokuError("unreadable", complaints.read().decode(errors="replace").strip())
