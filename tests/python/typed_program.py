"""A program that uses what the package offers, for mypy to read: typing_test.py expects no complaint. It also runs."""
from __future__ import annotations

import numpy as np

import pintle
from pintle import analysis, at, body, callback, drive, gravity, joint, law, load, node


def pendulum() -> pintle.Model:
    model = pintle.Model("Pendulum", gravity(acceleration=[0, 0, -9.81]), analysis.dynamic(end_time=0.1, step="1 ms"))
    bob = model.add(node.dynamic(name="bob", position=np.array([1.0, 0.0, 0.0])))
    model.add(
        body.rigid_body(node=bob, mass="2 kg", inertia=[0.01, 0.01, 0.01]),
        joint.spherical_hinge(name="pivot", a="ground", b=at(bob, offset=[-1, 0, "0 mm"])),
        joint.rod(name="spring", a="ground", b=bob, law=law.linear_elastic(stiffness=10), length=1),
    )
    push = callback(lambda t, x: [0.0, 0.0, -x], of="node.bob.position.x", components=3)
    model.add(load.force(name="push", at=bob, value=push))
    model.add(load.force(name="pull", at=bob, value=[drive.sine(amplitude=1, angular_velocity=2), 0, "2 N"]))
    return model


def names(model: pintle.Model) -> list[str]:
    if model.analysis is not None:
        model.analysis.end_time = 0.05
    model.gravity = gravity(acceleration=[0, 0, -1.62])
    return [card.name for card in model.joints] + [model.nodes["bob"].name]


def run(model: pintle.Model) -> float:
    with model.simulation(step=1e-3, formulation="absolute") as simulation:
        simulation.step(10)
        state: pintle.State = simulation.state
        simulation.state = state
        so_far: pintle.Result = simulation.run(until=0.02, on_step=lambda now: now.time < 0.015)
        assert len(so_far.time) == 16
    result = model.run(end_time=0.02)
    height = result["node.bob.position:z"]
    units = {name: channel.unit for name, channel in result.channels.items()}
    assert units["node.bob.position"] == "m"
    return float(height.min())


def mistakes(model: pintle.Model) -> list[str]:
    try:
        return [diagnostic.text for diagnostic in model.check()]
    except pintle.ModelError as error:
        return [diagnostic.message for diagnostic in error.diagnostics]


if __name__ == "__main__":
    print(names(pendulum()), run(pendulum()), mistakes(pendulum()))
