"""What the tests of the Python package share."""
import os
from pathlib import Path

import pytest

import pintle

SOURCE = Path(os.environ.get("PINTLE_SOURCE_DIR") or Path(__file__).resolve().parents[2])
EXAMPLES = SOURCE / "examples"
# Every model of the examples that `pintle run` takes.
MODELS = sorted(path for ending in ("json", "mbd", "mbdm") for path in EXAMPLES.rglob(f"*.{ending}"))
# The command: beside the package in a build, or where the tests of the command look for it.
PINTLE = os.environ.get("PINTLE") or str(Path(pintle.__file__).absolute().parents[2] / "pintle")


def make_pendulum(length=1.0, **analysis):
    """A bob on a rod that hangs on a hinge about the y axis, released from the horizontal."""
    from pintle import at, body, gravity, joint, node

    axis = {"rotation_vector": ["-90 deg", 0, 0]}
    model = pintle.Model(
        "Pendulum",
        gravity(acceleration=[0, 0, -9.81]),
        pintle.analysis.dynamic(**{"end_time": 0.1, "step": 1e-3, **analysis}),
    )
    bob = model.add(node(name="bob", position=[length, 0, 0]))
    model.add(body(name="bob", node=bob, mass="2 kg", inertia=[0.01, 0.01, 0.01]))
    model.add(joint.revolute_hinge(name="pivot", a=at("ground", orientation=axis), b=at(bob, [-length, 0, 0], axis)))
    return model


def make_mass(*loads, **analysis):
    """A mass of 2 kg in space, without gravity, at rest at x = 1 m."""
    model = pintle.Model("Mass", pintle.analysis.dynamic(**{"end_time": 1, "step": 0.01, **analysis}), *loads)
    model.add(pintle.node(name="mass", position=[1, 0, 0]))
    model.add(pintle.body(name="mass", node="mass", mass=2, inertia=[0.1, 0.1, 0.1]))
    return model


@pytest.fixture
def pendulum():
    return make_pendulum()


@pytest.fixture
def cart():
    """The inverted pendulum of the examples."""
    return pintle.read_model(EXAMPLES / "inverted_pendulum.json")
