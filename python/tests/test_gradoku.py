"""Tests of the package; the program is the one that GRADOKU names, or that of the wheel."""

import gc
import io
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import gradoku
from gradoku import _child

HARD = ".7.4.5......93.7..4..1...8.6.....15..4.......3.5..2....59....3.1..54.2..8....9..1"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = "1" + "." * 80  # several solutions
SOME = 3 * _child.AHEAD  # inputs, so that a stream waits for answers more than once
HOLES = [None, float("nan"), "", " ", "\n", "# a comment", "#" + EASY, 0, 5, 1.5, True, int(EASY.replace(".", "0")), b"1", (), [], [EASY], {}, {"puzle": EASY}, {"puzzle": None},
    object(), "x", "\ud800", "\0", EASY[:-1], EASY + ".", "." * (1 << 21), TWO, "11" + "." * 79]  # fmt: skip


class Column:
    """What is used of a series: of pandas, with an index, and of polars, without."""

    def __init__(self, values, index=None):
        self.values = values
        if index is not None:
            self.index, self.items = index, lambda: zip(index, values)

    def __iter__(self):
        return iter(self.values)

    def __len__(self):
        return len(self.values)


def answer_in_another_process(puzzle):
    return gradoku.solve(puzzle)["solution"]


class Answers(unittest.TestCase):
    def test_one_and_many(self):
        self.assertEqual(gradoku.grade(HARD)["rating"], 8.3)
        self.assertEqual([g["rating"] for g in gradoku.grade([EASY, HARD])], [1.2, 8.3])
        self.assertTrue(gradoku.solve(EASY)["unique"])
        self.assertEqual(gradoku.canon(HARD)["key"], "ef9b0a9abd92757267225d9862f165a5")
        self.assertEqual(gradoku.hint(EASY)["text"], "Hidden single in box 2: the 8s in r3c3 and r5c4 leave only r1c6 for 8.")
        self.assertIn("Z1S6", gradoku.hint(EASY, depth="where", lang="de")["text"])
        self.assertEqual(gradoku.grade(EASY, steps=True)["steps"][-1]["rating"], 1.0)
        self.assertEqual(gradoku.ask("check", {"puzzle": TWO})["fault"], "several")
        self.assertEqual(list(gradoku.grade([])), [])

    def test_generate(self):
        made = list(gradoku.generate(3, level="hard", seed=5))
        self.assertEqual([p["level"] for p in made], ["hard"] * 3)
        self.assertEqual([p["puzzle"] for p in gradoku.generate(3, level="hard", seed=5)], [p["puzzle"] for p in made])
        self.assertEqual([g["rating"] for g in gradoku.grade(made)], [p["rating"] for p in made])
        self.assertEqual(len({p["puzzle"] for p in gradoku.generate(20)}), 20)
        self.assertEqual(next(gradoku.generate(size=4))["size"], 4)

    def test_files(self):
        lines = f"# a comment\n{EASY}\n\n{HARD}\n"
        self.assertEqual([s["puzzle"] for s in gradoku.solve(io.StringIO(lines))], [EASY, HARD])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "puzzles.csv")
            path.write_text(f"id,puzzle\na,{EASY}\nb,{HARD}\n")
            self.assertEqual([s["puzzle"] for s in gradoku.solve(path)], [EASY, HARD])
            path.write_text(f"id,puzzle\na,{EASY}\nb,nothing\n")
            with self.assertRaises(gradoku.GradokuError) as raised:
                list(gradoku.solve(path))
            self.assertIn("puzzles.csv:3", str(raised.exception))
            with self.assertRaises(gradoku.GradokuError) as raised:
                gradoku.solve(Path(folder, "none"))
            self.assertIn("there is no file", str(raised.exception))

    def test_streams_are_lazy(self):
        def endless():
            while True:
                yield EASY

        answers = gradoku.solve(endless())
        self.assertEqual([next(answers)["unique"] for _ in range(3000)], [True] * 3000)
        answers.close()
        # A sender that waits for each answer gets it.
        seen = []

        def patient():
            for n in range(1, 4):
                for _ in range(900):  # with more unanswered questions a stream waits anyway
                    if len(seen) >= n:
                        break
                    yield EASY
                    time.sleep(0.05)
                self.assertGreaterEqual(len(seen), n)

        for answer in gradoku.solve(patient()):
            seen.append(answer)

    def test_streams_within_streams(self):
        for g in gradoku.grade([EASY] * 50):
            self.assertEqual(gradoku.solve(g["puzzle"])["solution"], g["solution"])

    def test_process_is_kept(self):
        gradoku.solve(EASY)
        before = [c.process.pid for c in _child._idle]
        for _ in range(20):
            gradoku.solve(EASY)
        self.assertEqual([c.process.pid for c in _child._idle], before)


class Faults(unittest.TestCase):
    def test_bad_input(self):
        for puzzle, code in (("abc", "malformed"), (TWO, "several"), ("11" + "." * 79, "none"), ("", "malformed")):
            with self.subTest(puzzle), self.assertRaises(gradoku.GradokuError) as raised:
                gradoku.grade(puzzle)
            self.assertEqual(raised.exception.code, code)
        for call in (
            lambda: gradoku.grade(EASY, technique_order="none"),
            lambda: gradoku.grade(EASY, colour="red"),
            lambda: gradoku.grade([], technique_order="none"),
            lambda: gradoku.hint([EASY], depth="deep"),
            lambda: gradoku.solve(iter([]), limit=-1),
            lambda: gradoku.canon([EASY], errors="keep") and gradoku.hint([EASY], errors="keep", colour="red"),
            lambda: gradoku.generate(level="harder"),
            lambda: gradoku.ask("riddle", {}),
        ):
            with self.assertRaises(gradoku.GradokuError) as raised:
                call()
            self.assertEqual(raised.exception.code, "request")
        with self.assertRaisesRegex(TypeError, "pass one puzzle as a string"):
            gradoku.grade({"puzle": EASY})
        with self.assertRaisesRegex(ValueError, "pathlib"):
            gradoku.grade(__file__)
        for wrong in {"count": -1}, {"seed": 2**64}:
            with self.assertRaisesRegex(ValueError, "must not be negative|must be from 0"):
                gradoku.generate(**wrong)
        for many in 5, None, type("Table", (), {"columns": ["puzzle"]})():
            with self.assertRaises(TypeError):
                gradoku.grade(many)
        with self.assertRaises(ValueError):
            gradoku.grade(EASY, errors="ignore")
        self.assertEqual(pickle.loads(pickle.dumps(raised.exception)).code, "request")

    def test_codes(self):
        for fault in json.loads((Path(__file__).parents[2] / "api" / "testdata" / "faults.json").read_text()):
            with self.subTest(fault), self.assertRaises(gradoku.GradokuError) as raised:
                gradoku.ask(fault["question"], fault["request"])
            self.assertEqual(raised.exception.code, fault["code"])

    def test_bad_input_among_good(self):
        puzzles = [EASY, TWO, "x\ny", HARD]
        rows = list(gradoku.grade(puzzles, errors="keep"))
        self.assertEqual([r.get("code") for r in rows], [None, "several", "malformed", None])
        self.assertEqual([r["puzzle"] for r in rows], puzzles)
        before = []
        with self.assertRaisesRegex(gradoku.GradokuError, "1\\.\\.\\.*: several solutions"):
            for row in gradoku.grade(puzzles):
                before.append(row)
        self.assertEqual(len(before), 1)

    def test_every_hole(self):
        inputs = [HOLES[n // 50 % len(HOLES)] if n % 50 == 3 else (EASY, TWO, HARD)[n % 3] for n in range(SOME)]
        texts = [p.get("puzzle") if isinstance(p, dict) else p for p in inputs]
        for many in inputs, iter(inputs), Column(inputs), Column(inputs, range(7, SOME + 7)):
            rows = gradoku.solve(many, errors="keep")
            if many is not inputs and not isinstance(many, Column):
                with self.assertRaisesRegex(TypeError, "no length"):
                    len(rows)
            else:
                self.assertEqual(len(rows), SOME)
            index = getattr(many, "index", None) if isinstance(many, Column) else None
            n = -1
            for n, row in enumerate(rows):
                self.assertEqual(row.get("index"), index and index[n])
                if "code" in row:
                    self.assertIs(row["puzzle"], texts[n])
                    self.assertNotIn(texts[n], (EASY, TWO, HARD))
                    self.assertIn(row["code"], ("malformed", "none", "request"))
                else:
                    self.assertEqual(row["puzzle"], texts[n])
            self.assertEqual(n, SOME - 1)
        for hole in HOLES[:-2]:
            with self.assertRaises(gradoku.GradokuError):
                list(gradoku.solve([EASY, hole]))

    def test_tables(self):
        series, seen = Column([EASY, None, TWO, HARD], ["a", "b", "c", "d"]), []
        rows = list(gradoku.grade(series, errors="keep", flat=True, progress=lambda *at: seen.append(at)))
        self.assertEqual(seen, [(1, 4), (2, 4), (3, 4), (4, 4)])
        self.assertEqual([r["index"] for r in rows], ["a", "b", "c", "d"])
        self.assertEqual([r["code"] for r in rows], [None, "malformed", "several", None])
        self.assertEqual([r["naked-single"] for r in rows][1:3], [None, None])
        self.assertEqual(rows[3]["hidden-single-box"], gradoku.grade(HARD)["techniques"]["hidden-single-box"])
        self.assertEqual(len({tuple(r) for r in rows}), 1)
        for call in (gradoku.solve, gradoku.canon, gradoku.hint, lambda p, **o: gradoku.grade(p, technique_order="human", **o)):
            good, bad = call([EASY, ""], errors="keep", flat=True)
            self.assertEqual(list(good), list(bad))
        made = gradoku.generate(2, seed=5, flat=True)
        self.assertEqual((len(made), [list(r)[-1] for r in made]), (2, ["als-xz"] * 2))
        said = subprocess.run([sys.executable, "-c", f"import gradoku\nlist(gradoku.solve([{EASY!r}] * 3, progress=True))"], capture_output=True, text=True, check=True).stderr
        self.assertTrue(said.endswith("3 of 3\n"), said)

    def test_pandas(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        puzzles = pandas.Series([EASY, None, HARD, float("nan")], index=[10, 20, 30, 40])
        table = pandas.DataFrame(gradoku.grade(puzzles, errors="keep", flat=True)).set_index("index")
        self.assertEqual(list(table.index), [10, 20, 30, 40])
        self.assertEqual(list(table["rating"].dropna()), [1.2, 8.3])
        self.assertEqual(list(table["full-house"].notna()), [True, False, True, False])
        with self.assertRaisesRegex(TypeError, "column"):
            gradoku.grade(pandas.DataFrame({"puzzle": puzzles}))

    def test_error_of_the_iterator(self):
        def broken():
            yield EASY
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            list(gradoku.grade(broken()))
        self.assertEqual(gradoku.grade(HARD)["rating"], 8.3)

    def test_killed_child(self):
        answers = gradoku.grade([EASY] * 5000)
        next(answers)
        running = [c for c in gc.get_objects() if isinstance(c, _child.Child) and c.process.poll() is None and c not in _child._idle]
        self.assertEqual(len(running), 1)
        running[0].process.kill()
        with self.assertRaisesRegex(gradoku.GradokuError, "gradoku ended with status"):
            list(answers)
        self.assertEqual(gradoku.grade(HARD)["rating"], 8.3)
        for c in _child._idle:  # a process that is killed while it is idle is replaced
            c.process.kill()
            c.process.wait()
        self.assertEqual(gradoku.grade(HARD)["rating"], 8.3)

    @unittest.skipIf(os.name == "nt", "Windows has no such signal")
    def test_interrupt(self):
        program = f"import gradoku, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)  # which a job in the background ignores\nfor g in gradoku.grade({HARD!r} for _ in iter(int, 1)):\n    print(g['rating'], flush=True)\n"
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as python:
            self.assertEqual(python.stdout.readline(), "8.3\n")
            children = self.children(python.pid)
            python.send_signal(signal.SIGINT)
            said = python.communicate(timeout=600)[1]
        self.assertTrue(said.endswith("KeyboardInterrupt\n"), said)
        for pid in children:  # nothing is left
            with self.assertRaises(ProcessLookupError):
                os.kill(pid, 0)

    @staticmethod
    def children(pid):
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                text = stat.read_text()
            except OSError:
                continue
            if text.rpartition(")")[2].split()[1] == str(pid):
                found.append(int(stat.parent.name))
        return found

    @unittest.skipUnless("fork" in multiprocessing.get_all_start_methods(), "no fork")
    def test_fork(self):
        want = gradoku.solve(EASY)["solution"]
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.assertEqual(pool.map(answer_in_another_process, [EASY] * 20), [want] * 20)
        self.assertEqual(gradoku.solve(EASY)["solution"], want)

    def test_no_program(self):
        env = {k: v for k, v in os.environ.items() if k != "GRADOKU"} | {"PATH": "", "PYTHONPATH": str(Path(gradoku.__file__).parent.parent)}
        own = Path(gradoku.__file__).parent / "bin"
        if own.exists():
            self.skipTest("the wheel has its program")
        program = "import gradoku\ntry: gradoku.grade('')\nexcept gradoku.GradokuError as e: print(e)"
        said = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True).stdout
        self.assertIn("name it in the variable GRADOKU", said)


class Versions(unittest.TestCase):
    def test_version(self):
        said = subprocess.run([gradoku.program(), "--version"], capture_output=True, text=True, check=True).stdout
        self.assertIn(gradoku.__version__, said)


class Types(unittest.TestCase):
    def test_answers_have_the_keys_of_their_types(self):
        from gradoku import answers as a

        for answer, type_ in (
            (gradoku.grade(EASY, steps=True), a.Graded),
            (gradoku.grade(EASY, technique_order="human"), a.HumanGraded),
            (gradoku.solve(EASY), a.Solved),
            (gradoku.hint(EASY), a.Hint),
            (gradoku.canon(EASY), a.Canonical),
            (next(gradoku.generate()), a.Generated),
        ):
            names = set(type_.__required_keys__ | type_.__optional_keys__)
            self.assertLessEqual(set(answer), names, type_)
            json.dumps(answer)


if __name__ == "__main__":
    unittest.main()
