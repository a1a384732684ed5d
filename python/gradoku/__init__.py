"""Sudoku: solve, grade, explain, compare and generate puzzles from 4x4 to 16x16.

    import gradoku

    for puzzle in gradoku.generate(3, level="hard"):
        print(puzzle["puzzle"], puzzle["rating"])

The work is done by the program gradoku in a process of its own, on all cores.

A function that is given one puzzle, as a string, returns a dict. If it is given many, it
returns an iterator of dicts in the same order, computed while you read it. Pass many
puzzles as an iterable of strings or of dicts with a key "puzzle", as an open text file
with a puzzle on each line, or as a pathlib.Path, which names a file in any format that
gradoku reads. An iterator is read up to 1,024 puzzles ahead. The dicts can be the rows
of a table:

    pandas.DataFrame(gradoku.grade(pathlib.Path("puzzles.csv")))

A function that fails raises GradokuError, which has a code. With errors="keep" a puzzle
that fails gives a row {"puzzle": ..., "code": ..., "error": ...} instead, and the other
puzzles are still answered.

The keys of answers and the options are described in gradoku.answers.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from ._child import GradokuError, program, stream

if TYPE_CHECKING:
    from typing import Unpack

    from . import answers as a

    Puzzles = Iterable[str | Mapping[str, Any]] | os.PathLike[str]
    Errors = Literal["raise", "keep"]

__all__ = ["GradokuError", "ask", "canon", "generate", "grade", "hint", "program", "solve"]


@overload
def grade(puzzles: str, *, errors: Errors = ..., **options: Unpack[a.GradeOptions]) -> a.Graded: ...
@overload
def grade(puzzles: Puzzles, *, errors: Errors = ..., **options: Unpack[a.GradeOptions]) -> Iterator[a.Graded]: ...
def grade(puzzles, *, errors="raise", **options):
    """Rate how hard puzzles are: rating, level, techniques and measures.

    steps=True adds the steps of the solution; ladder="human" rates by the techniques that
    people use, and the answer is then a HumanGraded.
    """
    return _answers("grade", puzzles, options, errors)


@overload
def solve(puzzles: str, *, errors: Errors = ..., **options: Unpack[a.SolveOptions]) -> a.Solved: ...
@overload
def solve(puzzles: Puzzles, *, errors: Errors = ..., **options: Unpack[a.SolveOptions]) -> Iterator[a.Solved]: ...
def solve(puzzles, *, errors="raise", **options):
    """Solve puzzles, and say whether the solution is unique; limit=10 lists up to ten solutions."""
    return _answers("solve", puzzles, options, errors)


@overload
def hint(puzzles: str, *, errors: Errors = ..., **options: Unpack[a.HintOptions]) -> a.Hint: ...
@overload
def hint(puzzles: Puzzles, *, errors: Errors = ..., **options: Unpack[a.HintOptions]) -> Iterator[a.Hint]: ...
def hint(puzzles, *, errors="raise", **options):
    """Show the next step in a position, or what is wrong with it.

    state is the puzzle with the player's digits; depth is "nudge", "where" or "full".
    """
    return _answers("hint", puzzles, options, errors)


@overload
def canon(puzzles: str, *, errors: Errors = ...) -> a.Canonical: ...
@overload
def canon(puzzles: Puzzles, *, errors: Errors = ...) -> Iterator[a.Canonical]: ...
def canon(puzzles, *, errors="raise"):
    """Compute the canonical form and the key, which are the same for all isomorphic puzzles."""
    return _answers("canonical", puzzles, {}, errors)


def generate(count: int = 1, **options: Unpack[a.GenerateOptions]) -> Iterator[a.Generated]:
    """Generate puzzles that meet the options, such as level="hard" or rating="4.0-4.6".

    The same seed gives the same puzzles: puzzle n, from 0, has the seed seed+n.
    """
    seed = options.get("seed", int.from_bytes(os.urandom(6)))
    if count < 0:
        raise ValueError(f"count is {count}; it must not be negative")
    if isinstance(seed, int) and not 0 <= seed <= 2**63 - max(count, 1):
        raise ValueError(f"seed is {seed}; it must be from 0 to 2**63 - 1")
    return ask("generate", ({**options, "seed": seed + n} for n in range(count)))


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


def _answers(question: str, puzzles: Any, options: Mapping[str, Any], errors: Errors) -> Any:
    if errors not in ("raise", "keep"):
        raise ValueError(f'errors is {errors!r}; it must be "raise" or "keep"')
    if isinstance(puzzles, Mapping):
        raise TypeError("puzzles is a mapping: pass one puzzle as a string, several as a list, and options as keyword arguments")
    if isinstance(puzzles, str) and "\0" not in puzzles and os.path.isfile(puzzles):
        raise ValueError(f"{puzzles!r} is a file, not a puzzle: pass pathlib.Path({puzzles!r})")
    answers = _rows(question, puzzles, options, errors == "keep")
    return _only(answers) if isinstance(puzzles, str) else answers


def _rows(question: str, puzzles: str | Puzzles, options: Mapping[str, Any], keep: bool) -> Iterator[dict[str, Any]]:
    texts = _file(puzzles) if isinstance(puzzles, os.PathLike) else [puzzles] if isinstance(puzzles, str) else _texts(puzzles)
    start, end = f'{{"{question}":{{"puzzle":', f"{',' if options else ''}{json.dumps(options)[1:]}}}"
    asked: deque[str] = deque()  # not yet answered

    def lines() -> Iterator[str]:
        for text in texts:
            asked.append(text)
            yield start + json.dumps(text) + end

    for answer in stream(lines()):
        text = asked.popleft()
        if "answer" in answer:
            yield answer["answer"]
        elif keep:
            yield {"puzzle": text, "code": answer["error"]["code"], "error": answer["error"]["text"]}
        else:
            raise GradokuError(answer["error"]["code"], f"{text:.200}: {answer['error']['text']}")


def _only(answers: Iterator[dict[str, Any]]) -> dict[str, Any]:
    (answer,) = answers
    return answer


def _texts(puzzles: Iterable[Any]) -> Iterator[str]:
    """Yields the texts of puzzles, without the blank lines and comments of files."""
    for p in puzzles:
        text = p["puzzle"] if isinstance(p, Mapping) else p
        if not isinstance(text, str):
            raise TypeError(f"a puzzle is a text, not {text!r:.100}")
        text = text.strip()
        if text and not text.startswith("#"):
            yield text


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
