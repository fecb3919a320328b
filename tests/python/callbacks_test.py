"""Functions of Python in the equations: forces, laws, couples; their errors and their lives."""
import gc
import sys
import traceback
import weakref

import numpy as np
import pytest
from conftest import make_mass, make_pendulum

import pintle
from pintle import callback, drive, joint, law, load

OSCILLATOR = "-50*node.mass.position.x - 2*node.mass.velocity.x + 3*sin(4*t)"
FORMULATIONS = ["absolute", "partitioned", "joint"]


def oscillator(t, x, v):
    return -50 * x - 2 * v + 3 * np.sin(4 * t)


def oscillator_gradient(t, x, v):
    return [-50, -2]


def pushed(value):
    return make_mass(load.force(name="push", at="mass", value=[value, 0, 0]))


def as_function(**options):
    return callback(oscillator, of=["node.mass.position.x", "node.mass.velocity.x"], **options)


# ---- the same as a formula


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("gradient", [None, oscillator_gradient])
def test_same_motion_as_a_formula(formulation, gradient):
    formula = pushed(OSCILLATOR).run(formulation=formulation)
    function = pushed(as_function(gradient=gradient)).run(formulation=formulation)
    for name in ("node.mass.position", "node.mass.velocity", "load.push.force"):
        assert np.allclose(formula[name], function[name], rtol=0, atol=1e-7), name


@pytest.mark.parametrize("gradient, tolerance", [(None, 1e-6), (oscillator_gradient, 1e-12)])
def test_linear_model_sees_its_derivatives(gradient, tolerance):
    model = pushed(as_function(gradient=gradient))
    # Held but for x, and with a spring of its own so that it comes to rest.
    model.add(joint.prismatic(name="slide", a=pintle.at("ground", orientation={"rotation_vector": [0, "90 deg", 0]}),
                              b=pintle.at("mass", orientation={"rotation_vector": [0, "90 deg", 0]})))
    linear = model.linear()
    assert linear.coordinates == ["slide: translation"]
    assert linear.mass == pytest.approx(np.array([[2.0]]))
    assert linear.stiffness == pytest.approx(np.array([[50.0]]), rel=tolerance)
    assert linear.damping == pytest.approx(np.array([[2.0]]), rel=tolerance)
    assert linear.frequencies == pytest.approx([5 / (2 * np.pi)], rel=max(tolerance, 1e-9))
    assert linear.modes[0].damping_ratio == pytest.approx(2 / (2 * np.sqrt(50 * 2)), rel=tolerance)
    assert linear.equilibrium["node.mass.position"] == pytest.approx([0, 0, 0], abs=1e-9)


def test_vectors_come_as_arrays_and_go_as_components():
    seen = []

    def pull(t, position, velocity, x):
        seen.append((position, velocity, x))
        return -20 * position - velocity * np.array([1.0, 2.0, 3.0])

    of = ["node.mass.position.xyz", "node.mass.velocity.xyz", "node.mass.position.x"]
    model = make_mass(load.force(name="pull", at="mass", value=callback(pull, of=of, components=3)))
    model.nodes["mass"].velocity = [0, 1, 0.5]
    formula = make_mass(load.force(name="pull", at="mass", value=[
        f"-20*node.mass.position.{c} - {k}*node.mass.velocity.{c}" for k, c in enumerate("xyz", 1)]))
    formula.nodes["mass"].velocity = [0, 1, 0.5]
    assert np.allclose(model.run()["node.mass.position"], formula.run()["node.mass.position"], rtol=0, atol=1e-7)
    position, velocity, x = seen[0]
    assert position.shape == velocity.shape == (3,) and isinstance(x, float) and x == position[0]


def test_gradient_of_a_vector_has_a_row_per_component():
    stiffness = np.array([[20.0, 3, 0], [3, 30, 0], [0, 1, 10]])
    model = make_mass(load.force(name="pull", at="mass", value=callback(
        lambda t, p: -stiffness @ p, of="node.mass.position.xyz", components=3, gradient=lambda t, p: -stiffness)))
    differences = make_mass(load.force(name="pull", at="mass", value=callback(
        lambda t, p: -stiffness @ p, of="node.mass.position.xyz", components=3)))
    assert np.allclose(model.run()["node.mass.position"], differences.run()["node.mass.position"], rtol=0, atol=1e-7)


def test_functions_in_couples_laws_and_formulas():
    spin = make_mass(load.couple(name="spin", at="mass", value=[0, 0, callback(lambda t: 0.1 * t)]))
    assert spin.run()["node.mass.angular_velocity"][-1, 2] == pytest.approx(0.5, rel=1e-3)

    model = make_mass(drive.callback(name="half", function="half", of="node.mass.position.x"))
    model.callbacks["half"] = lambda t, x: 0.5 * x
    model.add(load.force(name="push", at="mass", value=["-100*half", 0, 0]))
    formula = make_mass(load.force(name="push", at="mass", value=["-50*node.mass.position.x", 0, 0]))
    assert np.allclose(model.run()["node.mass.position"], formula.run()["node.mass.position"], rtol=0, atol=1e-7)

    def spring(prestress):
        return make_mass(joint.rod(name="rod", a=pintle.at("ground", [-1, 0, 0]), b="mass",
                                   law=law.linear_elastic(stiffness=40, prestress=[prestress])))
    rod, same = spring(callback(lambda t: 3 * np.sin(t))), spring("3*sin(t)")
    assert np.allclose(rod.run()["node.mass.position"], same.run()["node.mass.position"], rtol=0, atol=1e-9)


def test_components_are_found_together():
    calls = []

    def pull(t, p):
        calls.append(t)
        return -p

    model = make_mass(load.force(name="pull", at="mass", value=callback(pull, of="node.mass.position.xyz", components=3)))
    model.run(formulation="joint")
    assert len(calls) <= 4 * 100 + 10 + 101  # not three times as many: stages, records


def test_named_callback_card_in_a_model():
    wind = callback(lambda t: 4.0)
    wind.name = "wind"
    model = make_mass(wind, load.force(name="push", at="mass", value=[wind, 0, 0]))
    assert model.run()["load.push.force"][:, 0] == pytest.approx(4.0)
    assert model.copy().run()["load.push.force"][:, 0] == pytest.approx(4.0)


def test_function_for_a_model_from_a_file(cart):
    def against(t, velocity):
        assert velocity.shape == (3,)
        return -0.5 * velocity[0]

    still = cart.run(end_time=0.5)
    assert not still["load.wind.force"].any()
    cart.callbacks["wind"] = against
    windy = cart.run(end_time=0.5)
    assert np.allclose(windy["load.wind.force"][:, 0], -0.5 * windy["node.pole.velocity"][:, 0], atol=1e-6)
    cart.callbacks["wind"] = pintle.Callback(against, gradient=lambda t, velocity: [-0.5, 0, 0])
    given = cart.run(end_time=0.5)
    assert np.allclose(given["node.pole.position"], windy["node.pole.position"], rtol=0, atol=1e-7)


def test_objects_and_numbers_of_all_sorts():
    class Law:
        def __call__(self, t):
            return np.float32(2)

    for function in (Law(), lambda t: 2, lambda t: np.array(2.0), lambda t: np.array([2.0]), lambda t: [2], lambda t: True + 1):
        assert pushed(callback(function)).run(end_time=0.02)["load.push.force"][-1, 0] == 2


def test_functions_of_one_name_do_not_mix():
    model = make_mass(load.force(name="a", at="mass", value=[callback(lambda t: 1.0), callback(lambda t: 2.0), 0]))
    assert model.run(end_time=0.02)["load.a.force"][-1].tolist() == [1, 2, 0]


def test_model_with_functions_survives_a_file():
    def breeze(t):
        return 3.0

    model = pushed(callback(breeze))
    again = pintle.Model.from_json(model.to_json())
    with pytest.raises(pintle.ModelError, match="model.callbacks"):
        again.check()
    again.callbacks[model.loads["push"].value[0]["function"]] = breeze
    assert again.run(end_time=0.02)["load.push.force"][-1, 0] == 3


# ---- errors


def failing(t):
    if t > 0.5:
        raise ZeroDivisionError("no wind")
    return 1.0


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_error_in_a_function_comes_through(formulation):
    with pushed(callback(failing)).simulation(formulation=formulation) as simulation:
        with pytest.raises(ZeroDivisionError, match="no wind") as caught:
            simulation.run()
    text = "".join(traceback.format_exception(caught.value))
    assert "in failing" in text and 'raise ZeroDivisionError("no wind")' in text
    assert any("raised by the function 'failing' of a callback drive at t = 0.5" in note for note in caught.value.__notes__)
    assert 0.45 < simulation.result.time[-1] < 0.52


def test_error_at_the_start_and_at_rest():
    def never(t):
        raise LookupError("never")

    for action in (pintle.Model.run, pintle.Model.check, pintle.Model.simulation, pintle.Model.linear, pintle.Model.equilibrium,
                   pintle.Model.cross_check):
        with pytest.raises(LookupError, match="never"):
            action(pushed(callback(never)))


def test_run_goes_on_after_an_error_was_seen_to():
    is_broken = [False]

    def sometimes(t):
        if is_broken[0]:
            raise RuntimeError("broken")
        return 1.0

    with pushed(callback(sometimes)).simulation() as simulation:
        simulation.run(until=0.5)
        there = simulation.state
        is_broken[0] = True
        with pytest.raises(RuntimeError, match="broken"):
            simulation.step()
        is_broken[0] = False
        simulation.state = there
        simulation.run()
        assert simulation["node.mass.velocity:x"] == pytest.approx(0.5)


def test_wrong_sizes_are_told():
    def pair(t):
        return [1, 2]

    pull = load.force(name="pull", at="mass", value=callback(pair, components=3))
    with pytest.raises(ValueError, match="the function 'pair' returned 2 numbers, but load 'pull' uses component 3"):
        make_mass(pull).run()
    with pytest.raises(ValueError, match=r"returned 2 numbers, but a load \(force\) uses component 3"):
        make_mass(load.force(at="mass", value=callback(pair, components=3))).run()
    model = make_mass(drive.callback(name="wind", function="wind", component=2), load.force(name="push", at="mass", value=["wind", 0, 0]))
    model.callbacks["wind"] = lambda t: 1.0
    with pytest.raises(ValueError, match="the function 'wind' returned 1 number, but drive 'wind' uses component 2"):
        model.run()
    with pytest.raises(ValueError, match="gradient of the function .* returned 1 numbers; expected 1 components by 2 arguments"):
        pushed(as_function(gradient=lambda t, x, v: [1])).run()
    with pytest.raises((TypeError, ValueError)):
        pushed(callback(lambda t: "strong")).run()
    with pytest.raises((TypeError, ValueError)):
        pushed(callback(lambda t: None)).run()
    with pytest.raises(TypeError, match="positional argument"):
        pushed(callback(lambda t: 1.0, of="node.mass.position.x")).run()


def test_a_vector_wants_components():
    def pull(t):
        return [1, 2, 3]

    with pytest.raises(TypeError, match=r"load force: 'value' is a vector: callback\(pull, ..., components=3\)"):
        load.force(at="mass", value=callback(pull))


def test_not_a_number_fails_the_step_and_says_so():
    with pytest.raises(pintle.RunError, match="gale|not a number|nan|finite") as caught:
        def gale(t):
            return float("nan") if t > 0.3 else 0.0
        pushed(callback(gale)).run()
    assert caught.value.result.time[-1] == pytest.approx(0.3, abs=0.02)


def test_unknown_quantities_are_mistakes_of_the_line():
    with pytest.raises(pintle.ModelError, match="callbacks_test.py:.*positon"):
        pushed(callback(lambda t, x: x, of="node.mass.positon.x")).run()


def test_what_is_no_function_is_refused():
    with pytest.raises(TypeError, match="must be a function, not int"):
        callback(3)
    model = make_mass(drive.callback(name="f", function="f"))
    model.callbacks["f"] = 3
    with pytest.raises(TypeError, match="'f'.*function, not int"):
        model.check()


def test_simulation_must_not_be_asked_within_a_step():
    asked = []

    def nosy(t):
        if asked:
            asked[0]()
        return 1.0

    with pushed(callback(nosy)).simulation() as simulation:
        simulation.step()  # at its start the function was asked for the end of the first one already
        for ask in (lambda: simulation["time"], lambda: simulation.step(), lambda: simulation.state, simulation.close):
            before = simulation.state
            asked[:] = [ask]
            with pytest.raises(pintle.RunError, match="middle of a step.*on_step"):
                simulation.step()
            asked.clear()
            simulation.state = before
            simulation.step()
        simulation.run(on_step=lambda s: s["time"] > 0)


# ---- lives


class Law:
    def __init__(self, size=0):
        self.ballast = np.zeros(size)

    def __call__(self, t):
        return 1.0


def test_functions_die_with_model_and_simulation():
    function = Law()
    alive = weakref.ref(function)
    model = pushed(callback(function))
    del function
    result = model.run(end_time=0.05)
    simulation = model.simulation(end_time=0.05)
    simulation.step()
    del model
    gc.collect()
    assert alive() is not None  # the simulation needs it
    simulation.run()
    del simulation
    gc.collect()
    assert alive() is None
    assert result["load.push.force"][-1, 0] == 1


def test_functions_die_after_an_error():
    class Broken(Law):
        def __call__(self, t):
            raise RuntimeError

    function = Broken()
    alive = weakref.ref(function)
    with pytest.raises(RuntimeError):
        pushed(callback(function)).run()
    del function
    gc.collect()
    assert alive() is None


def test_on_step_that_holds_the_simulation_is_no_leak(pendulum):
    class Controller:
        def __call__(self, simulation):
            self.simulation = simulation

    controller = Controller()
    alive = weakref.ref(controller)
    with pendulum.simulation() as simulation:
        simulation.run(on_step=controller)
    del controller, simulation
    gc.collect()
    assert alive() is None


def test_references_do_not_grow():
    argument = [0.0]

    def push(t, x, p):
        argument[0] = p
        return x

    model = pushed(callback(push, of=["node.mass.position.x", "node.mass.position.xyz"]))
    model.run()
    before = sys.getrefcount(push), sys.getrefcount(None), len(gc.get_objects())
    for _ in range(20):
        model.run(end_time=0.1)
    gc.collect()
    after = sys.getrefcount(push), sys.getrefcount(None), len(gc.get_objects())
    assert after[0] == before[0] and abs(after[1] - before[1]) < 50 and after[2] - before[2] < 50
    assert sys.getrefcount(argument[0]) <= 3
