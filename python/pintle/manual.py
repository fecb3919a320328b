"""What `help(joint.revolute_hinge)` shows: the manual of the core with its example in Python."""
from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from inspect import Parameter, Signature
from typing import Any

from .schemas import KINDS, SCHEMAS

WIDTH = 96


def argument(field: str) -> str:
    """The name of a field as an argument: words of Python take an underscore."""
    return field + "_" if keyword.iskeyword(field) else field


def example_call(kind: str, fields: Mapping[str, Any]) -> str:
    """A card as a person would write it here."""
    rest = {name: value for name, value in fields.items() if name != "type"}
    schema = SCHEMAS[kind, fields.get("type") or KINDS[kind]["default_type"]]
    known = {field["name"]: field for field in schema["fields"]}

    def text(name: str, value: Any) -> str:
        field = known.get(name, {"type": "text", "kind": ""})
        if field["type"] == "attachment" and isinstance(value, Mapping):
            return f"at({value['node']!r}" + "".join(f", {key}={item!r}" for key, item in value.items() if key != "node") + ")"
        inner = "drive" if field["type"] in ("drive", "drive3", "drives") else field["kind"]
        if isinstance(value, list):
            return f"[{', '.join(text(name, item) for item in value)}]"
        if isinstance(value, Mapping) and (inner, value.get("type")) in SCHEMAS:
            return example_call(inner, value)
        return repr(value)

    arguments = [f"{argument(name)}={text(name, value)}" for name, value in rest.items()]
    line = f"{kind}.{schema['type']}({', '.join(arguments)})"
    if len(line) <= WIDTH:
        return line
    return f"{kind}.{schema['type']}(\n    " + ",\n    ".join(item.replace("\n", "\n    ") for item in arguments) + ",\n)"


def document(kind: str, type: str) -> str:
    schema = SCHEMAS[kind, type]
    call = example_call(kind, {**schema["example"], "type": type}).replace("\n", "\n  ")
    return re.sub(r"(?s)\nExample\n\n.*?(?=\n\n\S|\s*$)", lambda _: f"\nExample\n\n  {call}", schema["manual"])


def signature(kind: str, type: str) -> Signature:
    parameters = [Parameter("name", Parameter.KEYWORD_ONLY, default="")]
    for field in sorted(SCHEMAS[kind, type]["fields"], key=lambda field: not field["required"]):
        default = Parameter.empty if field["required"] else field["default"]
        parameters.append(Parameter(argument(field["name"]), Parameter.KEYWORD_ONLY, default=default))
    return Signature(parameters)
