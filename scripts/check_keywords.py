#!/usr/bin/env python3
"""Every registered keyword has a page, a test and an example.

Reads the lines `kind type folder` of `pintle help --list`; for the type revolute_hinge of folder joints it wants
src/pintle/joints/revolute_hinge.md, revolute_hinge_test.cpp beside it, and an example with "type": "revolute_hinge".
A .cpp that registers a type but has no page is a fault too: the build then leaves the type out.
"""
import argparse
import json
import re
import subprocess
import sys
from pathlib import Path


def types_in(value):
    """All values of "type" in a JSON document, at any depth."""
    if isinstance(value, dict):
        if isinstance(value.get("type"), str):
            yield value["type"]
        for child in value.values():
            yield from types_in(child)
    elif isinstance(value, list):
        for child in value:
            yield from types_in(child)


COMMENT_OR_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def without_comments(text):
    """JSON models may have // and /* */ comments."""
    return COMMENT_OR_TEXT.sub(lambda found: found[0] if found[0].startswith('"') else "", text)


def types_in_examples(examples):
    found = set()
    for path in sorted(examples.rglob("*.json")):
        found.update(types_in(json.loads(without_comments(path.read_text(encoding="utf-8")))))
    return found


def parse_list(text):
    """[(kind, type, folder)]; a type of several words keeps its blanks."""
    keywords = []
    for line in text.splitlines():
        words = line.split()
        if words:
            if len(words) < 3:
                raise ValueError(f"`pintle help --list`: expected 'kind type folder', got '{line}'")
            keywords.append((words[0], " ".join(words[1:-1]), words[-1]))
    return keywords


def left_out(root):
    """Sources with a function register_<stem>... and no page."""
    faults = []
    for path in sorted((root / "src/pintle").rglob("*.cpp")):
        defined = re.search(rf"^void register_{path.stem}(_[a-z]+)?\(\w*Registry&[^;]*$", path.read_text(encoding="utf-8"), re.M)
        if defined and not path.with_suffix(".md").is_file():
            faults.append(f"{path.relative_to(root)}: registers a type but has no page {path.stem}.md, so it is left out")
    return faults


def check(root, keywords):
    used = types_in_examples(root / "examples")
    faults = left_out(root)
    for kind, name, folder in keywords:
        stem = root / "src/pintle" / folder / name.replace(" ", "_")
        for what, suffix in (("page", ".md"), ("test", "_test.cpp")):
            path = stem.with_name(stem.name + suffix)
            if not path.is_file():
                faults.append(f"{kind} {name}: no {what}: {path.relative_to(root)} is missing")
        if name not in used:
            faults.append(f'{kind} {name}: no example: no file of examples/ has "type": "{name}"')
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--pintle", type=Path, help="the command; build/release/pintle unless told")
    arguments = parser.parse_args()
    pintle = arguments.pintle or arguments.root / "build/release/pintle"
    listing = subprocess.run([pintle, "help", "--list"], check=True, capture_output=True, text=True).stdout
    keywords = parse_list(listing)
    faults = check(arguments.root, keywords)
    if not keywords:
        faults.append("`pintle help --list` names no keyword: nothing is registered")
    for fault in faults:
        print(fault)
    if faults:
        print(f"keywords: {len(faults)} fault(s)")
        return 1
    print(f"keywords: {len(keywords)} have a page, a test and an example")
    return 0


if __name__ == "__main__":
    sys.exit(main())
