"""The root command: loads the subcommand that is called, turns errors into one line."""

from __future__ import annotations

import os
import sys
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from pysim import __version__

__all__ = ["app", "run"]

_COMMANDS = {
    "list": "List scenarios, agents and options.",
    "show": "Draw a scenario's plan, or a position of it.",
    "match": "Play games between two agents.",
    "tournament": "Run, resume, verify, report and show events of many games.",
    "odds": "Give exact outcome tables of an attack or an action.",
    "perft": "Count the decision sequences of a scenario.",
    "balance": "Play greedy against greedy: which seat the plans favour.",
    "bench": "Play the fixed bench games; print decisions and signature.",
    "rules": "Print a rule of the rules text by its id.",
    "scenario": "Check a scenario file, begin a new one, draw a skirmish, print the schema.",
}

_WRONG_USE = 2
_INTERRUPTED = 130
_PIPE_CLOSED = 141  # as a process has that SIGPIPE ends


class _LazyGroup(TyperGroup):
    """A group that knows its commands by name and imports only the one that is called."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """List the names in the order of the help page."""
        return list(_COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """Give a stand-in with name and help line, which is all that the help page needs."""
        return TyperCommand(cmd_name, help=_COMMANDS[cmd_name]) if cmd_name in _COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Import the command that is called; an unknown name ends with the nearest one."""
        name, *rest = args
        if name not in _COMMANDS:
            near = get_close_matches(name, _COMMANDS, n=1, cutoff=0.4)
            ctx.fail(
                f"no command {name!r}"
                + (
                    f", did you mean {near[0]!r}?"
                    if near
                    else f"; there are {', '.join(_COMMANDS)}"
                )
            )
        command = typer.main.get_command(import_module(f"pysim.cli.{name}").app)
        command.name = name
        return name, command, rest


app = typer.Typer(
    name="pysim",
    cls=_LazyGroup,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    """Print the version and end."""
    if wanted:
        typer.echo(f"pysim {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Wargames by their full rules, at native speed.

    Examples: [bold]pysim list[/bold] · [bold]pysim show westeros/kingsroad[/bold] ·
    [bold]pysim match westeros/kingsroad --agents random,greedy --seed 1[/bold]
    """


def run(arguments: list[str]) -> int:
    """Run one command line; gives the exit code."""
    from pysim.errors import NOT_BUILT, SimError

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that cannot show all letters
            stream.reconfigure(errors="replace")
    try:
        code = app(args=arguments, prog_name="pysim", standalone_mode=False)
    except SimError as problem:
        return _complain(str(problem))
    except ImportError as problem:
        if "_core" in str(problem):
            return _complain(NOT_BUILT)
        return _complain(f"a part of pysim, or of what it needs, cannot be loaded: {problem}")
    except (BrokenPipeError, SystemExit) as problem:
        # typer and rich end the process by themselves when the reader has gone
        if not isinstance(problem.__context__ or problem, BrokenPipeError):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED
    except (KeyboardInterrupt, typer.Abort):
        typer.echo("pysim: interrupted", err=True)
        return _INTERRUPTED
    except OSError as problem:
        return _complain(f"{problem.filename or 'standard output'}: {problem.strerror or problem}")
    except MemoryError:
        return _complain("not enough memory for what was asked")
    except Exception as problem:
        if not hasattr(problem, "format_message"):
            raise
        return _usage(problem)
    return code if isinstance(code, int) else 0


def _usage(problem: Any) -> int:
    """Report a wrong command line as one line; a bare group has shown its help."""
    message = " ".join(str(problem.format_message()).replace("Value error, ", "").split())
    if type(problem).__name__ == "NoArgsIsHelpError":
        return _WRONG_USE
    context = getattr(problem, "ctx", None)
    path = context.command_path if context else "pysim"
    arguments = [param.name for param in context.command.params] if context else []
    if getattr(problem, "option_name", "") in ("--scenario", "-s") and "scenario" in arguments:
        message += "; the scenario is the first argument"
    return _complain(f"{message} (see {path} --help)", code=problem.exit_code)


def _complain(message: str, *, code: int = _WRONG_USE) -> int:
    """Write an error to stderr, each problem on its own line, and give the exit code."""
    typer.echo(f"pysim: {message}", err=True)
    return code
