"""The types of the package: mypy finds none wrong in it, nor in a program that uses it well, and the mistakes of one that does not."""
import ast
import os
import re
import subprocess
import sys
from pathlib import Path

from pintle import _core

HERE = Path(__file__).parent
PACKAGE = os.environ["PYTHONPATH"]


def mypy(*arguments):
    """What it says of each line: {(file, line): messages}."""
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "mypy_cache", "--no-error-summary", *arguments]
    outcome = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "MYPYPATH": PACKAGE})
    assert outcome.returncode in (0, 1), outcome.stderr
    found = {}
    for file, line, message in re.findall(r"^(.+?):(\d+): error: (.*)$", outcome.stdout, re.MULTILINE):
        found.setdefault((Path(file).name, int(line)), []).append(message)
    return found


def test_the_package_itself():
    assert mypy("--package", "pintle") == {}


def test_a_program_without_mistakes():
    assert mypy(HERE / "typed_program.py") == {}


def test_that_program_runs():
    subprocess.run([sys.executable, HERE / "typed_program.py"], check=True)


def test_the_mistakes_of_a_program_are_found():
    program = HERE / "mistyped_program.py"
    lines = enumerate(program.read_text(encoding="utf-8").splitlines(), 1)
    expected = {(program.name, number): line.split("  # ")[1] for number, line in lines if "  # " in line}
    found = mypy(program)
    assert found.keys() == expected.keys()
    for place, message in expected.items():
        assert any(message in said for said in found[place]), found[place]


def test_the_stub_of_the_core_has_what_there_is():
    tree = ast.parse(Path(PACKAGE, "pintle/_core.pyi").read_text(encoding="utf-8"))
    assert declared(tree) - {"Callbacks", "Diagnostics", "Variable"} == public(_core)  # without names of types
    for item in tree.body:
        if isinstance(item, ast.ClassDef):
            assert declared(item) - {"__init__"} == public(getattr(_core, item.name)), item.name


def declared(node):
    return {name for item in node.body if (name := name_of(item))}


def name_of(item):
    if isinstance(item, ast.Assign):
        return item.targets[0].id
    return item.target.id if isinstance(item, ast.AnnAssign) else getattr(item, "name", None)


def public(thing):
    return {name for name in vars(thing) if not name.startswith("_")}
