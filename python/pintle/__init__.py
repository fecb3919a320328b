"""Pintle: multibody dynamics.

    import pintle
    from pintle import analysis, at, body, gravity, joint, node

    model = pintle.Model("Pendulum", gravity(acceleration=[0, 0, -9.81]), analysis.dynamic(end_time=5, step=1e-3))
    bob = model.add(node.dynamic(name="bob", position=[1, 0, 0]))
    model.add(body.rigid_body(node=bob, mass="2 kg", inertia=[0.01, 0.01, 0.01]))
    model.add(joint.spherical_hinge(name="pivot", a="ground", b=at(bob, offset=[-1, 0, 0])))
    result = model.run()
    result["node.bob.position"]      # an array, one row per record
    result                           # in a notebook: the viewer

Kinds of cards (`node`, `body`, `joint`, `load`, `drive`, ...) have the types of the language as attributes; `help(joint.revolute_hinge)`
shows the fields. docs/python.md is the guide.
"""
from typing import TYPE_CHECKING as _TYPE_CHECKING

from . import kinds as _kinds
from ._core import version as __version__
from .cards import Callback, Card, at, callback
from .errors import Diagnostic, ModelError, ModelWarning, PintleError, ResultError, RunError
from .kinds import *  # noqa: F403: what there is is up to the schemas
from .model import Model, read_model
from .result import Channel, Result, read_result
from .simulation import CrossCheck, Difference, Simulation, State
from .statics import Equilibrium, LinearModel, Mode

__all__ = [
    "Callback", "Card", "Channel", "CrossCheck", "Diagnostic", "Difference", "Equilibrium", "LinearModel", "Mode", "Model",
    "ModelError", "ModelWarning", "PintleError", "Result", "ResultError", "RunError", "Simulation", "State", "at", "callback",
    "read_model", "read_result", *_kinds.__all__,
]

if not _TYPE_CHECKING:  # which finds wrong names by itself

    def __getattr__(name: str) -> None:
        from ._core import suggest_type
        from .schemas import hint, suggestion

        found = hint(suggest_type("", name)) or suggestion(name, __all__)
        raise AttributeError(f"there is no '{name}' in pintle{'' if name.startswith('_') else found}")
