#!/usr/bin/env python3
"""Runs the commands that README.md shows.

Takes the lines of ```sh blocks; those that start with `make` or `git` are not run (CI runs the make targets itself).
They run in order in build/readme, where examples/ and build/ are links to the real ones, so output stays there.
"""
import argparse
import shutil
import subprocess
import sys
from pathlib import Path

NOT_RUN = ("make", "git", "cd", "sudo", "apt-get")


def commands(markdown):
    """The command lines of the ```sh, ```bash and ```console blocks, without prompts and comments."""
    found, inside = [], False
    for line in markdown.splitlines():
        line = line.strip()
        if line.startswith("```"):
            inside = not inside and line[3:].strip() in ("sh", "bash", "console")
        elif inside:
            line = line.removeprefix("$ ").split(" #")[0].strip()
            if line and not line.startswith("#"):
                found.append(line)
    return found


def runnable(command):
    return command.split()[0] not in NOT_RUN


def prepare(root):
    folder = root / "build/readme"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("examples", "build", "src", "docs", "scripts"):
        if (root / name).exists():
            (folder / name).symlink_to(root / name)
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    to_run = [c for c in commands((root / "README.md").read_text(encoding="utf-8")) if runnable(c)]
    folder = prepare(root)
    for command in to_run:
        result = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, timeout=600)
        if result.returncode:
            print(f"README.md: `{command}` ended with {result.returncode}:\n{result.stdout}{result.stderr}")
            return 1
    print(f"readme: {len(to_run)} commands ran")
    return 0


if __name__ == "__main__":
    sys.exit(main())
