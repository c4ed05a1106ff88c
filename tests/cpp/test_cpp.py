"""Build the C++ test program with the flags of `setup.py`, checks of preconditions on; run it."""

from __future__ import annotations

import ast
import os
import platform
import re
import shlex
import subprocess
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def compile_flags(sanitizers: str) -> list[str]:
    """Run the function of this name in `setup.py`, without the set-up around it."""
    tree = ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))
    wanted: list[ast.stmt] = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name == "compile_flags"
    ]
    names = {"os": os, "platform": platform, "ASSERTS": True, "SANITIZERS": sanitizers}
    exec(compile(ast.Module(body=wanted, type_ignores=[]), "setup.py", "exec"), names)
    flags: list[str] = names["compile_flags"]()  # type: ignore[operator]
    return flags


def run_compiler(command: list[str]) -> None:
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr


@pytest.mark.parametrize(
    "sanitizers", ["", pytest.param("address,undefined", marks=pytest.mark.slow)]
)
def test_core_and_dice(tmp_path: Path, sanitizers: str) -> None:
    compiler = shlex.split(os.environ.get("CXX") or sysconfig.get_config_var("CXX") or "g++")
    flags = compile_flags(sanitizers)
    assert any(flag.startswith("-DSIM_ASSERTIONS") for flag in flags)
    sources = [*sorted(HERE.glob("*.cpp")), *sorted((ROOT / "csrc/dice").glob("*.cpp"))]
    objects = [tmp_path / f"{source.stem}.o" for source in sources]
    include = ["-I", str(ROOT / "csrc"), "-I", str(HERE)]

    def build(source: Path, target: Path) -> None:
        run_compiler([*compiler, *flags, *include, "-c", str(source), "-o", str(target)])

    with ThreadPoolExecutor() as pool:
        list(pool.map(build, sources, objects))
    program = tmp_path / "core_tests"
    run_compiler([*compiler, *flags, *map(str, objects), "-o", str(program)])
    ran = subprocess.run([program], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    closing = re.fullmatch(r"(\d+) passed, 0 failed", ran.stdout.splitlines()[-1])
    assert closing is not None
    assert int(closing[1]) > 10_000
