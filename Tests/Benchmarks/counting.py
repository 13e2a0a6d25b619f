"""The library that counts a program's allocations and calls of files, built from `counts.c`."""
import shutil
import subprocess
from pathlib import Path


def library(folder):
    """Where it was built: loaded before a program's others, it counts."""
    path = folder / "counts.so"
    compiler = shutil.which("cc") or "clang"
    subprocess.run(
        [compiler, "-O2", "-fno-builtin", "-shared", "-fPIC", "-o", path, Path(__file__).parent / "counts.c"], check=True)
    return path
