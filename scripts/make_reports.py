#!/usr/bin/env python3
"""Makes the reports that the browser tests open: all examples, a chain of 50 links, and one of 100 over 10 s at 1 kHz.

They are written to build/reports; viewer/tests/browser/reports.test.mjs opens, plays and scrubs each of them.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests/cli"))
PINTLE = ROOT / "build/release/pintle"


def report(model, name, *words):
    subprocess.run([PINTLE, "run", model, "-o", name, "-q", *words], check=True, stderr=subprocess.DEVNULL)
    subprocess.run([PINTLE, "view", f"{name}.nc", "-o", f"{name}.html"], check=True, stdout=subprocess.DEVNULL)


def main():
    from cli_support import chain
    folder = ROOT / "build/reports"
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    for old in folder.glob("*.html"):
        old.unlink()
    for links, end in ((50, 1), (100, 10)):
        Path(f"chain_{links}.json").write_text(json.dumps(chain(links, analysis={"type": "dynamic", "end_time": end, "step": 0.001})))
        report(f"chain_{links}.json", f"chain_{links}", "--formulation", "joint")
    for model in sorted([*(ROOT / "examples").glob("*.json"), *(ROOT / "examples").glob("*.mbd"), *(ROOT / "examples/mbdm").glob("*.mbdm")]):
        report(model, model.stem)
    print(f"reports: {len(list(folder.glob('*.html')))} in {folder.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
