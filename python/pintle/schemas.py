"""The schemas of the core: which cards there are and which fields they have."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _core

Schema = dict[str, Any]

KINDS: dict[str, Schema] = {kind["name"]: kind for kind in _core.kinds()}
SCHEMAS: dict[tuple[str, str], Schema] = {(schema["kind"], schema["type"]): schema for schema in _core.schemas()}


def types_of(kind: str) -> list[str]:
    return [schema["type"] for schema in SCHEMAS.values() if schema["kind"] == kind]


def hint(advice: str) -> str:
    """Advice behind a message, if there is any."""
    return f"; {advice}" if advice else ""


def suggestion(word: str, candidates: Iterable[str]) -> str:
    """ "; did you mean 'x'?" or nothing."""
    return hint(_core.did_you_mean(word, list(candidates)))
