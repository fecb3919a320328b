"""Models: built of cards, loaded from files, changed, checked, run."""
from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Literal, overload

from . import _core
from .cards import Callback, Card
from .schemas import KINDS, suggestion
from .errors import Diagnostic, ModelWarning, diagnostics_from
from .result import Result
from .simulation import CrossCheck, OnStep, Simulation, cross_check
from .statics import Equilibrium, LinearModel

PathLike = str | os.PathLike[str]


class Cards:
    """The cards of one kind in a model: by name, or one after the other."""

    def __init__(self, model: Model, kind: str) -> None:
        self._model, self._kind = model, kind

    def __iter__(self) -> Iterator[Card]:
        return (card for card in self._model.cards if card.kind == self._kind)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return any(card.name == name for card in self)

    def __getitem__(self, name: str | int) -> Card:
        cards = list(self)
        if isinstance(name, int):
            return cards[name]
        for card in cards:
            if card.name == name:
                return card
        names = [card.name for card in cards]
        few = f"; there are {', '.join(map(repr, names))}" if 0 < len(names) <= 10 else ""
        raise KeyError(f"there is no {self._kind} '{name}'{suggestion(name, names) or few}")

    def __delitem__(self, name: str | int) -> None:
        found = self[name]
        self._model.cards[:] = [card for card in self._model.cards if card is not found]

    def __repr__(self) -> str:
        return f"<{KINDS[self._kind]['key']}: {', '.join(repr(card.name) for card in self)}>"


class Model:
    """A model. `model.nodes`, `model.bodies`, `model.joints`, ... hold its cards; `model.analysis`, `model.gravity`, `model.solver`
    and `model.output` are single cards, or None."""

    title: str
    cards: list[Card]
    callbacks: dict[str, Callback | Callable[..., Any]]

    def __init__(self, title: str = "", *cards: Card) -> None:
        self.title = title
        self.cards = []
        self.callbacks = {}
        self._file = ""
        self.add(*cards)

    def add(self, *cards: Card) -> Any:
        """Adds cards; gives back the one that was added, or all of them. A single one, `analysis` say, replaces the one before."""
        for card in cards:
            if not isinstance(card, Card):
                raise TypeError(f"a model is made of cards, not of {type(card).__name__}")
            if KINDS[card.kind]["single"]:
                self.cards[:] = [other for other in self.cards if other.kind != card.kind]
            self.cards.append(card)
        return cards[0] if len(cards) == 1 else cards

    def __getattr__(self, name: str) -> Any:
        for kind in KINDS.values():
            if kind["key"] == name:
                cards = Cards(self, kind["name"])
                return next(iter(cards), None) if kind["single"] else cards
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(f"a model has no '{name}'{suggestion(name, [kind['key'] for kind in KINDS.values()])}")

    def __setattr__(self, name: str, value: Any) -> None:
        kind = next((kind for kind in KINDS.values() if kind["key"] == name), None)
        if kind is None:
            object.__setattr__(self, name, value)
        elif not kind["single"]:
            raise AttributeError(f"add cards with model.add(...); '{name}' itself cannot be set")
        elif value is None:
            self.cards[:] = [card for card in self.cards if card.kind != kind["name"]]
        elif isinstance(value, Card) and value.kind == kind["name"]:
            self.add(value)
        else:
            raise TypeError(f"'{name}' must be a card of that kind")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(kind["key"] for kind in KINDS.values())]

    def copy(self) -> Model:
        """A model of its own with copies of all cards; functions are shared."""
        copied = Model(self.title, *(card.copy() for card in self.cards))
        copied.callbacks = dict(self.callbacks)
        copied._file = self._file
        return copied

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Model:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """The same cards of every kind in the same order; that of the kinds does not matter."""
        if not isinstance(other, Model):
            return NotImplemented
        return self.title == other.title and self._by_kind() == other._by_kind()

    __hash__ = object.__hash__

    def _by_kind(self) -> list[Card]:
        return sorted(self.cards, key=lambda card: card.kind)

    def __repr__(self) -> str:
        counts = [(sum(card.kind == kind["name"] for card in self.cards), kind) for kind in KINDS.values() if not kind["single"]]
        words = [f"{count} {kind['name'] if count == 1 else kind['key']}" for count, kind in counts if count]
        return f"<Model {self.title!r}: {', '.join(words) or 'empty'}>"

    @staticmethod
    def from_json(text: str) -> Model:
        """A model from the text of a file in JSON."""
        return _model_from(_core.read_model_text(text))

    def to_json(self) -> str:
        """The model as a file that `pintle run` reads."""
        return _core.write_model(self.title, self._file, [card._card for card in self.cards])

    def save(self, path: PathLike) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.to_json())

    def _parts(self) -> tuple[str, str, list[_core.Card], dict[str, tuple[Any, Any]]]:
        """What the core is given of it."""
        held: dict[str, tuple[Any, Any]] = {}
        for card in self.cards:
            held.update({name: (item.function, item.gradient) for name, item in card._callbacks.items()})
        for name, item in self.callbacks.items():
            if not isinstance(item, Callback) and not callable(item):
                raise TypeError(f"callbacks['{name}'] must be a function, not {type(item).__name__}")
            held[name] = (item.function, item.gradient) if isinstance(item, Callback) else (item, None)
        return self.title, self._file, [card._card for card in self.cards], held

    def check(self) -> list[Diagnostic]:
        """Reads and assembles it without running it. Mistakes raise ModelError; what is left to be said is returned."""
        return diagnostics_from(_core.check_model(*self._parts(), {}))

    def simulation(self, output: PathLike | bool | None = None, **options: Any) -> Simulation:
        """A simulation of the model, to be taken step by step; see Simulation."""
        return Simulation(self, output, **options)

    @overload
    def run(self, output: Literal[False], *, on_step: OnStep | None = None, **options: Any) -> None: ...

    @overload
    def run(self, output: PathLike | None = None, *, on_step: OnStep | None = None, **options: Any) -> Result: ...

    def run(self, output: PathLike | bool | None = None, *, on_step: OnStep | None = None, **options: Any) -> Result | None:
        """Runs it to its end and gives back the result; `on_step(simulation)` is called after every step. See Simulation for the
        options."""
        with Simulation(self, output, **options) as simulation:
            return simulation.run(on_step=on_step)

    def equilibrium(self) -> Equilibrium:
        """Where the model comes to rest, whatever its own analysis is."""
        return Equilibrium(_announced(_core.analyse(*self._parts(), False)))

    def linear(self) -> LinearModel:
        """Small motions about the equilibrium: matrices and modes."""
        return LinearModel(_announced(_core.analyse(*self._parts(), True)))

    def cross_check(self, **options: Any) -> list[CrossCheck]:
        """Runs the model in all formulations that can take it and tells where they differ most."""
        return cross_check(self, **options)


def _announced(found: dict[str, Any]) -> dict[str, Any]:
    announce(diagnostics_from(found["diagnostics"]))
    return found


def announce(diagnostics: list[Diagnostic]) -> None:
    """Warnings of the core as warnings of Python."""
    for item in diagnostics:
        if item.severity == "warning":
            warnings.warn(item.text, ModelWarning, stacklevel=4)


def _model_from(parts: tuple[str, str, list[_core.Card], Any]) -> Model:
    title, file, cards, diagnostics = parts
    model = Model(title, *(Card(card) for card in cards))
    model._file = file
    announce(diagnostics_from(diagnostics))
    return model


def read_model(path: PathLike) -> Model:
    """Reads a model in any language that Pintle knows: its own JSON, MBDyn's, MBDM's."""
    return _model_from(_core.read_model(os.fspath(path)))
