"""A pole that a controller written in Python balances: gains from the linear model, motion from the whole one."""
import numpy as np
import pytest

import pintle

G, CART, POLE, HALF, INERTIA = 9.81, 1.0, 0.2, 0.5, 0.017


def riccati(a, b, q, r):
    """P of A^T P + P A - P B R^-1 B^T P + Q = 0, from the stable eigenvectors of the Hamiltonian."""
    hamiltonian = np.block([[a, -b @ np.linalg.solve(r, b.T)], [-q, -a.T]])
    values, vectors = np.linalg.eig(hamiltonian)
    stable = vectors[:, values.real < 0]
    n = len(a)
    return np.real(stable[n:] @ np.linalg.inv(stable[:n]))


def lqr(a, b, q, r):
    return np.linalg.solve(r, b.T @ riccati(a, b, q, r))


def upright(cart):
    """The model with the pole at the top, where it rests although it would not stay there."""
    model = cart.copy()
    model.nodes["pole"].position = [0, 0, HALF]
    model.nodes["pole"].orientation = None
    return model


WEIGHTS = np.diag([10.0, 10.0, 1.0, 1.0]), np.array([[0.1]])


def readings(simulation):
    """Place of the cart, angle of the pole, and their rates."""
    return np.array([simulation[name] for name in
                     ("node.cart.position:x", "joint.hinge.angle", "node.cart.velocity:x", "joint.hinge.angular_rate")])


@pytest.fixture
def gains(cart):
    return lqr(*upright(cart).linear().state_space(), *WEIGHTS)[0]


def test_linear_model_is_the_one_of_the_textbook(cart):
    linear = upright(cart).linear()
    assert linear.coordinates == ["rails: translation", "hinge: rotation"] and linear.inputs == ["push"]
    assert np.allclose(linear.mass, [[CART + POLE, POLE * HALF], [POLE * HALF, INERTIA + POLE * HALF**2]], atol=1e-12)
    assert np.allclose(linear.stiffness, [[0, 0], [0, -POLE * G * HALF]], atol=1e-9)
    assert np.allclose(linear.damping, 0, atol=1e-12)
    assert np.allclose(linear.input_matrix, [[1], [0]], atol=1e-9)
    a, b = linear.state_space()
    assert np.array_equal(linear.state_matrix(), a) and b.shape == (4, 1)
    growth = np.sqrt(POLE * G * HALF / (INERTIA + POLE * HALF**2 - (POLE * HALF) ** 2 / (CART + POLE)))
    assert max(np.linalg.eigvals(a).real) == pytest.approx(growth, rel=1e-9)


def test_pole_falls_without_a_controller(cart):
    result = cart.run()
    assert result["joint.hinge.angle"][0] == pytest.approx(0.1)
    assert np.abs(result["joint.hinge.angle"]).max() > 1


def test_gains_solve_the_equation_of_riccati(cart):
    a, b = upright(cart).linear().state_space()
    p = riccati(a, b, *WEIGHTS)
    rest = a.T @ p + p @ a - p @ b @ np.linalg.solve(WEIGHTS[1], b.T @ p) + WEIGHTS[0]
    assert np.abs(rest).max() < 1e-8 * np.abs(p).max()
    assert np.allclose(p, p.T, atol=1e-9 * np.abs(p).max()) and min(np.linalg.eigvalsh(p)) > 0


@pytest.mark.parametrize("formulation", ["absolute", "joint", "partitioned"])
def test_controller_balances_the_pole(cart, gains, formulation):
    def control(simulation):
        simulation.inputs["push"] = -gains @ readings(simulation)

    with cart.simulation(end_time=8, formulation=formulation) as simulation:
        control(simulation)
        result = simulation.run(on_step=control)
    assert np.abs(result["joint.hinge.angle"]).max() < 0.2
    assert abs(result["joint.hinge.angle"][-1]) < 1e-4
    assert abs(result["node.cart.position"][-1, 0]) < 1e-3
    assert np.abs(result["node.pole.velocity"][-1]).max() < 1e-3


def test_controller_that_acts_every_10_ms(cart, gains):
    """The sample is held in between, as a computer does it."""
    samples = []

    def control(simulation):
        if simulation.step_number % 5 == 0:
            simulation.inputs["push"] = -gains @ readings(simulation)
            samples.append(simulation.time)

    with cart.simulation(end_time=8) as simulation:
        control(simulation)
        result = simulation.run(on_step=control)
    assert np.allclose(np.diff(samples), 0.01)
    assert len(np.unique(result["load.push.force"][:500, 0])) <= 101 + 100  # held, but for the records at which it jumps
    assert abs(result["joint.hinge.angle"][-1]) < 1e-3 and abs(result["node.cart.position"][-1, 0]) < 1e-2


def test_function_in_the_equations_balances_it_too(cart, gains):
    """The same law without samples: a force within the steps; its derivatives join the linear model."""
    model = cart.copy()
    of = ["node.cart.position.x", "node.pole.rotation_vector.y", "node.cart.velocity.x", "node.pole.angular_velocity.y"]
    law = pintle.callback(lambda t, *z: -gains @ np.array(z), of=of, gradient=lambda t, *z: -gains)
    model.loads["push"].value = [law, 0, 0]
    del model.drives["push"]
    result = model.run(end_time=8)
    assert abs(result["joint.hinge.angle"][-1]) < 1e-4 and abs(result["node.cart.position"][-1, 0]) < 1e-3
    # The poles of the closed loop, from the model itself and from the matrices of the open one.
    a, b = upright(cart).linear().state_space()
    expected = np.sort_complex(np.linalg.eigvals(a - b @ gains[None]))
    found = np.sort_complex(np.linalg.eigvals(upright(model).linear().state_matrix()))
    assert np.allclose(found, expected, rtol=1e-6)
    assert max(expected.real) < 0


def test_motion_decays_as_the_poles_say(cart, gains):
    """From a small angle the whole model follows exp((A - B K) t)."""
    a, b = upright(cart).linear().state_space()
    values, vectors = np.linalg.eig(a - b @ gains[None])
    angle = 0.002
    cart.nodes["pole"].position = [HALF * np.sin(angle), 0, HALF * np.cos(angle)]
    cart.nodes["pole"].orientation = {"rotation_vector": [0, angle, 0]}
    seen = []

    def control(simulation):
        z = readings(simulation)
        seen.append((simulation.time, *z))
        simulation.inputs["push"] = -gains @ z

    with cart.simulation(end_time=6, step=1e-3, formulation="joint", output=False) as simulation:
        control(simulation)
        simulation.run(on_step=control)
    seen = np.array(seen)
    start = np.linalg.solve(vectors, seen[0, 1:])
    expected = np.real(np.exp(np.outer(seen[:, 0], values)) * start @ vectors.T)
    assert np.abs(seen[:, 1:] - expected).max() < 0.02 * np.abs(expected).max()
    # The slowest pole, from the end of the motion.
    slow = max(values, key=lambda value: value.real)
    late = seen[seen[:, 0] > 3]
    size = np.linalg.norm(late[:, 1:3], axis=1)
    assert np.polyfit(late[:, 0], np.log(size), 1)[0] == pytest.approx(slow.real, rel=0.1)


def test_pole_stands_in_the_wind(cart, gains):
    cart.callbacks["wind"] = lambda t, velocity: 0.1 * np.sin(3 * t)
    with cart.simulation(end_time=5) as simulation:
        result = simulation.run(on_step=lambda s: s.inputs.update(push=-gains @ readings(s)))
    assert 1e-3 < np.abs(result["joint.hinge.angle"][1000:]).max() < 0.2
