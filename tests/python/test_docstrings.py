"""The examples in the docstrings of the package run and print what they say."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import pysim

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(pysim.__path__, "pysim.")
    if module.name != "pysim._core" and not module.name.endswith("__main__")
)


@pytest.mark.parametrize("name", ["pysim", *MODULES])
def test_docstring_examples_run(name: str) -> None:
    module = import_module(name)
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    report: list[str] = []
    for example in finder.find(module):
        runner.run(example, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)
