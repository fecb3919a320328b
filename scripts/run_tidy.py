#!/usr/bin/env python3
"""clang-tidy over the sources of src/pintle, skipping what has not changed since it was last clean.

The key of a file is the hash of its text, of every project header it reaches, of .clang-tidy, of the compile command
and of the tool's version; build/tidy/clean holds the keys of clean files.
"""
import argparse
import concurrent.futures
import functools
import hashlib
import json
import re
import subprocess
import sys
import time
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*"((?:pintle|tests)/[^"]+)"', re.MULTILINE)


@functools.lru_cache(maxsize=None)
def headers_of(path, roots):
    """Project headers that the file includes, directly."""
    found = []
    for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        found += [root / name for root in roots if (root / name).is_file()][:1]
    return tuple(found)


def reached_from(path, roots):
    reached, todo = {path}, [path]
    while todo:
        for header in headers_of(todo.pop(), roots):
            if header not in reached:
                reached.add(header)
                todo.append(header)
    return sorted(reached)


def key_of(path, command, fixed, roots):
    digest = hashlib.sha256(fixed + command.encode())
    for file in reached_from(path, roots):
        digest.update(str(file).encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def tidy(path, folder):
    started = time.monotonic()
    result = subprocess.run(["clang-tidy", "--quiet", "-p", folder, path], capture_output=True, text=True)
    return result, time.monotonic() - started


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--match", default="", help="only files whose path contains this text")
    parser.add_argument("--times", action="store_true", help="print the seconds each file takes")
    arguments = parser.parse_args()

    root = Path(__file__).resolve().parent.parent
    folder = root / "build/tidy"
    clean = folder / "clean"
    clean.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], check=True, capture_output=True).stdout
    fixed = version + (root / ".clang-tidy").read_bytes()
    roots = (root / "src", folder / "generated", root)

    todo, total = {}, 0
    for entry in json.loads((folder / "compile_commands.json").read_text()):
        path = Path(entry["file"])
        if path.is_relative_to(root / "src") and path.exists() and not path.name.endswith("_test.cpp"):
            if arguments.match in str(path):
                total += 1
                key = key_of(path, entry["command"], fixed, roots)
                if not (clean / key).exists():
                    todo[path] = key

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        runs = {pool.submit(tidy, path, folder): path for path in todo}
        for run in concurrent.futures.as_completed(runs):
            path = runs[run]
            result, seconds = run.result()
            if arguments.times:
                print(f"{seconds:6.1f} s  {path.relative_to(root)}", flush=True)
            if result.returncode == 0:
                (clean / todo[path]).touch()
            else:
                failed += 1
                print(result.stdout.strip() or result.stderr.strip(), flush=True)
    print(f"clang-tidy: {total} files, {len(todo)} looked at, {failed} with faults")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
