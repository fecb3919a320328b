#!/usr/bin/env python3
"""Runs README.md, docs/python.md and the tutorials: what a page tells the reader to type is typed here.

    ```json pendulum.json       a block with a file's name is written to that file
    ```sh                       every line is a command; `make`, `git` and the like are not run
    ```output                   words that the commands before must have printed, in this order; `...` stands for any

A command whose comment says `# exits with 2` must do so; all others must succeed. Every page runs in a folder of its own,
build/pages/NAME, where examples/, docs/ and the like are links to the real ones, with `pintle` on the PATH and the Python package
at hand. A page that says `![text](../pictures/x.png)` finds its pictures made by scripts, not here.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

NOT_RUN = ("make", "git", "cd", "sudo", "apt-get")
EXITS = re.compile(r"\s#.*\bexits with (\d+)")


@dataclass
class Block:
    kind: str  # "sh", "output", or the name of a file
    lines: list
    line: int  # of the page


def blocks(markdown):
    """The fenced blocks that count, in order."""
    found, block = [], None
    for number, line in enumerate(markdown.splitlines(), 1):
        if not line.startswith("```"):
            if block:
                block.lines.append(line)
        elif block:
            if block.kind:
                found.append(block)
            block = None
        else:
            words = line[3:].split()
            kind = words[1] if len(words) > 1 else words[0] if words and words[0] in ("sh", "output") else ""
            block = Block(kind, [], number)
    return found


def commands(block):
    """(command, exit code) of each line."""
    for line in block.lines:
        code = EXITS.search(line)
        command = line.split(" #")[0].strip().removeprefix("$ ")
        if command and not command.startswith("#") and command.split()[0] not in NOT_RUN:
            yield command, int(code.group(1)) if code else 0


def first_missing(wanted, printed):
    """The first of the wanted lines that is not printed after the one before it."""
    text, at = " ".join(printed.split()), 0
    for line in wanted:
        line = " ".join(line.split())
        if not line or line == "...":
            continue
        found = text.find(line, at)
        if found < 0:
            return line
        at = found + len(line)
    return None


def prepare(root, name):
    folder = root / "build/pages" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for link in ("examples", "build", "src", "docs", "scripts"):
        (folder / link).symlink_to(root / link)
    return folder


def environment(root):
    release = root / "build/release"
    # The package is made for Debian's interpreter, which has Debian's numpy.
    return os.environ | {"PATH": f"{release}:/usr/bin:{os.environ['PATH']}", "PYTHONPATH": str(release / "python"), "COLUMNS": "100"}


def run(root, page):
    """What went wrong, or nothing; and how many commands ran."""
    folder, printed, count = prepare(root, page.stem.lower()), "", 0
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.kind == "output":
            missing = first_missing(block.lines, printed)
            if missing:
                return f"{page}:{block.line}: '{missing}' was not printed. Printed was:\n{printed}", count
        elif block.kind != "sh":
            (folder / block.kind).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.kind).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
        else:
            printed = ""
            for command, code in commands(block):
                result = subprocess.run(["bash", "-c", command], cwd=folder, env=environment(root), text=True, timeout=600,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                printed, count = printed + result.stdout, count + 1
                if result.returncode != code:
                    return f"{page}:{block.line}: `{command}` ended with {result.returncode}:\n{result.stdout}", count
    return None, count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("pages", type=Path, nargs="*", help="default: README.md, docs/python.md and docs/tutorials")
    options = parser.parse_args()
    root = options.root
    for page in options.pages or [root / "README.md", root / "docs/python.md", *sorted((root / "docs/tutorials").glob("*.md"))]:
        fault, count = run(root, page)
        if fault:
            print(fault)
            return 1
        print(f"{page.name}: {count} commands ran")
    return 0


if __name__ == "__main__":
    sys.exit(main())
