"""Builds the wheel: the package and the program, in a zip file that Python alone writes.

    python3 python/wheel.py FOLDER                            for this machine
    python3 python/wheel.py FOLDER linux/arm64                for another: linux, darwin or windows, / and amd64 or arm64
    python3 python/wheel.py FOLDER windows/amd64 gradoku.exe  with an existing program

It is also the build backend of pyproject.toml, for pip install ./python. Equal inputs give
equal wheels.
"""

import base64
import hashlib
import os
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile
from pathlib import Path

here = Path(__file__).resolve().parent

# The program is linked statically, so on Linux it needs no particular C library. Go itself
# needs macOS 12 or Windows 10.
PLATFORMS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
}


def wheel(folder: Path, system: str | None = None, program: Path | None = None) -> Path:
    """Writes the wheel into a folder, creating it if necessary, and returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(here / "pyproject.toml", "rb") as f:
        project = tomllib.load(f)["project"]
    stem = f"{project['name']}-{project['version']}"
    platform = PLATFORMS[system] if system else sysconfig.get_platform().replace("-", "_").replace(".", "_")
    windows = "win" in platform.split("_")[0]
    files = {f"gradoku/{p.name}": p.read_bytes() for p in sorted((here / "gradoku").glob("*.py"))}
    files["gradoku/py.typed"] = b""
    with tempfile.TemporaryDirectory() as work:
        if program is None:
            program = Path(work) / "gradoku"
            env = os.environ | {"CGO_ENABLED": "0"}
            if system:
                env["GOOS"], env["GOARCH"] = system.split("/")
            subprocess.run(["go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, "./cmd/gradoku"], cwd=here.parent, env=env, check=True)
        files["gradoku/bin/gradoku" + (".exe" if windows else "")] = program.read_bytes()
    info = f"{stem}.dist-info/"
    modules = (program or here).with_name("LICENSES.txt")  # .ci/release puts it beside the program
    for name in "LICENSE", "NOTICE.md":
        files[f"{info}licenses/{name}"] = (here.parent / name).read_bytes()
    if modules.exists():
        files[f"{info}licenses/{modules.name}"] = modules.read_bytes()
    files[info + "METADATA"] = "\n".join(
        [
            "Metadata-Version: 2.4",
            f"Name: {project['name']}",
            f"Version: {project['version']}",
            f"Summary: {project['description']}",
            f"Keywords: {','.join(project['keywords'])}",
            f"License-Expression: {project['license']}",
            "License-File: LICENSE",
            "License-File: NOTICE.md",
            *([f"License-File: {modules.name}"] if modules.exists() else []),
            f"Requires-Python: {project['requires-python']}",
            "Description-Content-Type: text/markdown",
            "",
            (here / project["readme"]).read_text("utf-8"),
        ]
    ).encode()
    tags = "".join(f"Tag: py3-none-{p}\n" for p in platform.split("."))
    files[info + "WHEEL"] = f"Wheel-Version: 1.0\nGenerator: gradoku\nRoot-Is-Purelib: false\n{tags}".encode()
    files[info + "entry_points.txt"] = b"[console_scripts]\ngradoku = gradoku.__main__:main\n"
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[info + "RECORD"] = f"{record}{info}RECORD,,\n".encode()
    path = folder / f"{stem}-py3-none-{platform}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)  # dated 1980
            entry.external_attr = (0o100755 if "/bin/" in name else 0o100644) << 16
            z.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return path


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook that pip calls. It uses the program named by GRADOKU, or builds one with Go."""
    program = os.environ.get("GRADOKU")
    return wheel(Path(wheel_directory), None, Path(program) if program else None).name


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4 or sys.argv[2:] and sys.argv[2] not in PLATFORMS:
        sys.exit(__doc__)
    given = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    print(wheel(Path(sys.argv[1]), *sys.argv[2:3], program=given))
