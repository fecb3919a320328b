"""Every kind of cards by its name: `joint.revolute_hinge(...)`, `drive.sine(...)`; and the properties of models that hold them.
Made from the schemas of the core."""
from .cards import Kind, cards_property, single_card_property
from .schemas import KINDS

globals().update({name: Kind(name) for name in KINDS})
__all__ = list(KINDS)


class ModelCards:
    """The cards of a model, by kind."""

    __slots__ = ()


for _kind in KINDS.values():
    _property = single_card_property if _kind["single"] else cards_property
    setattr(ModelCards, _kind["key"], _property(_kind["name"]))
