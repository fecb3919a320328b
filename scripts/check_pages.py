#!/usr/bin/env python3
"""Headings of all pages: `# `, `## `, ... with a blank, at the start of a line.

clang-format takes a page for C++ when it is given one, and writes `#Heading` or pushes it to the right.
"""
import argparse
import re
import sys
from pathlib import Path

BROKEN_HEADING = re.compile(r"^(#{1,6}[^#\s!]|\s{4,}#{2,6}\s*\w)")


def faults_of(text):
    """Lines outside of blocks of code that were headings once."""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code and BROKEN_HEADING.match(line):
            yield number, line.strip()


def pages(root):
    return sorted(p for folder in ("src", "docs", "tests", "examples", "bench") for p in (root / folder).rglob("*.md")) + sorted(root.glob("*.md"))


def check(root):
    return [f"{path.relative_to(root)}:{number}: '{line}' is no heading; was the page given to clang-format?"
            for path in pages(root) for number, line in faults_of(path.read_text(encoding="utf-8"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    faults = check(root)
    print("\n".join(faults) if faults else f"pages: {len(pages(root))} with whole headings")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
