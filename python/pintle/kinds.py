"""Every kind of cards by its name: `joint.revolute_hinge(...)`, `drive.sine(...)`. Made from the schemas of the core."""
from .cards import Kind
from .schemas import KINDS

globals().update({name: Kind(name) for name in KINDS})
__all__ = list(KINDS)
