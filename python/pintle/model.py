"""Models: built of cards, loaded from files, changed, checked, run."""
from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, overload

from . import _core
from .cards import Callback, Card, users_of
from .errors import Diagnostic, announce, diagnostics_from
from .kinds import ModelCards
from .result import Result
from .schemas import KINDS, hint
from .simulation import CrossCheck, Formulation, Group, OnStep, Simulation, cross_check
from .statics import Equilibrium, LinearModel

PathLike = str | os.PathLike[str]


class Model(ModelCards):
    """A model. `model.nodes`, `model.bodies`, `model.joints`, ... hold its cards; `model.analysis`, `model.gravity`, `model.solver`
    and `model.output` are single cards, or None."""

    __slots__ = ("__weakref__", "_file", "callbacks", "cards", "sandbox", "title")  # no others: a misspelt name is an error

    title: str
    cards: list[Card]
    callbacks: dict[str, Callback | Callable[..., Any]]
    sandbox: PathLike | None  # the folder outside of which nothing is read or written for the model

    def __init__(self, title: str = "", *cards: Card) -> None:
        self.title = title
        self.cards = []
        self.callbacks = {}
        self.sandbox = None
        self._file = ""
        self.add(*cards)

    @overload
    def add(self, card: Card, /) -> Card:  # type: ignore[misc]  # one card is also several: this comes first
        ...

    @overload
    def add(self, *cards: Card) -> tuple[Card, ...]:
        ...

    def add(self, *cards: Card) -> Card | tuple[Card, ...]:
        """Adds cards; gives back the one that was added, or all of them. A single one, `analysis` say, replaces the one before."""
        for card in cards:
            if not isinstance(card, Card):
                raise TypeError(f"a model is made of cards, not of {type(card).__name__}")
            if KINDS[card.kind]["single"]:
                self.cards[:] = [other for other in self.cards if other.kind != card.kind]
            self.cards.append(card)
        return cards[0] if len(cards) == 1 else cards

    if not TYPE_CHECKING:  # which finds wrong names by itself

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            raise AttributeError(f"a model has no '{name}'{hint(_core.suggest_key(name))}")

    def copy(self) -> Model:
        """A model of its own with copies of all cards; functions are shared."""
        copied = Model(self.title, *(card.copy() for card in self.cards))
        copied.callbacks = dict(self.callbacks)
        copied.sandbox = self.sandbox
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

    def _parts(self) -> tuple[str, str, str, list[_core.Card], _core.Callbacks]:
        """What the core is given of it."""
        held: dict[str, tuple[Any, Any]] = {}
        for card in self.cards:
            held.update({name: (item.function, item.gradient) for name, item in card._callbacks.items()})
        for name, item in self.callbacks.items():
            if not isinstance(item, Callback) and not callable(item):
                raise TypeError(f"callbacks['{name}'] must be a function, not {type(item).__name__}")
            held[name] = (item.function, item.gradient) if isinstance(item, Callback) else (item, None)
        cards = [card._card for card in self.cards]
        callbacks: _core.Callbacks = {name: (*functions, partial(users_of, name, cards)) for name, functions in held.items()}
        return self.title, self._file, _folder(self.sandbox), cards, callbacks

    def check(self) -> list[Diagnostic]:
        """Reads and assembles it without running it. Mistakes raise ModelError; what is left to be said is returned."""
        return diagnostics_from(_core.check_model(*self._parts(), {}))

    def simulation(
        self,
        output: PathLike | bool | None = None,
        *,
        step: float | None = None,
        end_time: float | None = None,
        rho: float | None = None,
        group: Group | None = None,
        formulation: Formulation | None = None,
        resume: bool = False,
        force: bool = False,
    ) -> Simulation:
        """A simulation of the model, to be taken step by step; see Simulation for the options."""
        return Simulation(
            self, output, step=step, end_time=end_time, rho=rho, group=group, formulation=formulation, resume=resume, force=force
        )

    def run(
        self,
        output: PathLike | bool | None = None,
        *,
        on_step: OnStep | None = None,
        step: float | None = None,
        end_time: float | None = None,
        rho: float | None = None,
        group: Group | None = None,
        formulation: Formulation | None = None,
        resume: bool = False,
        force: bool = False,
    ) -> Result:
        """Runs it to its end and gives back the result (None with output=False); `on_step(simulation)` is called after every step.
        See Simulation for the options."""
        with self.simulation(
            output, step=step, end_time=end_time, rho=rho, group=group, formulation=formulation, resume=resume, force=force
        ) as simulation:
            return simulation.run(on_step=on_step)

    def equilibrium(self) -> Equilibrium:
        """Where the model comes to rest, whatever its own analysis is."""
        return Equilibrium(_announced(_core.analyse(*self._parts(), False)))

    def linear(self) -> LinearModel:
        """Small motions about the equilibrium: matrices and modes."""
        parts = self.copy()._parts()
        return LinearModel(_announced(_core.analyse(*parts, True)), partial(_core.animate_mode, *parts))

    def cross_check(
        self,
        *,
        step: float | None = None,
        end_time: float | None = None,
        rho: float | None = None,
        group: Group | None = None,
        formulation: Formulation | None = None,
    ) -> list[CrossCheck]:
        """Runs the model in all formulations that can take it and tells where they differ most."""
        return cross_check(self, step=step, end_time=end_time, rho=rho, group=group, formulation=formulation)


def _folder(sandbox: PathLike | None) -> str:
    return "" if sandbox is None else os.fspath(sandbox) or "."


def _announced(found: dict[str, Any]) -> dict[str, Any]:
    announce(diagnostics_from(found["diagnostics"]))
    return found


def _model_from(parts: tuple[str, str, list[_core.Card], Any]) -> Model:
    title, file, cards, diagnostics = parts
    model = Model(title, *(Card(card) for card in cards))
    model._file = file
    announce(diagnostics_from(diagnostics))
    return model


def read_model(path: PathLike, sandbox: PathLike | None = None) -> Model:
    """Reads a model in any language that Pintle knows: its own JSON, MBDyn's, MBDM's. With `sandbox`, a folder, nothing outside of it
    is read or written for the model, now or when it runs."""
    model = _model_from(_core.read_model(os.fspath(path), _folder(sandbox)))
    model.sandbox = sandbox
    return model
