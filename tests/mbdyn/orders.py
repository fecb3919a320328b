#!/usr/bin/env python3
"""The order of each method, observed on every model.

A model runs with steps h, h/2, h/4; the largest difference d of two neighbouring runs at chosen times falls with h^p,
so p = log2 d(h) / d(h/2). With --mbdyn also how far both programs are apart by the same method at h/4, and the order
of that from h/2 to h/4. Needs the programs on the PATH or named by PINTLE and MBDYN. With --page the tables replace
those at the end of docs/validation.md.
"""
import argparse
import os
import sys
import tempfile
from pathlib import Path

import results
from compare import TIMES, order

METHODS = {"ms, .6": 2, "bdf": 2, "crank nicolson": 2, "implicit euler": 1}
STEPS = {1: [5e-4, 2.5e-4, 1.25e-4], 2: [2e-3, 1e-3, 5e-4]}  # by the order of the method
FLOOR = 3e-9  # of the size of a quantity: differences below it are those of tolerances and of round-off
PAGE = Path(__file__).resolve().parents[2] / "docs" / "validation.md"
MARK = "<!-- What follows is written by tests/mbdyn/orders.py --mbdyn --page. -->\n"

MOTIONS = ("position", "orientation", "velocity")
NOTES = {  # why a line is not as expected
    "drives": "the sine of one drive ends inside a step",
    "laws": "two of the laws jump: second damping of the double linear one, threshold of the turbulent one",
    "driven": "MBDyn switches at the end of a step, Pintle at the instant",
    "coulomb": "MBDyn's wheel halts at the end of a step",
    "plane": "uniform acceleration: methods of second order are exact",
    ("slider_crank", "bdf"): "not asymptotic yet: the moment shows 1.93 with a quarter of the steps",
    ("slider_crank", "implicit euler"): "not asymptotic yet: 0.7 with steps four times as long",
    ("driven", "implicit euler"): "round-off decides whether a step ends on the instant",
    ("driven", "crank nicolson"): "alternating reactions disturb MBDyn's release",
    ("coulomb", "crank nicolson"): "alternating reactions of both press on what rubs",
    ("friction", "crank nicolson"): "alternating reactions of both press on what rubs",
    ("revolute", "crank nicolson"): "MBDyn's reactions alternate by 260 N, its velocities by 3.5e-5",
    ("slider_crank", "crank nicolson"): "our reactions alternate by 100 N, our velocities by 5e-4",
}


def runs_of(program, model, steps, folder):
    return [results.quantities(results.run(program, model, step, folder), step, TIMES) for step in steps]


def order_of(coarse, fine, size):
    """None where the differences are on the floor."""
    return None if min(coarse, fine) <= FLOOR * size + 1e-12 else order(coarse, fine)


def observed(runs, kind):
    """The order of a kind of quantity over three runs."""
    coarse, fine = (results.distance(a, b, kind) for a, b in zip(runs, runs[1:]))
    return order_of(coarse, fine, results.size(runs[-1], kind))


def as_text(number):
    return "-" if number is None else f"{number:.2f}"


def apart(ours, theirs, kind):
    """How far the last two runs of the programs are apart: "1e-07 (2.00)"."""
    coarse, fine = (results.distance(a, b, kind) for a, b in list(zip(ours, theirs))[-2:])
    return f"{fine:.0e} ({as_text(order_of(coarse, fine, results.size(ours[-1], kind)))})"


def line_of(model, method, pintle, mbdyn, folder):
    """A row of the table; mbdyn may be None."""
    copy, steps = results.with_method(model, method, folder), STEPS[METHODS[method]]
    ours = runs_of(pintle, copy, steps, folder)
    cells = [model.stem] + [as_text(observed(ours, kind)) for kind in results.KINDS]
    if mbdyn:
        theirs = runs_of(mbdyn, copy, steps, folder)
        cells += [apart(ours, theirs, kind) for kind in MOTIONS]
    notes = [NOTES[key] for key in (model.stem, (model.stem, method)) if key in NOTES]
    return "| " + " | ".join(cells + ["; ".join(notes)]) + " |"


def table_of(method, models, pintle, mbdyn):
    """The lines of one method's table."""
    away = [f"{kind} from MBDyn" for kind in MOTIONS] if mbdyn else []
    head = ["model", *results.KINDS, *away, "note"]
    yield f"### `method: {method}`, order {METHODS[method]}, h/4 = {STEPS[METHODS[method]][-1] * 1e3:g} ms\n"
    yield "| " + " | ".join(head) + " |"
    yield "|" + " --- |" * len(head)
    with tempfile.TemporaryDirectory() as folder:
        for model in models:
            yield line_of(model, method, pintle, mbdyn, folder)
    yield ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", help="names without .mbd; all, if none")
    parser.add_argument("--mbdyn", action="store_true", help="also the differences from MBDyn")
    parser.add_argument("--page", action="store_true", help="write the tables into docs/validation.md")
    arguments = parser.parse_args()
    pintle = os.environ.get("PINTLE", "pintle")
    mbdyn = os.environ.get("MBDYN", "mbdyn") if arguments.mbdyn else None
    models = [model for model in sorted(results.MODELS.glob("*.mbd"))
              if not arguments.models or model.stem in arguments.models]
    lines = []
    for method in METHODS:
        for line in table_of(method, models, pintle, mbdyn):
            print(line, flush=True)
            lines.append(line)
    if arguments.page:
        text = PAGE.read_text(encoding="utf-8").split(MARK)[0]
        PAGE.write_text(text + MARK + "\n" + "\n".join(lines[:-1]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
