"""Puts every model that is shipped through `pintle selfcheck`: examples, those of MBDyn's language, and more named in the call.

    PINTLE=build/release/pintle python3 tests/selfcheck/all_models.py [MODEL ...]
"""

import glob
import os
import subprocess
import sys

PINTLE = os.environ.get("PINTLE", "pintle")
SOURCE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
PATTERNS = ["examples/*.json", "examples/*.mbd", "examples/mbdm/*.mbdm", "examples/mbdm/*.json", "tests/mbdyn/models/*.mbd"]


def main():
    models = sys.argv[1:] or sorted(path for pattern in PATTERNS for path in glob.glob(os.path.join(SOURCE, pattern)))
    bad = []
    for path in models:
        outcome = subprocess.run([PINTLE, "selfcheck", path], capture_output=True, text=True)
        print(outcome.stdout + outcome.stderr, flush=True)
        if outcome.returncode:
            bad.append(path)
    print(f"{len(models)} models, something mattered to {len(bad)}")
    for path in bad:
        print(f"  {path}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
