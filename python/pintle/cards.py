"""Cards: what a model is made of. The schemas of the core say which there are and which fields they have."""
from __future__ import annotations

import inspect
import sys
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn, overload

from . import _core
from .manual import document, signature
from .schemas import KINDS, SCHEMAS, Schema, hint, suggestion, types_of

_PACKAGE = str(Path(__file__).parent)


def caller() -> tuple[str, int]:
    """The line outside the package that led here: messages about a card name it."""
    frame: FrameType | None = sys._getframe(1)
    while frame and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    return (frame.f_code.co_filename, frame.f_lineno) if frame else ("", 0)


class Callback:
    """A function that a callback drive names, and the function of its derivatives, if any."""

    _known: weakref.WeakValueDictionary[str, Callback] = weakref.WeakValueDictionary()

    def __init__(self, function: Callable[..., Any], gradient: Callable[..., Any] | None = None, name: str = "") -> None:
        if not callable(function):
            raise TypeError(f"a callback must be a function, not {type(function).__name__}")
        self.function = function
        self.gradient = gradient
        stem = self.name = name or getattr(function, "__name__", type(function).__name__)
        count = 1
        while self.name in Callback._known:
            count += 1
            self.name = f"{stem} {count}"
        Callback._known[self.name] = self


def _refuse(self: Any, *_: Any, **__: Any) -> NoReturn:
    raise TypeError("what a card gives is a copy of its field: set the field as a whole, card.position = [0, 0, 1]")


_change: Any = _refuse


class FixedList(list[Any]):
    """A list in a field, as it is read."""

    __setitem__ = __delitem__ = __iadd__ = __imul__ = append = extend = insert = pop = remove = clear = sort = reverse = _change

    def __reduce__(self) -> tuple[type, tuple[list[Any]]]:
        return list, (list(self),)  # copies are free


class FixedDict(dict[str, Any]):
    """A dictionary in a field, as it is read."""

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _change

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        return dict, (dict(self),)


def fixed(value: Any) -> Any:
    """A value that says so when somebody tries to change a part of it, and then would lose the change."""
    if isinstance(value, list):
        return FixedList(map(fixed, value))
    if isinstance(value, dict):
        return FixedDict({key: fixed(item) for key, item in value.items()})
    return value


class Card:
    """A card of a model. Fields are attributes: `card.mass = 2`; those left out have their defaults."""

    _card: _core.Card
    _callbacks: dict[str, Callback]

    def __init__(self, card: _core.Card) -> None:
        object.__setattr__(self, "_card", card)
        object.__setattr__(self, "_callbacks", {})

    @property
    def kind(self) -> str:
        return self._card.kind

    @property
    def type(self) -> str:
        return self._card.type

    @property
    def place(self) -> str:
        """Where it was written: "model.mbd:12:3", or the line of a program."""
        return self._card.place

    @property
    def schema(self) -> Schema:
        return SCHEMAS[self.kind, self.type]

    @property
    def fields(self) -> dict[str, Any]:
        """The fields that are given."""
        return fixed({name: self._card.get(name) for name in self._card.fields})  # type: ignore[no-any-return]

    def _field(self, name: str) -> Schema:
        name = name.rstrip("_")
        fields: dict[str, Schema] = {field["name"]: field for field in self.schema["fields"]}
        if name not in fields:
            raise AttributeError(f"{self.kind} {self.type} has no field '{name}'{hint(_core.suggest_field(self.kind, self.type, name))}")
        return fields[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name == "name":
            return self._card.name
        field = self._field(name)
        given = self._card.get(field["name"])
        return fixed(field["default"] if given is None else given)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "name":
            self._card.name = str(value)
            return
        field = self._field(name)
        if value is None:
            self._card.remove(field["name"])
            return
        if field["type"] == "drive3" and isinstance(value, Card) and value.type == "callback":
            raise TypeError(f"{self.kind} {self.type}: '{field['name']}' is a vector: callback({value.function}, ..., components=3)")
        plain = plain_value(value, self._callbacks)
        if field["type"] == "text" and isinstance(plain, list):
            plain = ", ".join(map(str, plain))
        self._card.set(field["name"], plain, *caller())

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), "name", *(field["name"] for field in self.schema["fields"])]

    def __eq__(self, other: object) -> bool:
        """What they say, not where it was written."""
        if not isinstance(other, Card):
            return NotImplemented
        return (self.kind, self.type, self.name) == (other.kind, other.type, other.name) and self.fields == other.fields

    __hash__ = object.__hash__

    def copy(self) -> Card:
        copied = Card(self._card.copy())
        copied._callbacks.update(self._callbacks)
        return copied

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Card:
        return self.copy()

    def __repr__(self) -> str:
        given = {"name": self.name} if self.name else {}
        arguments = ", ".join(f"{name}={value!r}" for name, value in {**given, **self.fields}.items())
        return f"{self.kind}.{self.type}({arguments})"


def users_of(function: str, cards: Sequence[_core.Card]) -> str:
    """The cards that have a callback drive of a function: "load 'push'"."""

    def is_user(value: Any) -> bool:
        if isinstance(value, list):
            return any(map(is_user, value))
        if isinstance(value, dict):
            return (value.get("type"), value.get("function")) == ("callback", function) or any(map(is_user, value.values()))
        return False

    users = [card for card in cards if is_user({"type": card.type, **{name: card.get(name) for name in card.fields}})]
    return " and ".join(f"{card.kind} '{card.name}'" if card.name else f"a {card.kind} ({card.type})" for card in users)


class Cards:
    """The cards of one kind in a model: by name, or one after the other."""

    def __init__(self, cards: list[Card], kind: str) -> None:
        self._cards, self._kind = cards, kind

    def __iter__(self) -> Iterator[Card]:
        return (card for card in self._cards if card.kind == self._kind)

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
        self._cards[:] = [card for card in self._cards if card is not found]

    def __repr__(self) -> str:
        return f"<{KINDS[self._kind]['key']}: {', '.join(repr(card.name) for card in self)}>"


def cards_property(kind: str) -> property:
    """`model.joints`: all cards of a kind."""

    def refuse(model: Any, value: Any) -> None:
        raise AttributeError(f"add cards with model.add(...); '{KINDS[kind]['key']}' itself cannot be set")

    return property(lambda model: Cards(model.cards, kind), refuse)


def single_card_property(kind: str) -> property:
    """`model.analysis`: the only card of a kind, or None."""

    def replace(model: Any, card: Card | None) -> None:
        if card is None:
            model.cards[:] = [other for other in model.cards if other.kind != kind]
        elif isinstance(card, Card) and card.kind == kind:
            model.add(card)
        else:
            raise TypeError(f"'{KINDS[kind]['key']}' must be a card of that kind")

    return property(lambda model: next(iter(Cards(model.cards, kind)), None), replace)


def plain_value(value: Any, callbacks: dict[str, Callback]) -> Any:
    """What a field can hold: a card with a name stands for that name, one without is written out."""
    if isinstance(value, Card):
        callbacks.update(value._callbacks)
        if value.name:
            return value.name
        return {"type": value.type, **value.fields}
    if isinstance(value, Mapping):
        return {key: plain_value(item, callbacks) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_value(item, callbacks) for item in value]
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, (CardType, Kind)):
        raise TypeError(f"{value!r} is no card yet: call it, with its fields")
    if inspect.isroutine(value):
        raise TypeError("a function becomes a drive by callback(function, of=[...]), and a vector of drives with components=3")
    return value


def make_card(kind: str, type: str, name: str, fields: Mapping[str, Any]) -> Card:
    card = Card(_core.Card(kind, type, name, *caller()))
    for field, value in fields.items():
        try:
            setattr(card, field, value)
        except AttributeError as error:
            raise TypeError(str(error)) from None
    missing = [field["name"] for field in card.schema["fields"] if field["required"] and field["name"] not in card._card.fields]
    if missing:
        raise TypeError(f"{kind} {type}: {', '.join(map(repr, missing))} must be given")
    return card


class CardType:
    """One type of cards; calling it makes a card."""

    def __init__(self, kind: str, type: str) -> None:
        self.kind, self.type = kind, type
        self.__name__ = type
        self.__doc__ = document(kind, type)
        self.__signature__ = signature(kind, type)

    def __call__(self, *unnamed: Any, name: str = "", **fields: Any) -> Card:
        if unnamed:
            raise TypeError(f"say which field of the card {unnamed[0]!r} is: {self.kind}.{self.type}(name=..., ...)")
        return make_card(self.kind, self.type, name, fields)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.type}>"


class Kind:
    """All types of a kind as attributes, `joint.revolute_hinge`; calling the kind makes a card of its usual type."""

    def __init__(self, name: str) -> None:
        self._name = name
        for type in types_of(name):
            setattr(self, type, CardType(name, type))
        lines = [f"  {type:<30} {SCHEMAS[name, type]['summary']}" for type in types_of(name)]
        self.__doc__ = "\n".join([f"Cards of the kind {name}; `help({name}.TYPE)` shows the fields of one.\n", *lines])

    def __call__(self, *unnamed: Any, name: str = "", **fields: Any) -> Card:
        usual = KINDS[self._name]["default_type"]
        if not usual:
            raise TypeError(f"say which {self._name}: {', '.join(types_of(self._name))}")
        card: Card = getattr(self, usual)(*unnamed, name=name, **fields)
        return card

    def __getattr__(self, word: str) -> Any:
        if word.startswith("__"):
            raise AttributeError(word)
        for type in types_of(self._name):
            if word in SCHEMAS[self._name, type]["aliases"]:
                return getattr(self, type)
        raise AttributeError(f"there is no {self._name} '{word}'{hint(_core.suggest_type(self._name, word))}")

    def __iter__(self) -> Iterator[str]:
        return iter(types_of(self._name))

    def __repr__(self) -> str:
        return f"<{self._name}: {', '.join(types_of(self._name))}>"


def at(node: Card | str, offset: Sequence[Any] | None = None, orientation: Any = None) -> dict[str, Any]:
    """A place to hold on to: a node (or "ground"), an offset in its axes, axes of its own.

    An orientation is a matrix, {"rotation_vector": [0, "90 deg", 0]}, {"quaternion": [w, x, y, z]}, {"euler123": [...]} or one or
    two axes, {"z": [0, 1, 0]}. A place in the axes of the ground is written {"node": "bob", "at": [0, 0, 0], "axes": {"z": [0, 1, 0]}}.
    """
    place: dict[str, Any] = {"node": node.name if isinstance(node, Card) else node}
    if offset is not None:
        place["offset"] = offset
    if orientation is not None:
        place["orientation"] = orientation
    return place


@overload
def callback(
    function: Callable[..., Any], of: Sequence[str] | str = (), components: None = None, gradient: Callable[..., Any] | None = None
) -> Card:
    ...


@overload
def callback(
    function: Callable[..., Any], of: Sequence[str] | str, components: int, gradient: Callable[..., Any] | None = None
) -> list[Card]:
    ...


@overload
def callback(
    function: Callable[..., Any], of: Sequence[str] | str = (), *, components: int, gradient: Callable[..., Any] | None = None
) -> list[Card]:
    ...


def callback(
    function: Callable[..., Any],
    of: Sequence[str] | str = (),
    components: int | None = None,
    gradient: Callable[..., Any] | None = None,
) -> Card | list[Card]:
    """A function of the time and of quantities as a drive, or as several for the components of a vector.

    `function(t, a, b, ...)` gets the quantities of `of`: numbers for `node.hub.position.x`, and arrays for `node.hub.position.xyz`.
    It returns a number, or as many as `components`: 3 for the value of a force. It is called within steps, at trial states:
    it must depend on its arguments alone.
    `gradient`, with the same arguments, returns the derivatives by all numbers after the time, one row for each component;
    without it they are found by differences.
    """
    held = Callback(function, gradient)
    names = of if isinstance(of, str) else ", ".join(of)

    def drive(component: int) -> Card:
        fields: dict[str, Any] = {"function": held.name, "component": component}
        if names:
            fields["of"] = names
        card = make_card("drive", "callback", "", fields)
        card._callbacks[held.name] = held
        return card

    return drive(1) if components is None else [drive(i + 1) for i in range(components)]
