"""Redundant equations: the same motion and the same reactions in every formulation, however the mechanism is turned
and whichever equations are the redundant ones."""
import math

import numpy as np
import overconstrained as mechanisms
import pytest

import pintle
from pintle import solver

# The redundant equations are told at the start, which is right.
pytestmark = pytest.mark.filterwarnings("ignore::pintle.ModelWarning")

FAMILIES = {
    "turntable to 90 degrees": lambda **s: mechanisms.turntable(90, **s),
    "turntable to 137 degrees": lambda **s: mechanisms.turntable(137, **s),
    "four-bar": mechanisms.four_bar,
    "sarrus": lambda end, **s: mechanisms.sarrus(end=min(end, 0.3), **s),  # it lies flat at 0.39 s
    "bennett": mechanisms.bennett,
    "bricard": mechanisms.bricard,
    "door on 2": lambda **s: mechanisms.door(2, **s),
    "door on 5": lambda **s: mechanisms.door(5, **s),
    "parallelogram on 2 legs": lambda **s: mechanisms.parallelogram(2, **s),
    "parallelogram on 5 legs": lambda **s: mechanisms.parallelogram(5, **s),
}
TURN = mechanisms.rotation([0.3, -0.5, 0.8], 1.1)


def reactions(result):
    """Forces and moments of all joints, by time."""
    return np.concatenate([result[n] for n in sorted(result) if n.endswith((".reaction_force", ".reaction_moment"))], axis=1)


def places(result):
    return np.concatenate([result[n] for n in sorted(result) if n.startswith("node.") and n.endswith(".position")], axis=1)


def energy(result):
    return result["system.kinetic_energy"] + result["system.potential_energy"]


def warnings_of(result):
    return [d for d in result.report.get("diagnostics", []) if d.get("severity") == "warning"]


def run(build, formulation, step=1e-3, end=0.4, **settings):
    """The result, and what was warned of while it ran."""
    model = build(end=end, step=step, **settings)
    with model.simulation(formulation=formulation) as simulation:
        result = simulation.run()
        later = [d.message for d in simulation.diagnostics if d.message.startswith("at t = ")]
    return result, later


def is_smooth(time):
    """Away from the start and the end of the turntable's drive. Where third derivatives jump, reactions of
    generalised-alpha are of first order, for a few steps."""
    return (time > 0.05) & ((time < 0.29) | (time > 0.34))


@pytest.mark.parametrize("name", FAMILIES)
def test_formulations_agree(name):
    """Explicit methods of order four to 1e-6 of the largest reaction; generalised-alpha to its order, and to 3e-4 when
    that is extrapolated."""
    build = FAMILIES[name]
    joint, _ = run(build, "joint")
    partitioned, _ = run(build, "partitioned")
    largest = np.abs(reactions(joint)).max()
    assert np.abs(reactions(joint) - reactions(partitioned)).max() < 1e-6 * largest
    assert np.abs(places(joint) - places(partitioned)).max() < 1e-7
    coarse, told = run(build, "absolute")
    fine, _ = run(build, "absolute", step=5e-4)
    assert told == []  # no position of these is singular
    smooth = is_smooth(joint.time)
    apart = np.abs(places(fine)[::2] - places(joint))[smooth].max()
    assert apart < 0.27 * np.abs(places(coarse) - places(joint))[smooth].max() + 1e-9
    extrapolated = (4 * reactions(fine)[::2] - reactions(coarse)) / 3
    assert np.abs(extrapolated - reactions(joint))[smooth].max() < 3e-4 * largest


@pytest.mark.parametrize("name", FAMILIES)
def test_nothing_depends_on_how_the_whole_is_turned(name):
    build = FAMILIES[name]
    as_drawn, _ = run(build, "absolute", step=2e-3)
    turned, _ = run(build, "absolute", step=2e-3, turn=TURN)
    back = reactions(turned).reshape(len(turned.time), -1, 3) @ TURN
    there = reactions(as_drawn).reshape(back.shape)
    assert np.abs(back - there).max() < 1e-6 * np.abs(there).max()


@pytest.mark.parametrize("formulation", ["absolute", "joint", "partitioned"])
@pytest.mark.parametrize("build", [mechanisms.bennett, mechanisms.bricard])
def test_spatial_loops_keep_their_energy_in_long_steps(formulation, build):
    """10 ms, as the order of the method promises: a tenth of the change in half the step for rk4, a quarter else."""
    changes = []
    for step in (1e-2, 5e-3):
        result, told = run(build, formulation, step=step, end=1.0)
        assert told == []
        changes.append(np.abs(energy(result) - energy(result)[0]).max())
    swing = np.ptp(result["system.kinetic_energy"])
    assert changes[0] < (2e-3 if formulation == "absolute" else 1e-4) * swing
    assert changes[1] < changes[0] * (0.35 if formulation == "absolute" else 0.15) + 1e-9 * swing


@pytest.mark.parametrize("linear_solver", ["klu", "dense", "umfpack"])
@pytest.mark.parametrize("step", [1e-2, 1e-3, 1e-4, 1e-5])
def test_reactions_do_not_grow_in_short_steps(linear_solver, step):
    """On the turntable, with every solver, against rk4 in steps of 1 ms."""
    end = 0.5 if step > 5e-5 else 0.02
    known, _ = run(lambda **s: mechanisms.turntable(90, **s), "joint", end=end)
    model = mechanisms.turntable(90, end=end, step=step)
    model.solver = solver.absolute(linear_solver=linear_solver)
    result = model.run()
    error = np.abs(reactions(result)[-1] - reactions(known)[-1]).max()
    assert error < max(2e-5, 1000 * step**2) * np.abs(reactions(known)).max()


@pytest.mark.parametrize("formulation", ["absolute", "joint", "partitioned"])
@pytest.mark.parametrize("turn", ["as drawn", "turned"])
def test_turntable_stands_at_any_angle(formulation, turn):
    """Three equations are redundant all the way, whichever these are, and no position is singular. The table passes
    right angles at ends of steps."""
    build = mechanisms.turntable
    for degrees in (*range(0, 361, 30), 45, 89.9999, 135):
        s = {"duration": 0.3 + degrees / 600, "turn": TURN if turn == "turned" else np.eye(3), "end": 1.0}
        result, told = run(lambda **k: build(degrees, **s | k), formulation, step=5e-3 if formulation == "absolute" else 1e-2, end=1.0)
        finer, _ = run(lambda **k: build(degrees, **s | k), "joint", step=2.5e-3, end=1.0)
        assert told == []
        error = np.abs(reactions(result)[-1] - reactions(finer)[-1]).max()
        assert error < 0.1 * np.abs(reactions(finer)).max(), degrees


@pytest.mark.parametrize("formulation", ["absolute", "joint", "partitioned"])
def test_ring_of_scissors(formulation):
    result, told = run(lambda **s: mechanisms.scissor_ring(20, **s), formulation, step=2e-3, end=0.1)
    assert told == []
    change = np.abs(energy(result) - energy(result)[0]).max()
    assert change < 1e-3 * np.ptp(result["system.kinetic_energy"])
