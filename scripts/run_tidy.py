#!/usr/bin/env python3
"""clang-tidy over the sources of src/pintle, skipping what has not changed since it was last clean.

It looks at the units that are compiled: several files of a folder together, which share the time for Eigen's headers.
The key of a unit is the hash of its text, of every project file it reaches, of .clang-tidy, of the compile command
and of the tool's version; build/tidy/clean holds the keys of clean units.
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

INCLUDE = re.compile(r'^\s*#\s*include\s*"((?:pintle|tests|)/[^"]+)"', re.MULTILINE)


@functools.lru_cache(maxsize=None)
def headers_of(path, roots):
    """Project files that the file includes, directly; a unit names its sources by their whole paths."""
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
        unit = Path(entry["file"])
        sources = [path for path in (unit, *headers_of(unit, roots)) if path.suffix == ".cpp"]
        if any(path.is_relative_to(root / "src") and arguments.match in str(path) for path in sources):
            total += len(sources)
            key = key_of(unit, entry["command"], fixed, roots)
            if not (clean / key).exists():
                todo[unit] = key, sources

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        runs = {pool.submit(tidy, unit, folder): todo[unit] for unit in todo}
        for run in concurrent.futures.as_completed(runs):
            key, sources = runs[run]
            result, seconds = run.result()
            if arguments.times:
                print(f"{seconds:6.1f} s  {' '.join(str(path.relative_to(root)) for path in sources)}", flush=True)
            if result.returncode == 0:
                (clean / key).touch()
            else:
                failed += 1
                print(result.stdout.strip() or result.stderr.strip(), flush=True)
    looked_at = sum(len(sources) for _, sources in todo.values())
    print(f"clang-tidy: {total} files, {looked_at} looked at, {failed} units with faults")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
