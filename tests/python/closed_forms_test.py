"""Against what is known in closed form: energies, frequencies, equilibria."""
import math
import warnings

import numpy as np
import pytest
from conftest import EXAMPLES, make_mass, make_pendulum

import pintle
from pintle import at, joint, load, solver

G = 9.81


@pytest.mark.parametrize("formulation", ["absolute", "partitioned", "joint"])
def test_pendulum_keeps_its_energy(formulation):
    result = make_pendulum(end_time=2).run(formulation=formulation)
    energy = result["system.kinetic_energy"] + result["system.potential_energy"]
    assert np.abs(energy - energy[0]).max() < 1e-3 * result["system.kinetic_energy"].max()
    # Released from the horizontal: omega^2 = 2 m g l sin(angle) / I.
    omega = np.abs(result["node.bob.angular_velocity"][:, 1])
    fall = -result["node.bob.position"][:, 2]
    assert np.allclose(omega**2, 2 * 2 * G * fall / 2.01, atol=0.02)


@pytest.mark.parametrize("length", [0.5, 1.0, 2.0])
def test_frequency_of_a_pendulum(length):
    linear = make_pendulum(length).linear()
    expected = math.sqrt(2 * G * length / (2 * length**2 + 0.01)) / (2 * math.pi)
    assert linear.frequencies == pytest.approx([expected], rel=1e-9)
    assert linear.modes[0].damping_ratio == pytest.approx(0, abs=1e-12)
    assert linear.equilibrium["node.bob.position"] == pytest.approx([0, 0, -length], abs=1e-9)
    assert set(linear.modes[0].motion) == {"bob"}
    assert np.allclose(np.sort(np.linalg.eigvals(linear.state_matrix()).imag), [-2 * math.pi * expected, 2 * math.pi * expected])


def test_frequencies_of_coupled_pendulums():
    """Masses m on rods l with a spring k between them: w1^2 = g/l, w2^2 = g/l + 2 k a^2/(m l^2) for points in the middle."""
    linear = pintle.read_model(EXAMPLES / "coupled_pendulums.json").linear()
    values = np.sort(np.linalg.eigvals(np.linalg.solve(linear.mass, linear.stiffness)).real)
    assert np.sort(linear.frequencies) == pytest.approx(np.sqrt(values) / (2 * math.pi), rel=1e-9)
    assert len(linear.frequencies) == len(linear.coordinates)


def test_modes_can_be_looked_at(tmp_path):
    linear = pintle.read_model(EXAMPLES / "coupled_pendulums.json").linear()
    result = linear.animate(1, tmp_path / "against")
    assert (tmp_path / "against.nc").exists() and result.report["status"] == "finished"
    assert result.time[-1] == pytest.approx(4 / linear.frequencies[1])
    left, right = (result[f"node.{side}.position"] for side in ("left", "right"))
    assert np.ptp(left, axis=0).max() > 0.1
    assert left - left.mean(axis=0) == pytest.approx(-(right - right.mean(axis=0)), abs=1e-12)
    assert np.array_equal(linear.animate(-1)["node.left.position"], left)
    assert "<iframe" in linear.animate(0)._repr_html_()
    with pytest.raises(IndexError):
        linear.animate(2)
    with pytest.raises(pintle.ResultError, match="missing"):
        linear.animate(0, tmp_path / "missing" / "mode")


def test_hanging_mass_stretches_its_spring():
    model = make_mass(pintle.gravity(acceleration=[0, 0, -G]))
    model.nodes["mass"].position = [0, 0, -1]
    model.add(joint.spring_damper(name="spring", a="ground", b="mass", stiffness=100, length=1))
    model.add(joint.prismatic(name="guide", a="ground", b="mass"))
    rest = model.equilibrium()
    assert rest["node.mass.position"] == pytest.approx([0, 0, -1 - 2 * G / 100], abs=1e-9)
    assert rest.unit("node.mass.position") == "m" and rest.imbalance < 1e-6
    assert "node.mass.position" in rest and len(rest) == len(list(rest))
    with pytest.raises(KeyError, match="did you mean"):
        rest["node.mass.positon"]
    assert model.linear().frequencies == pytest.approx([math.sqrt(50) / (2 * math.pi)])


def test_model_without_equilibrium_is_explained():
    with pytest.raises(pintle.PintleError) as caught:
        make_mass(load.force(at="mass", value=[1, 0, 0])).equilibrium()
    assert len(str(caught.value)) > 20


def test_pulled_mass_flies_a_parabola():
    result = make_mass(load.force(at="mass", value=["4 N", 0, "-2 N"])).run()
    assert np.allclose(result["node.mass.position"][:, 0], 1 + result.time**2, atol=1e-9)
    assert np.allclose(result["node.mass.position"][:, 2], -0.5 * result.time**2, atol=1e-9)


def test_linear_formulation_swings_as_the_modes_say():
    model = make_pendulum(end_time=2, step=5e-3)
    model.nodes["bob"].position = [0, 0, -1]
    model.joints["pivot"].b = at("bob", [0, 0, 1], {"rotation_vector": ["-90 deg", 0, 0]})
    model.add(load.couple(name="kick", at="bob", value=[0, 1e-3, 0]))
    result = model.run(formulation="linear")
    w = math.sqrt(2 * G / 2.01)
    expected = 1e-3 / (2 * G) * (1 - np.cos(w * result.time))
    assert np.allclose(result["joint.pivot.angle"], expected, atol=1e-3 * np.abs(expected).max())


@pytest.mark.parametrize("quantity, is_told", [("joint.hinge.angular_rate", True), ("node.pole.angular_velocity.y", False)])
def test_feedback_that_a_linear_model_leaves_out_is_told(quantity, is_told):
    model = pintle.read_model(EXAMPLES / "inverted_pendulum.json")
    model.drives["push"].name = "unused"
    model.loads["push"].value = [f"-3 * {quantity}", 0, 0]
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        model.linear()
    assert any(f"'{quantity}' is left out of the matrices" in str(item.message) for item in told) == is_told


def test_parts_of_a_step_have_sizes_of_their_own():
    """The step from 0.10 to 0.11 s is divided where something is switched off; in each part the force is that of its size."""
    off = 0.1037
    model = make_mass(load.force(name="by step", at="mass", value=["100*step_size", 0, 0]),
                      load.force(name="switched", at="mass", value=[0, 1, 0], active=f"step({off} - t)"), end_time=0.12)
    model.solver = solver.absolute(method="implicit_euler")
    speed = model.run()["node.mass.velocity"][:, 0]
    impulses = [100 * size**2 for size in [0.01] * 10]
    expected = (sum(impulses) + 100 * ((off - 0.1) ** 2 + (0.11 - off) ** 2)) / 2
    assert speed[11] == pytest.approx(expected, abs=1e-7)
    assert speed[12] == pytest.approx(expected + 100 * 0.01**2 / 2, abs=1e-7)


def test_reactions_of_small_motions_follow_the_loads():
    model = make_pendulum(end_time=0.2, step=1e-2)
    model.nodes["bob"].position = [0, 0, -1]
    model.joints["pivot"].b = at("bob", [0, 0, 1], {"rotation_vector": ["-90 deg", 0, 0]})
    model.add(load.force(name="pull", at="bob", value=["0.1*t", 0, "2*t"]))
    small, large = (model.run(formulation=formulation)["joint.pivot.reaction_force"] for formulation in ("linear", "joint"))
    assert np.abs(small[-1] - small[0]).max() > 0.3
    assert np.allclose(small, large, atol=1e-4)
