"""Sessions of checks: `nox` runs the cheap ones, `nox -l` lists all, `nox -s NAME -- ARGS` one.

Signature: a hash of the final states of a fixed list of games; it must not change unless a rule
does. Instructions: machine instructions for each decision of the same play, which a busy machine
cannot disturb. Both are kept in `bench/` and written anew with `-- --update`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import nox

nox.needs_version = ">=2024.4.15"
nox.options.sessions = ["lint", "types", "tests", "native", "signature"]
nox.options.default_venv_backend = "virtualenv"

PYPROJECT = nox.project.load_toml("pyproject.toml")
SIGNATURE = Path("bench/signature.json")
INSTRUCTIONS = Path("bench/instructions.json")
NOT_SIGNED = ("cpu_seconds", "decisions_per_cpu_second", "as_expected")
INSTRUCTION_GAMES = 50
TOLERANCE = 0.02
SLICE = ("tests/contract", "tests/rules")


def group(name: str) -> list[str]:
    """Return the requirements of a dependency group."""
    return list(nox.project.dependency_groups(PYPROJECT, name))


def sources() -> list[str]:
    """Return the C++ files, sorted."""
    folders = (Path("csrc"), Path("tests/cpp"))
    patterns = ("*.cpp", "*.hpp")
    return sorted(
        str(p) for folder in folders for pattern in patterns for p in folder.rglob(pattern)
    )


def install_in_place(session: nox.Session, *groups: str) -> None:
    """Install the project for editing, its extension beside the sources, and some groups."""
    session.install("-e", ".", *[item for name in groups for item in group(name)])


def build_variant(session: nox.Session, name: str, **variant: str) -> dict[str, str]:
    """Build the package with other flags in a folder of its own; return the variables to use it."""
    session.install(*PYPROJECT["project"]["dependencies"], *group("build"), *group("test"))
    folder = Path("build") / name
    shutil.rmtree(folder, ignore_errors=True)
    session.run("python", "setup.py", "-q", "build", "--build-lib", str(folder), env=variant)
    return {"PYTHONPATH": str(folder.resolve()), "PYTHONSAFEPATH": "1"}


def run_slice(session: nox.Session, name: str, env: dict[str, str]) -> None:
    """Run a slice of the tests, or those named on the command line, on a variant of the build."""
    chosen = session.posargs or [folder for folder in SLICE if Path(folder).is_dir()]
    session.run("python", "-m", "pytest", "-o", f"pythonpath=build/{name} .", *chosen, env=env)


def bench(session: nox.Session, *arguments: str) -> dict[str, object]:
    """Run `pysim bench --json` and return what it printed."""
    command = ("python", "-m", "pysim", "bench", "--json", *arguments)
    printed = session.run(*command, silent=True, stderr=subprocess.DEVNULL)
    result: dict[str, object] = json.loads(str(printed))
    return result


@nox.session
def lint(session: nox.Session) -> None:
    """Check the layout and the style of the Python and C++ files."""
    session.install(*group("lint"))
    session.run("ruff", "check", ".", *session.posargs)
    session.run("ruff", "format", "--check", ".")
    session.run("clang-format", "--dry-run", "-Werror", *sources())


@nox.session(name="format")
def format_files(session: nox.Session) -> None:
    """Put the Python and C++ files into the layout that `lint` asks for."""
    session.install(*group("lint"))
    session.run("ruff", "check", "--fix", ".", *session.posargs)
    session.run("ruff", "format", ".")
    session.run("clang-format", "-i", *sources())


@nox.session
def types(session: nox.Session) -> None:
    """Check the types of the package with mypy."""
    session.install(*PYPROJECT["project"]["dependencies"], *group("types"))
    session.run("mypy", *session.posargs)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests on the release build."""
    install_in_place(session, "test")
    session.run("pytest", *session.posargs)


@nox.session
def native(session: nox.Session) -> None:
    """Run the contract and rules tests on a build that checks the core's preconditions."""
    env = build_variant(session, "native", PYSIM_ASSERTS="1")
    run_slice(session, "native", env)


@nox.session
def sanitize(session: nox.Session) -> None:
    """Run the contract and rules tests under the address and undefined-behaviour sanitizers."""
    env = build_variant(session, "sanitize", PYSIM_SANITIZE="address,undefined")
    compiler = os.environ.get("CXX", "g++")
    libraries = [
        str(session.run(compiler, f"-print-file-name={name}", external=True, silent=True)).strip()
        for name in ("libasan.so", "libubsan.so", "libstdc++.so.6")
    ]
    env |= {
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0",  # the interpreter itself leaks at exit
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }
    run_slice(session, "sanitize", env)


@nox.session
def signature(session: nox.Session) -> None:
    """Compare the decisions and the hash of the bench with `bench/signature.json`."""
    install_in_place(session)
    update = "--update" in session.posargs
    arguments = [argument for argument in session.posargs if argument != "--update"]
    measured = {k: v for k, v in bench(session, *arguments).items() if k not in NOT_SIGNED}
    if update:
        SIGNATURE.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
        session.log(f"wrote {SIGNATURE}")
        return
    if not SIGNATURE.exists():
        session.error(f"{SIGNATURE} does not exist; write it with: nox -s signature -- --update")
    stored = json.loads(SIGNATURE.read_text(encoding="utf-8"))
    different = [key for key in sorted(stored | measured) if stored.get(key) != measured.get(key)]
    for key in different:
        session.warn(f"{key}: stored {stored.get(key)!r}, now {measured.get(key)!r}")
    if different:
        session.error("changed; if a rule did, accept it with: nox -s signature -- --update")


def count_instructions(session: nox.Session, games: int) -> tuple[int, int]:
    """Play some bench games under callgrind; return instructions in the loop and decisions."""
    out = Path("build") / "callgrind.out.bench"
    out.parent.mkdir(exist_ok=True)
    printed = session.run(
        "valgrind",
        "--tool=callgrind",
        "--toggle-collect=*bench_loop*",
        f"--callgrind-out-file={out}",
        *("python", "-m", "pysim", "bench", "--json", "--games", str(games)),
        external=True,
        silent=True,
        stderr=subprocess.DEVNULL,
    )
    decisions = int(json.loads(str(printed))["decisions"])
    found = re.search(r"^(?:summary|totals): (\d+)", out.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None or int(found[1]) == 0 or decisions == 0:
        session.error("callgrind counted nothing; is the function sim::bench_loop still there?")
    return int(found[1]), decisions


@nox.session
def instructions(session: nox.Session) -> None:
    """Compare the instructions of one decision with `bench/instructions.json`; +2% fails."""
    if shutil.which("valgrind") is None:
        session.error("valgrind is not installed")
    install_in_place(session)
    count, decisions = count_instructions(session, INSTRUCTION_GAMES)
    now = {"games": INSTRUCTION_GAMES, "decisions": decisions, "per_decision": count / decisions}
    session.log(f"{now['per_decision']:.1f} instructions for each of {decisions} decisions")
    if "--update" in session.posargs:
        now["per_decision"] = round(now["per_decision"], 2)
        INSTRUCTIONS.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
        session.log(f"wrote {INSTRUCTIONS}")
        return
    if not INSTRUCTIONS.exists():
        session.error(f"no {INSTRUCTIONS}; write it with: nox -s instructions -- --update")
    stored = json.loads(INSTRUCTIONS.read_text(encoding="utf-8"))
    change = now["per_decision"] / stored["per_decision"] - 1
    session.log(f"stored {stored['per_decision']}, change {change:+.2%}")
    if change > TOLERANCE:
        session.error(f"a decision costs {change:.2%} more instructions than stored")
    if change < -TOLERANCE:
        session.warn("cheaper than stored: lower it with nox -s instructions -- --update")


@nox.session(name="bench")
def bench_python(session: nox.Session) -> None:
    """Time the Python surface with pytest-benchmark; for reading, never a gate."""
    install_in_place(session, "test")
    flags = ("--numprocesses=0", "--benchmark-enable", "--benchmark-only")
    session.run("pytest", *flags, "bench", *session.posargs)


@nox.session
def stubs(session: nox.Session) -> None:
    """Check that `pysim/_core.pyi` describes the extension as it is."""
    install_in_place(session, "types")
    session.run("python", "-m", "mypy.stubtest", "pysim._core", *session.posargs)
