"""A run that is taken up from a State does the same arithmetic as the run that kept it: every example, model of MBDyn and
redundant mechanism, in every formulation and method that takes it, bit for bit."""
import sys

import numpy as np
import overconstrained as mechanisms
import pytest
from conftest import MODELS, SOURCE

import pintle
from pintle import analysis, at, body, drive, load, node, solver

sys.path.append(str(SOURCE / "tests/support"))
from solvers import SOLVERS  # noqa: E402

# Steps before the State is kept: where something was switched, sticks or has slipped.
LATE = {"friction.json": 270, "coulomb.mbd": 60, "friction.mbd": 60}
FILES = {path.name: path for path in [*MODELS, *sorted((SOURCE / "tests/mbdyn/models").glob("*.mbd"))]}
FAMILIES = {
    "turntable": lambda: mechanisms.turntable(90, end=0.4, step=1e-3),
    "bennett": lambda: mechanisms.bennett(end=0.4, step=1e-3),
    "door on 3": lambda: mechanisms.door(3, end=0.4, step=1e-3),
    "scissors": lambda: mechanisms.scissor_ring(5, end=0.4, step=1e-3),
}


pytestmark = pytest.mark.filterwarnings("ignore")


def go_on(simulation, steps, path):
    """Everything that it knows after so many steps: its State, and all quantities."""
    simulation.step(steps)
    simulation.save_state(path)
    return path.read_bytes(), [np.ravel(simulation[name]).tobytes() for name in simulation.channels]


def check(model, folder, before=13, after=17):
    """Keeps a State on the way, and compares what follows with a new simulation that takes it up. False: the model is refused."""
    try:
        first = model.simulation(output=False)
    except pintle.ModelError:
        return False
    with first, model.simulation(output=False) as second:
        try:
            first.step(before)
        except pintle.RunError:
            return False
        first.save_state(folder / "kept.state")
        second.load_state(folder / "kept.state")
        assert go_on(first, after, folder / "first.state") == go_on(second, after, folder / "second.state")
    return True


def solver_card(name):
    fields = dict(SOLVERS[name])
    return getattr(solver, fields.pop("type"))(**fields)


def check_all(model, folder, **steps):
    taken = []
    for name in SOLVERS:
        model.solver = solver_card(name)
        if check(model, folder, **steps):
            taken.append(name)
    return taken


@pytest.mark.parametrize("name", FILES)
def test_models_of_files(name, tmp_path):
    model = pintle.read_model(FILES[name])
    if model.analysis.type not in ("dynamic", "kinematic"):
        pytest.skip("it is at rest")
    taken = check_all(model, tmp_path, before=LATE.get(name, 13))
    assert ("absolute" if model.analysis.type == "dynamic" else "partitioned") in taken


@pytest.mark.parametrize("name", FAMILIES)
def test_redundant_mechanisms(name, tmp_path):
    assert {"absolute", "partitioned", "joint", "joint, alpha"} <= set(check_all(FAMILIES[name](), tmp_path))


def make_row(*loads, **settings):
    model = pintle.Model("Row", analysis.dynamic(**{"end_time": 1, "step": 0.01, **settings}), *loads)
    model.add(node(name="mass", position=[1, 0, 0]))
    model.add(body(name="mass", node="mass", mass=2, inertia=[0.1, 0.2, 0.3]))
    return model


def push(name, value):
    return load.force(name=name, at=at("mass", [0, 0.1, 0]), value=value)


# Each listens to the next.
ROW = [push("a", ["0.3*load.b.force.x", "sin(load.b.force.x)", 0]), push("b", ["0.5*load.c.force.x + 1", 0, 0]),
       push("c", ["cos(5*t) - node.mass.position.x", 0, "step_size*100"])]
RANDOM = push("noise", [drive.random(amplitude=3, seed=7), 0, drive.sample_and_hold(function="node.mass.position.x", trigger=drive.meter(steps=5))])


@pytest.mark.parametrize("settings", [{}, {"strategy": "error", "tolerance": 1e-7}, {"strategy": "iterations", "few_iterations": 4},
                                      {"strategy": "drive", "step_drive": "0.01 + 0.005*sin(20*t)"}], ids=str)
def test_loads_that_listen_to_later_ones_and_drives_that_remember(settings, tmp_path):
    model = make_row(*ROW, RANDOM, **settings)
    taken = check_all(model, tmp_path, after=31)
    assert {"absolute", "ms"} <= set(taken) if settings else len(taken) == len(SOLVERS) - 1, taken  # it is not at rest: no linear one


def test_forces_do_not_follow_the_order_of_the_list(tmp_path):
    results = [make_row(*loads).run() for loads in (ROW, ROW[::-1])]
    for name in results[0]:
        if name != "system.angular_momentum":
            assert np.allclose(results[0][name], results[1][name], rtol=0, atol=1e-9), name


def test_steps_of_changing_size_across_events(tmp_path):
    """Friction that sticks and slips while the error chooses the steps, and the State is kept between two events."""
    model = pintle.read_model(FILES["friction.json"])
    for settings in ({"adaptive": True, "tolerance": 1e-6}, {"strategy": "iterations", "few_iterations": 3}):
        model.analysis = analysis.dynamic(end_time=4, step=2e-3, **settings)
        for chosen in ("absolute", "ms", "joint, alpha"):
            model.solver = solver_card(chosen)
            for before in (40, 300, 320):
                assert check(model, tmp_path, before=before, after=60), (settings, chosen)
