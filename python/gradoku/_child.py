"""The process that answers: gradoku ask, with questions and answers as JSON lines."""

from __future__ import annotations

import atexit
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any

_decode = json.JSONDecoder().raw_decode  # takes two thirds of the time of json.loads
AHEAD = 1024  # limit of unanswered questions; it keeps all cores busy while one puzzle takes a second


class GradokuError(Exception):
    """Why there is no answer: a code for programs, and a sentence."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code

    def __reduce__(self):
        return GradokuError, (self.code, str(self))


def program() -> str:
    """Returns the path of the program: the wheel's own, else the one that GRADOKU names, else the one on the path."""
    own = os.path.join(os.path.dirname(__file__), "bin", "gradoku.exe" if os.name == "nt" else "gradoku")
    found = own if os.path.isfile(own) else os.environ.get("GRADOKU") or shutil.which("gradoku")
    if not found:
        raise GradokuError("other", "the program gradoku is not found: put it on the path, or name it in the variable GRADOKU")
    return found


class Child:
    """A process, used by one stream at a time."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self.talk = tempfile.TemporaryFile()
        # Ctrl-C must reach only Python, which then ends the child.
        alone: dict[str, Any] = {"creationflags": 0x200} if os.name == "nt" else {"start_new_session": True}
        try:
            self.process = subprocess.Popen([program(), "ask"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.talk, bufsize=1 << 16, **alone)
        except OSError as reason:
            raise GradokuError("other", f"gradoku cannot be started: {reason}") from reason
        self.answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.lines: list[bytes] = []  # answers that have arrived, the next one last
        self.rest = b""  # the start of an answer
        self.flushed = 0.0
        threading.Thread(target=self._receive, daemon=True).start()

    def _receive(self) -> None:
        """Takes answers as they come, so that the child never waits while we write."""
        with self.process.stdout as out:
            while chunk := out.read1(1 << 16):
                self.answers.put(chunk)
        self.answers.put(b"")

    def send(self, line: str) -> None:
        try:
            self.process.stdin.write(line.encode() + b"\n")
            now = time.monotonic()
            if now - self.flushed > 0.005:
                self.process.stdin.flush()
                self.flushed = now
        except OSError as reason:
            raise self._end() from reason

    def ready(self) -> bool:
        return bool(self.lines) or not self.answers.empty()

    def receive(self) -> dict[str, Any]:
        while not self.lines:
            if self.answers.empty():
                try:
                    self.process.stdin.flush()
                except OSError as reason:
                    raise self._end() from reason
            chunk = self.answers.get()
            if not chunk:
                raise self._end()
            *self.lines, self.rest = (self.rest + chunk).split(b"\n")
            self.lines.reverse()
        return _decode(self.lines.pop().decode())[0]

    def _end(self) -> GradokuError:
        self.process.kill()
        status = self.process.wait()
        self.talk.seek(0)
        said = self.talk.read().decode(errors="replace").strip()
        return GradokuError("other", f"gradoku ended with status {status}" + (f": {said}" if said else ""))

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        try:
            self.process.stdin.close()
        except OSError:
            pass  # nobody waits for the questions that were not sent
        self.talk.close()


_idle: list[Child] = []  # starting a process takes a hundred times as long as a hint


def _take() -> Child:
    while _idle:
        child = _idle.pop()
        if child.owner != os.getpid():
            continue  # copied by a fork: the parent process still uses it
        if child.process.poll() is None:
            return child
        child.close()
    return Child()


@atexit.register
def _close_idle() -> None:
    while _idle:
        child = _idle.pop()
        if child.owner == os.getpid():
            child.close()


def stream(requests: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yields the child's answer to each request, in order."""
    child, waiting = _take(), 0
    try:
        for request in requests:
            waiting += 1
            child.send(request)
            while waiting == AHEAD or waiting and child.ready():
                answer = child.receive()
                waiting -= 1
                yield answer
        while waiting:
            answer = child.receive()
            waiting -= 1
            yield answer
    finally:
        if waiting:  # interrupted, or the reader wants no more
            child.close()
        else:
            _idle.append(child)
