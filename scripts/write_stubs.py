#!/usr/bin/env python3
"""Writes the stub of pintle.kinds, from the schemas of the core: every type of cards with its fields, and the cards of a model.

    scripts/write_stubs.py build/release/python/pintle
"""
import keyword
import sys
import textwrap
from pathlib import Path

WIDTH = 120

HEAD = '''# Written by scripts/write_stubs.py from the schemas.
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal

from numpy.typing import NDArray

from .cards import Card, Cards

Real = float | str  # a number in SI units, or a text with a unit: "15 kN"
Vector = Sequence[Real] | NDArray[Any]
Matrix = Sequence[Vector] | Vector
Orientation = Matrix | Mapping[str, Any]
Text = str | Card | PathLike[str] | Sequence[str | Card]
Written = Mapping[str, Any]  # a card written out
Node = Card | str
Attachment = Card | str | Mapping[str, Any]  # a node, "ground", or at(node, offset, orientation)
Drive = Real | Card | Written
Drives = Sequence[Drive | Written] | Card | Written | NDArray[Any]
'''

TYPES = {
    "real": "Real", "integer": "int", "boolean": "bool", "text": "Text", "vector2": "Vector", "vector3": "Vector",
    "vector6": "Vector", "matrix3": "Matrix", "matrix6": "Matrix", "square": "Real | Matrix", "orientation": "Orientation",
    "inertia": "Matrix | Mapping[str, Any]", "attachment": "Attachment", "node": "Node", "item": "Card | str", "drive": "Drive",
    "drive3": "Drives", "drives": "Drives", "reals": "Vector", "table": "Matrix | Sequence[Mapping[str, Any]]",
    "card": "Card | Written", "cards": "Sequence[Card | Written]", "named_card": "Card | str | Written",
    "named_cards": "Sequence[Card | str | Written]", "map": "Mapping[str, Any]",
}


def annotation(field):
    if field["choices"]:
        return f"Literal[{', '.join(map(quoted, field['choices']))}]"
    return TYPES[field["type"]]


def quoted(value):
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"' if isinstance(value, str) else repr(value)


def spelt(field):
    return field["name"] + ("_" if keyword.iskeyword(field["name"]) else "")


def argument(field):
    if field["required"]:
        return f"{spelt(field)}: {annotation(field)}"
    if field["default"] is None:
        return f"{spelt(field)}: {annotation(field)} | None = None"
    return f"{spelt(field)}: {annotation(field)} = {quoted(field['default'])}"


def note(field):
    """ "preload: least normal force, for friction (N; 0.0 unless given)" """
    default = "" if field["default"] is None else f"{quoted(field['default'])} unless given"
    facts = "; ".join(filter(None, [field["unit"], default]))
    return f"{spelt(field)}: {field['doc']}" + (f" ({facts})" if facts else "")


def wrapped(text, later=""):
    return textwrap.wrap(text, WIDTH - 8, subsequent_indent=later, break_long_words=False)


def docstring(schema):
    lines = wrapped(f'"""{schema["summary"]}')
    fields = [line for field in schema["fields"] for line in wrapped(note(field), "    ")]
    if fields:
        lines += ["", *fields, ""]
    text = "\n".join(lines).replace("\\", "\\\\")
    return textwrap.indent(text + '"""', "        ") + "\n"


def method(name, schema):
    fields = sorted(schema["fields"], key=lambda field: not field["required"])
    arguments = ["self", "*", 'name: str = ""', *map(argument, fields)]
    line = f"    def {name}({', '.join(arguments)}) -> Card:"
    if len(line) > WIDTH:
        line = f"    def {name}(\n" + "".join(f"        {item},\n" for item in arguments) + "    ) -> Card:"
    return f"{line}\n{docstring(schema)}"


def class_name(kind):
    return "".join(word.title() for word in kind["name"].split("_")) + "Kind"


def kind_class(kind, schemas):
    usual = [method("__call__", schema) for schema in schemas if schema["type"] == kind["default_type"]]
    types = [method(schema["type"], schema) for schema in schemas]
    return f"class {class_name(kind)}:\n" + "\n".join([*usual, *types, "    def __iter__(self) -> Iterator[str]: ...\n"])


def model_class(kinds):
    lines = ["class ModelCards:"]
    for kind in kinds:
        if kind["single"]:
            lines.append(f"    {kind['key']}: Card | None")
        else:
            lines += ["    @property", f"    def {kind['key']}(self) -> Cards: ..."]
    return "\n".join(lines) + "\n"


def stub(kinds, schemas):
    parts = [HEAD, f"__all__ = [{', '.join(quoted(kind['name']) for kind in kinds)}]\n"]
    for kind in kinds:
        parts.append(kind_class(kind, [schema for schema in schemas if schema["kind"] == kind["name"]]))
        parts.append(f"{kind['name']}: {class_name(kind)}\n")
    return "\n".join([*parts, model_class(kinds)])


if __name__ == "__main__":
    package = Path(sys.argv[1])
    sys.path.insert(0, str(package))  # the core alone: the package needs numpy, writing stubs does not
    import _core

    (package / "kinds.pyi").write_text(stub(_core.kinds(), _core.schemas()), encoding="utf-8")
