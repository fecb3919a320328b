#!/usr/bin/env python3
"""Writes the stub of pintle.kinds: every type of cards with its fields, from the schemas of the core.

    PYTHONPATH=build/release/python python3 scripts/write_stubs.py build/release/python/pintle/kinds.pyi
"""
import keyword
import sys
import textwrap
from pathlib import Path

from pintle import _core

HEAD = '''# Written by scripts/write_stubs.py from the schemas.
from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal

from numpy.typing import NDArray

from .cards import Card

Real = float | str  # a number in SI units, or a text with a unit: "15 kN"
Vector = Sequence[Real] | NDArray[Any]
Matrix = Sequence[Vector] | Vector | NDArray[Any]
Attachment = Card | str | dict[str, Any]
Drive = Real | Card | dict[str, Any]
Drives = Sequence[Any] | Card | dict[str, Any] | NDArray[Any]
'''

TYPES = {
    "real": "Real", "integer": "int", "boolean": "bool", "vector2": "Vector", "vector3": "Vector", "vector6": "Vector",
    "matrix3": "Matrix", "matrix6": "Matrix", "square": "Real | Matrix", "orientation": "Matrix | dict[str, Any]",
    "inertia": "Matrix | dict[str, Any]", "attachment": "Attachment", "node": "Card | str", "item": "Card | str", "drive": "Drive",
    "drive3": "Drives", "drives": "Drives", "reals": "Vector", "table": "Matrix", "card": "Card | dict[str, Any]",
    "cards": "Sequence[Card | dict[str, Any]]", "named card": "Card | str | dict[str, Any]",
    "named cards": "Sequence[Card | str | dict[str, Any]]", "text": "str | Sequence[str] | PathLike[str]",
}


def annotation(field):
    if field["choices"]:
        return f"Literal[{', '.join(map(repr, field['choices']))}]"
    return TYPES.get(field["type"].replace("_", " "), TYPES.get(field["type"], "Any"))


def argument(field):
    name = field["name"] + ("_" if keyword.iskeyword(field["name"]) else "")
    return f"{name}: {annotation(field)}" + ("" if field["required"] else " | None = ...")


def method(name, schema):
    fields = sorted(schema["fields"], key=lambda field: not field["required"])
    arguments = ", ".join(["self", "*", 'name: str = ""', *map(argument, fields)])
    doc = textwrap.indent(f'"""{schema["manual"].strip()}\n"""', "        ")
    return f"    def {name}({arguments}) -> Card:\n{doc}\n"


def stub():
    schemas = _core.schemas()
    parts = [HEAD, f"__all__ = {[kind['name'] for kind in _core.kinds()]}\n"]
    for kind in _core.kinds():
        own = [schema for schema in schemas if schema["kind"] == kind["name"]]
        title = "".join(word.title() for word in kind["name"].split("_"))
        usual = [method("__call__", schema) for schema in own if schema["type"] == kind["default_type"]]
        parts.append(f"class {title}Kind:\n" + "\n".join(usual + [method(schema["type"], schema) for schema in own] or ["    ..."]))
        parts.append(f"{kind['name']}: {title}Kind\n")
    return "\n".join(parts)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(stub(), encoding="utf-8")
