#!/usr/bin/env python3
"""What it costs to write results: runs that write every step against runs that write every 1000th, in turns.

    bench/output_cost.py [--pintle build/release/pintle] [--repeats 9]

Prints for each model and formulation the medians of the time that the run itself reports, and what writing adds as a part of the whole.
"""
import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests/cli"))


def models(example, chain):
    """Name, model with a step of 1 ms, formulations."""
    step = {"type": "dynamic", "step": 0.001}
    yield "slider-crank", example("slider_crank", analysis={**step, "end_time": 20}), ("absolute", "joint")
    yield "chain of 100", chain(100, analysis={**step, "end_time": 10}), ("absolute", "joint")


def seconds(pintle, model, formulation, folder):
    words = [pintle, "run", model, "--formulation", formulation, "-o", f"{folder}/out"]
    text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return float(re.search(r"wall time\s+([\d.]+) s", text).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pintle", type=Path, default=ROOT / "build/release/pintle")
    parser.add_argument("--repeats", type=int, default=9)
    options = parser.parse_args()
    from cli_support import chain, example
    print("| model | formulation | every 1000 steps, s | every step, s | writing | MB |\n| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for name, model, formulations in models(example, chain):
            files = {}
            for every in (1000, 1):
                files[every] = Path(folder) / f"every_{every}.json"
                files[every].write_text(json.dumps({**model, "output": {"every": every, "checkpoint_every": 0}}), encoding="utf-8")
            for formulation in formulations:
                times = {1000: [], 1: []}
                for _ in range(options.repeats):
                    for every, file in files.items():
                        times[every].append(seconds(options.pintle, file, formulation, folder))
                seldom, always = (statistics.median(times[every]) for every in (1000, 1))
                size = (Path(folder) / "out.nc").stat().st_size / 1e6
                print(f"| {name} | {formulation} | {seldom:.3f} | {always:.3f} | {100 * (always - seldom) / always:.1f} % | {size:.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
