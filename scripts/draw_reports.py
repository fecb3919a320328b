#!/usr/bin/env python3
"""Takes the pictures of reports that the tutorials show.

A picture is made where a page says

    ![The report of the pendulum](../pictures/first_pendulum.png)
    <!-- picture of pendulum.html at 1.2 s -->

from the report that scripts/run_pages.py has left in the page's folder, with Chromium (viewer/tests/picture.mjs).
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

PICTURE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)\n<!-- picture of (\S+) at (\S+) s -->")


def pictures(root):
    """(report, time, file) of every picture that a tutorial asks for."""
    for page in sorted((root / "docs/tutorials").glob("*.md")):
        for file, report, time in PICTURE.findall(page.read_text(encoding="utf-8")):
            yield root / "build/pages" / page.stem / report, time, (page.parent / file).resolve()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    for report, time, file in pictures(root):
        if not report.exists():
            print(f"{report} is missing; scripts/run_pages.py makes it")
            return 1
        subprocess.run(["node", root / "viewer/tests/picture.mjs", report, time, file], check=True)
        print(f"{file.relative_to(root)}: drawn")
    return 0


if __name__ == "__main__":
    sys.exit(main())
