#!/usr/bin/env python3
"""Pintle against MBDyn: how the difference of every model falls with the step.

Needs both programs, on the PATH or named by PINTLE and MBDYN. With --write, keeps what MBDyn's results tend to as
references (references.py).
"""
import argparse
import os
import sys
import tempfile
from math import log2

import references
import results

STEPS = [4e-3, 2e-3, 1e-3]
TIMES = [0.4, 0.6, 0.8, 1.0]  # the first reactions of MBDyn ring


def order(coarse, fine):
    return log2(coarse / fine) if coarse > 0.0 and fine > 0.0 else 0.0


def compare(model, pintle, mbdyn, folder):
    runs = {}
    for program in (pintle, mbdyn):
        for step in STEPS:
            runs[program, step] = results.quantities(results.run(program, model, step, folder), step, TIMES)
    for kind in results.KINDS:
        away = [results.distance(runs[pintle, step], runs[mbdyn, step], kind) for step in STEPS]
        print(f"{model.stem:14s} {kind:12s} size {results.size(runs[mbdyn, STEPS[-1]], kind):9.3g}  "
              + "  ".join(f"{d:9.2e}" for d in away)
              + "   order " + " ".join(f"{order(a, b):5.2f}" for a, b in zip(away, away[1:])))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", help="names without .mbd; all, if none")
    parser.add_argument("--write", action="store_true", help="write the references")
    arguments = parser.parse_args()
    pintle, mbdyn = os.environ.get("PINTLE", "pintle"), os.environ.get("MBDYN", "mbdyn")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for model in sorted(results.MODELS.glob("*.mbd")):
            if arguments.models and model.stem not in arguments.models:
                continue
            try:
                if arguments.write:
                    references.write(model, mbdyn, folder)
                else:
                    compare(model, pintle, mbdyn, folder)
            except RuntimeError as error:
                failed += 1
                print(error, file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main())
