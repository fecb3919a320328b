"""`pip install` of the checkout without a network, from the build at hand, into a virtual environment of its own."""
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

SOURCE = Path(os.environ["PINTLE_SOURCE_DIR"])
BUILD = Path(os.environ["PINTLE_BUILD_DIR"])
# Nothing but what is installed, and no settings of the machine.
PLAIN = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"PIP_CONFIG_FILE": os.devnull}
PROGRAM = """
import pintle
model = pintle.read_model({model!r})
print(pintle.__file__, len(model.run(end_time=0.01).time) > 1)
"""


def run(*command, fails=False, **changes):
    """What a command prints, away from the checkout."""
    outcome = subprocess.run(command, capture_output=True, text=True, cwd="/", env={**PLAIN, **changes})
    assert (outcome.returncode != 0) == fails, outcome.stdout + outcome.stderr
    return outcome.stdout + (outcome.stderr if fails else "")


@pytest.fixture
def environment(tmp_path):
    """Its own pip is left out, which takes seconds; Debian's is seen through it."""
    run(sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", tmp_path / "venv")
    return tmp_path / "venv"


def pip(environment, *arguments, **options):
    return run(environment / "bin/python", "-m", "pip", "--disable-pip-version-check", *arguments, **options)


def files_in(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_it_installs_runs_and_goes_without_a_trace(environment):
    before = files_in(environment)
    assert "Successfully installed pintle" in pip(environment, "install", "--no-index", SOURCE)
    assert "Successfully uninstalled pintle" in pip(environment, "install", "--no-index", SOURCE)  # the one before
    program = PROGRAM.format(model=str(SOURCE / "examples/heavy_top.json"))
    file, has_records = run(environment / "bin/python", "-c", program).split()
    assert Path(file).is_relative_to(environment) and has_records == "True"
    assert run(environment / "bin/pintle", "version") == run(BUILD / "pintle", "version")
    assert "Version: " + run(BUILD / "pintle", "version").split()[1] in pip(environment, "show", "pintle")
    pip(environment, "uninstall", "--yes", "pintle")
    assert files_in(environment) == before


def test_an_editable_one_is_that_of_the_build(environment):
    pip(environment, "install", "--no-index", "--editable", SOURCE)
    file = run(environment / "bin/python", "-c", "import pintle; print(pintle.__file__)").strip()
    assert Path(file).parent == BUILD / "python/pintle"
    assert run(environment / "bin/pintle", "version") == run(BUILD / "pintle", "version")


def test_the_wheel_has_what_it_must_and_nothing_else(environment, tmp_path):
    pip(environment, "wheel", "--no-index", "--no-deps", "--wheel-dir", tmp_path, SOURCE)
    (path,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        names = {Path(name).name for name in wheel.namelist() if name.startswith("pintle/")}
        (metadata,) = [wheel.read(name).decode() for name in wheel.namelist() if name.endswith("/METADATA")]
    sources = {file.name for file in (SOURCE / "python/pintle").iterdir() if file.is_file()}
    assert {name for name in names - sources if not name.startswith("_core.")} == {"kinds.pyi"}
    for line in ("Name: pintle", "License: BSD-3-Clause", "Requires-Python: >=3.11", "Requires-Dist: numpy"):
        assert line in metadata.splitlines()


def test_what_is_missing_is_said(environment, tmp_path):
    arguments = ["install", "--no-index", "--no-deps", SOURCE]
    assert "cmake is missing.\n" in pip(environment, *arguments, fails=True, PATH=str(environment / "bin"))
    said = pip(environment, *arguments, fails=True, PINTLE_BUILD_DIR=str(tmp_path / "new"), CXX="/nowhere/c++")
    assert "/nowhere/c++" in said and "`make packages`" in said
