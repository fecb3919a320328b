"""Runs of all examples and models of MBDyn, in every formulation and method, killed at random moments and taken up again: each
must end bit for bit where an uninterrupted one does, in its state and in its results.

    PINTLE=build/release/pintle python3 tests/cli/kill_runs.py --kills 500
"""
import argparse
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
from cli_support import PINTLE, SOURCE, kill_while_running, read_bytes, results_text  # noqa: E402

sys.path.append(os.path.join(SOURCE, "tests/support"))
from solvers import SOLVERS  # noqa: E402


def model_files():
    examples = Path(SOURCE, "examples")
    return sorted([path for ending in ("json", "mbd", "mbdm") for path in examples.rglob(f"*.{ending}")] +
                  list(Path(SOURCE, "tests/mbdyn/models").glob("*.mbd")))


def described(path):
    """The model as it is, as JSON; nothing when it does not move in time."""
    text = subprocess.run([PINTLE, "convert", str(path)], capture_output=True, text=True, check=True).stdout
    model = json.loads(text)
    return model if model["analysis"]["type"] in ("dynamic", "kinematic") else None


class Case:
    """A model in one formulation, and its run in one go."""

    def __init__(self, path, solver, most_steps):
        self.name = f"{path.name}, {solver}"
        self.model, self.solver = path, SOLVERS[solver]
        self.most_steps, self.duration, self.code = most_steps, None, 0

    def prepare(self):
        """False: the formulation refuses the model."""
        if self.duration is not None:
            return os.path.exists("whole.state")
        self.duration = 0.0
        model = described(self.model)
        if not model:
            return False
        for table in self.model.parent.glob("*.txt"):
            shutil.copy(table, ".")
        analysis = model["analysis"]
        start = analysis.get("start_time", 0.0)
        analysis["end_time"] = min(analysis["end_time"], start + self.most_steps * analysis["step"])
        model.update(solver=self.solver, output={"every": 7, "checkpoint_every": 20})
        with open("model.json", "w", encoding="utf-8") as file:
            json.dump(model, file)
        begin = time.monotonic()
        self.code = subprocess.run([PINTLE, "run", "model.json", "-o", "whole"], capture_output=True).returncode
        self.duration = time.monotonic() - begin
        return os.path.exists("whole.state")

    def kill(self, chance):
        """Whether it was killed before its end; raises where what follows differs."""
        for ending in ("nc", "state"):
            Path(f"parts.{ending}").unlink(missing_ok=True)
        words = ["run", "model.json", "-o", "parts"]
        was_killed = kill_while_running(words, "parts.state", chance.uniform(0, 0.9) * self.duration)
        if was_killed and chance.random() < 0.3:  # and once more, while it is resumed
            kill_while_running([*words, "--resume"], "parts.state", chance.uniform(0, 0.5) * self.duration)
        if was_killed:
            code = subprocess.run([PINTLE, *words, "--resume"], capture_output=True).returncode
            assert code == self.code, f"{self.name}: exit code {code}"
            assert read_bytes("parts.state") == read_bytes("whole.state"), f"{self.name}: the states differ"
            assert results_text("parts.nc") == results_text("whole.nc"), f"{self.name}: the results differ"
        return was_killed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--steps", type=int, default=3000, help="of a run, at most")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    cases = [Case(path, solver, options.steps) for path in model_files() for solver in SOLVERS]
    chance.shuffle(cases)
    faults, killed, late, taken = [], 0, 0, set()
    with tempfile.TemporaryDirectory() as folder:
        for case in itertools.cycle(cases):
            if killed >= options.kills:
                break
            os.makedirs(os.path.join(folder, case.name), exist_ok=True)
            os.chdir(os.path.join(folder, case.name))
            if not case.prepare():
                continue
            taken.add(case.name)
            try:
                was_killed = case.kill(chance)
            except AssertionError as fault:
                faults.append(str(fault))
                print(fault, flush=True)
                was_killed = True
            killed += was_killed
            late += not was_killed
        os.chdir(SOURCE)
    print(f"{killed} runs killed, of {len(taken)} models in formulations that take them; {late} ended before; {len(faults)} differ")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
