#!/usr/bin/env python3
"""Holds the includes of src/pintle and tests/support to the layer table of ARCHITECTURE.md.

A file of folder F may include F itself and folders of smaller levels: nothing above, nothing beside.
Only *_test.cpp and *_test_support.h may include tests/support, and tests/support stays below app.
"""
import argparse
import re
import sys
from pathlib import Path

ROW = re.compile(r"^\|\s*(\d+)\s*\|([^|]*)\|")
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
CMAKE_LEVELS = re.compile(r"set\(PINTLE_LEVELS\s+(.*?)\)", re.DOTALL)


def read_levels(architecture):
    """{folder: level} from the rows `| level | folder, folder | text |`."""
    levels = {}
    for line in architecture.read_text(encoding="utf-8").splitlines():
        row = ROW.match(line)
        if row:
            for folder in row.group(2).split(","):
                levels[folder.strip().strip("`")] = int(row.group(1))
    return levels


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".h", ".cpp", ".in") and p.is_file())


def fault_of(include, quote, own, own_level, levels, is_test):
    """The rule that `#include "include"` breaks in a file of folder `own`, or None."""
    parts = include.split("/")
    if parts[0] == "tests":
        return None if is_test else "only tests may include the test support"
    if parts[0] != "pintle":
        return "write the whole path: pintle/math/so3.h, tests/support/battery.h" if quote == '"' else None
    target = parts[1]
    if target == own:
        return None
    if target not in levels:
        return f"folder '{target}' has no level in ARCHITECTURE.md"
    if levels[target] < own_level:
        return None
    way = "upward" if levels[target] > own_level else "sideways"
    return f"{way} include: {own} is level {own_level}, {target} is level {levels[target]}"


def check_sources(root, levels):
    faults = []
    for path in sources(root / "src/pintle"):
        place = path.relative_to(root)
        own = place.parts[2]
        if own not in levels:
            faults.append(f"{place}:1: folder '{own}' has no level in ARCHITECTURE.md")
            continue
        is_test = path.name.endswith(("_test.cpp", "_test_support.h"))
        for number, quote, include in includes(path):
            fault = fault_of(include, quote, own, levels[own], levels, is_test)
            if fault:
                faults.append(f'{place}:{number}: #include "{include}": {fault}')
    for path in sources(root / "tests/support"):
        for number, quote, include in includes(path):
            fault = fault_of(include, quote, "tests/support", levels["app"], levels, is_test=True)
            if fault:
                faults.append(f'{path.relative_to(root)}:{number}: #include "{include}": {fault}')
    return faults


def check_cmake(root, levels):
    """The build's folder list must tell the same levels as the table."""
    path = root / "cmake/PintleFolders.cmake"
    if not path.exists():
        return []
    faults = []
    for level, names in enumerate(re.findall(r'"([^"]*)"', CMAKE_LEVELS.search(path.read_text()).group(1))):
        for folder in names.split():
            told = levels.get(folder.split("/")[0])
            if told != level:
                faults.append(f"{path.relative_to(root)}:1: '{folder}' is level {level} here, {told} in ARCHITECTURE.md")
    return faults


def check(root):
    levels = read_levels(root / "ARCHITECTURE.md")
    if not levels:
        return ["ARCHITECTURE.md:1: no layer table found"]
    return check_sources(root, levels) + check_cmake(root, levels)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    faults = check(root)
    for fault in faults:
        print(fault)
    if faults:
        print(f"layers: {len(faults)} fault(s)")
        return 1
    print(f"layers: {len(sources(root / 'src/pintle'))} files obey the table of ARCHITECTURE.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
