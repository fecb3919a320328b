"""Every kind of cards by its name: `joint.revolute_hinge(...)`, `drive.sine(...)`. Made from the schemas of the core."""
from .cards import KINDS, Kind

globals().update({name: Kind(name) for name in KINDS})
__all__ = list(KINDS)
