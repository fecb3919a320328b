"""Errors of the package. All carry the diagnostics that the command line would print."""
from __future__ import annotations

import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any


@dataclass(frozen=True)
class Diagnostic:
    """One thing to be said about a model or a run, and where it was written."""

    severity: str  # "note", "warning" or "error"
    file: str
    line: int
    column: int
    message: str
    advice: str
    text: str  # all of it, as printed: "wing.json:84:17: error: message; advice"

    def __str__(self) -> str:
        return self.text


def diagnostics_from(items: Any) -> list[Diagnostic]:
    return [Diagnostic(*item) for item in items]


class PintleError(Exception):
    """What all errors of the package have in common."""

    diagnostics: list[Diagnostic]

    def __init__(self, message: str, diagnostics: Any = ()) -> None:
        self.diagnostics = diagnostics_from(diagnostics)
        super().__init__("\n".join([message, *(item.text for item in self.diagnostics)]))


class ModelError(PintleError):
    """A model with mistakes; `diagnostics` lists all of them."""


class RunError(PintleError):
    """A run that could not start or go on. `result` holds what it came to, if anything."""

    result: Any = None


class ResultError(PintleError):
    """Results that cannot be read, shown or written in another format."""


class ModelWarning(UserWarning):
    """Something in a model or a run that is worth a look."""


_PACKAGE = str(Path(__file__).parent)


def announce(diagnostics: list[Diagnostic]) -> None:
    """Warnings of the core as warnings of Python, at the line outside the package that led to them."""
    frame: FrameType | None = sys._getframe(1)
    level = 2
    while frame and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
        level += 1
    for item in diagnostics:
        if item.severity == "warning":
            warnings.warn(item.text, ModelWarning, stacklevel=level)
