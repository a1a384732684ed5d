"""The program itself: python -m gradoku ARGUMENTS."""

import os
import subprocess
import sys

from ._child import program


def main() -> int:
    if os.name != "nt":
        os.execv(program(), ["gradoku", *sys.argv[1:]])
    return subprocess.call([program(), *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
