"""Build the extension `pysim._core`; everything else about the package is in pyproject.toml.

The daily build is `python setup.py build_ext --inplace`. It compiles only what changed, headers
included. Environment variables choose a variant, and each variant keeps its own object files:

    PYSIM_ASSERTS=1                      check the core's preconditions (SIM_ASSERTIONS)
    PYSIM_SANITIZE=address,undefined     the same, with these sanitizers
    PYSIM_WERROR=1                       treat compiler warnings as errors
    PYSIM_JOBS=4                         number of compiler processes (default: all processors)
"""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import re
import sys
from pathlib import Path
from typing import Any

import pybind11
from pybind11.setup_helpers import ParallelCompile
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
SOURCE_FOLDERS = ("core", "dice", "game", "drivers", "games", "replay", "bindings")
SANITIZERS = os.environ.get("PYSIM_SANITIZE", "")
ASSERTS = bool(SANITIZERS) or os.environ.get("PYSIM_ASSERTS", "0") not in ("", "0")


def find(*patterns: str) -> list[str]:
    """Return the files of the core that match, sorted, relative to the project's folder."""
    return sorted(
        path.relative_to(ROOT).as_posix()
        for folder in SOURCE_FOLDERS
        for pattern in patterns
        for path in (ROOT / "csrc" / folder).rglob(pattern)
    )


def read_version() -> str:
    """Return the one version number of the project, from `pysim/__init__.py`."""
    tree = ast.parse((ROOT / "pysim" / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__version__":
            return str(ast.literal_eval(node.value))
    raise SystemExit('pysim/__init__.py: no line of the form __version__ = "1.2.3"')


def compile_flags() -> list[str]:
    """Return the flags of every C++ file in this variant of the build."""
    flags = ["-std=c++20", "-O3", "-fvisibility=hidden", "-Wall", "-Wextra", "-Wshadow"]
    if os.environ.get("PYSIM_WERROR", "0") not in ("", "0"):
        flags.append("-Werror")
    if platform.machine().lower() in ("x86_64", "amd64"):
        flags.append("-march=x86-64-v2")
    if ASSERTS:
        flags.append("-DSIM_ASSERTIONS=1")
    if SANITIZERS:
        flags += ["-g", "-fno-omit-frame-pointer", f"-fsanitize={SANITIZERS}"]
        flags.append("-fno-sanitize-recover=all")
    else:
        flags.append("-g0")
    return flags


def binding_flags() -> list[str]:
    """Return the further flags of the files in `csrc/bindings`, which are not hot."""
    return ["-O1", f'-DSIM_VERSION="{read_version()}"']


def recorded_headers(dep_file: Path) -> list[str]:
    """Return the files that the compiler wrote into a `.d` file: the source and its headers."""
    text = dep_file.read_text(encoding="utf-8").replace("\\\n", " ")
    first_rule = text.partition("\n")[0].partition(":")[2]
    return [name.replace("\\ ", " ") for name in re.findall(r"(?:\\ |\S)+", first_rule)]


def needs_recompile(obj: str, _src: str) -> bool:
    """Say whether an object is older than its source or than any header it was built from."""
    built = Path(obj).stat().st_mtime_ns
    dep_file = Path(obj).with_suffix(".d")
    if not dep_file.exists():
        return True
    try:
        return any(Path(name).stat().st_mtime_ns >= built for name in recorded_headers(dep_file))
    except FileNotFoundError:
        return True


class BuildExt(build_ext):
    """Build with one object folder per set of flags, and link again when the set changed."""

    def finalize_options(self) -> None:
        """Choose the object folder after the flags, the interpreter and pybind11."""
        super().finalize_options()
        what = [*compile_flags(), *binding_flags(), sys.version, pybind11.__version__]
        key = hashlib.sha256("\0".join(what).encode()).hexdigest()[:12]
        variant = "sanitize" if SANITIZERS else "asserts" if ASSERTS else "release"
        self.build_temp = str(Path("build") / f"obj-{variant}-{key}")

    def build_extensions(self) -> None:
        """Compile in parallel; link again if files were added or removed or the variant changed."""
        files = "\n".join([self.build_temp, *find("*.cpp", "*.hpp")])
        library = Path(self.get_ext_fullpath("pysim._core")).resolve()
        stamp = self.link_stamp(library)
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != files:
            self.force = self.compiler.force = True
        compile_one = self.compiler._compile

        def compile_with_file_flags(
            obj: str, src: str, ext: str, cc_args: list[str], postargs: list[str], pp_opts: Any
        ) -> None:
            extra = binding_flags() if "/bindings/" in src else []
            compile_one(obj, src, ext, cc_args, [*postargs, *extra], pp_opts)

        self.compiler._compile = compile_with_file_flags
        with ParallelCompile("PYSIM_JOBS", needs_recompile=needs_recompile):
            super().build_extensions()
        if library.is_relative_to(ROOT):
            stamp.write_text(files, encoding="utf-8")

    @staticmethod
    def link_stamp(library: Path) -> Path:
        """Return the file that says from which objects and sources a library was linked."""
        name = hashlib.sha256(str(library).encode()).hexdigest()[:12]
        return ROOT / "build" / f"linked-{name}.txt"


core = Extension(
    "pysim._core",
    sources=find("*.cpp"),
    depends=[*find("*.hpp"), "setup.py"],
    include_dirs=["csrc"],
    language="c++",
    extra_compile_args=[*compile_flags(), "-MMD", "-MP", "-isystem", pybind11.get_include()],
    extra_link_args=["-pthread", *([f"-fsanitize={SANITIZERS}"] if SANITIZERS else [])],
)

setup(ext_modules=[core], cmdclass={"build_ext": BuildExt})
