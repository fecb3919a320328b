"""Mechanisms with more equations than they need, each turned as a whole by a rotation of choice: planar loops on a
turntable, spatial loops that move by their special proportions, doors, parallelograms, a ring of scissors."""
import math

import numpy as np

import pintle
from pintle import analysis, at, body, drive, gravity as gravity_card, joint, node

Y, Z = np.array([0.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0])


def rotation(axis, angle):
    """Rodrigues' formula."""
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * k @ k


def frame_with(z):
    """Axes whose third is z."""
    z = np.asarray(z, float) / np.linalg.norm(z)
    x = np.eye(3)[np.argmin(np.abs(z))]
    x = x - (x @ z) * z
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


class Mechanism:
    """A model in the axes of its own; `turn` brings them to those of the ground."""

    def __init__(self, title, turn=np.eye(3), gravity=(0, 0, -9.81), end=0.5, step=1e-3):
        self.turn = np.asarray(turn, float)
        self.model = pintle.Model(
            title,
            gravity_card(acceleration=list(self.turn @ np.asarray(gravity, float))),
            analysis.dynamic(end_time=end, step=step),
        )
        self.places = {}

    def axes(self, matrix):
        return {"x": list(matrix[:, 0]), "y": list(matrix[:, 1])}

    def body(self, name, place, mass=1.0, inertia=(0.01, 0.02, 0.015)):
        self.places[name] = np.asarray(place, float)
        self.model.add(node.dynamic(name=name, position=list(self.turn @ self.places[name]), orientation=self.axes(self.turn)))
        self.model.add(body.rigid_body(name=name, node=name, mass=mass, inertia=list(inertia)))

    def side(self, name, place, axes):
        place = np.asarray(place, float)
        if name == "ground":
            return at("ground", offset=list(self.turn @ place), orientation=self.axes(self.turn @ axes))
        return at(name, offset=list(place - self.places[name]), orientation=self.axes(axes))

    def joint(self, kind, name, a, b, place, axis, **fields):
        axes = frame_with(axis)
        self.model.add(getattr(joint, kind)(name=name, a=self.side(a, place, axes), b=self.side(b, place, axes), **fields))

    def hinge(self, name, a, b, place, axis):
        self.joint("revolute_hinge", name, a, b, place, axis)


def add_four_bar(mechanism, base):
    """In the plane normal to y, its first pivot at the origin."""
    crank, coupler, rocker = 0.3, 0.8, 0.6
    a, d = np.zeros(3), np.array([0.9, 0, 0])
    b = a + crank * np.array([math.cos(1.0), 0, math.sin(1.0)])
    reach = np.linalg.norm(d - b)
    along = (d - b) / reach
    part = (coupler**2 - rocker**2 + reach**2) / (2 * reach)
    c = b + part * along + math.sqrt(coupler**2 - part**2) * np.array([-along[2], 0, along[0]])
    mechanism.body("crank", (a + b) / 2, 0.5, (0.004, 0.005, 0.004))
    mechanism.body("coupler", (b + c) / 2, 1.0, (0.05, 0.053, 0.05))
    mechanism.body("rocker", (c + d) / 2, 0.8, (0.02, 0.024, 0.02))
    for name, first, second, place in [("A", base, "crank", a), ("B", "crank", "coupler", b), ("C", "coupler", "rocker", c), ("D", base, "rocker", d)]:
        mechanism.hinge(name, first, second, place, Y)


def turntable(degrees, turn=np.eye(3), duration=0.3, **settings):
    """A four-bar on a table that turns by so many degrees within `duration` and then stands."""
    mechanism = Mechanism("four-bar on a turntable", turn, **settings)
    mechanism.body("table", (0, 0, 0), 2.0, (0.1, 0.1, 0.2))
    mechanism.hinge("bearing", "ground", "table", (0, 0, 0), Z)
    angle = drive.smooth_step(final_time=duration, final_value=math.radians(degrees))
    mechanism.joint("revolute_driver", "motor", "ground", "table", (0, 0, 0), Z, angle=angle)
    add_four_bar(mechanism, "table")
    return mechanism.model


def four_bar(turn=np.eye(3), **settings):
    mechanism = Mechanism("four-bar", turn, **settings)
    add_four_bar(mechanism, "ground")
    return mechanism.model


def denavit_hartenberg_loop(title, lengths, twists, angles, turn, **settings):
    """Links behind each other, each with the length and the twist between its axes, closed with the ground as the
    last of them."""
    count = len(lengths)
    frames = [np.eye(4)]
    for length, twist, angle in zip(lengths, twists, angles):
        c, s, ca, sa = math.cos(angle), math.sin(angle), math.cos(twist), math.sin(twist)
        step = np.array([[c, -s * ca, s * sa, length * c], [s, c * ca, -c * sa, length * s], [0, sa, ca, 0], [0, 0, 0, 1]])
        frames.append(frames[-1] @ step)
    assert np.allclose(frames[-1], np.eye(4), atol=1e-13)
    mechanism = Mechanism(title, turn, **settings)
    names = [f"link {i}" for i in range(count - 1)] + ["ground"]
    for i in range(count - 1):
        mechanism.body(names[i], (frames[i][:3, 3] + frames[i + 1][:3, 3]) / 2, 1.0 + 0.1 * i)
    for i in range(count):
        mechanism.hinge(f"hinge {i}", names[i - 1], names[i], frames[i][:3, 3], frames[i][:3, 2])
    return mechanism.model


def closing_angles(lengths, twists, first, guess):
    """Newton's method on the closure of the loop."""

    def closure(rest):
        total = np.eye(4)
        for length, twist, angle in zip(lengths, twists, [first, *rest]):
            c, s, ca, sa = math.cos(angle), math.sin(angle), math.cos(twist), math.sin(twist)
            total = total @ np.array([[c, -s * ca, s * sa, length * c], [s, c * ca, -c * sa, length * s], [0, sa, ca, 0], [0, 0, 0, 1]])
        return (total - np.eye(4))[:3].ravel()

    rest = np.array(guess, float)
    for _ in range(50):
        slope = np.column_stack([(closure(rest + 1e-6 * e) - closure(rest - 1e-6 * e)) / 2e-6 for e in np.eye(len(rest))])
        rest = rest + np.linalg.lstsq(slope, -closure(rest), rcond=1e-8)[0]
    return [first, *rest]


def bennett(turn=np.eye(3), **settings):
    twist, other = math.radians(60), math.radians(35)
    lengths = [0.5, 0.5 * math.sin(other) / math.sin(twist)] * 2
    twists = [twist, other] * 2
    angles = closing_angles(lengths, twists, 0.7, [-2.928, -0.7, 2.928])
    return denavit_hartenberg_loop("Bennett's linkage", lengths, twists, angles, turn, **settings)


def bricard(turn=np.eye(3), **settings):
    lengths, twists = [0.4] * 6, [math.pi / 2, -math.pi / 2] * 3
    angles = closing_angles(lengths, twists, 0.6, [2.04, 0.6, 2.04, 0.6, 2.04])
    return denavit_hartenberg_loop("Bricard's linkage", lengths, twists, angles, turn, **settings)


def sarrus(turn=np.eye(3), **settings):
    mechanism = Mechanism("Sarrus' linkage", turn, **settings)
    rise, out, radius = 0.5 * math.sin(1.0), 0.5 * math.cos(1.0), 0.5
    mechanism.body("plate", (0, 0, 2 * rise), 2.0, (0.05, 0.05, 0.1))
    for k, angle in enumerate((0, math.pi / 2)):
        spin = rotation(Z, angle)
        low = spin @ np.array([radius, 0, 0])
        knee = spin @ np.array([radius + out, 0, rise])
        high = spin @ np.array([radius, 0, 2 * rise])
        mechanism.body(f"lower {k}", (low + knee) / 2)
        mechanism.body(f"upper {k}", (knee + high) / 2)
        mechanism.hinge(f"foot {k}", "ground", f"lower {k}", low, spin @ Y)
        mechanism.hinge(f"knee {k}", f"lower {k}", f"upper {k}", knee, spin @ Y)
        mechanism.hinge(f"head {k}", f"upper {k}", "plate", high, spin @ Y)
    return mechanism.model


def door(hinges, turn=np.eye(3), **settings):
    mechanism = Mechanism(f"door on {hinges} hinges", turn, **settings)
    axis = np.array([0.1, 0.3, 1.0])
    mechanism.body("door", (0.5, 0, 0), 20.0, (2, 3, 4))
    for k in range(hinges):
        mechanism.hinge(f"hinge {k}", "ground", "door", 0.4 * k * axis, axis)
    return mechanism.model


def parallelogram(legs, turn=np.eye(3), **settings):
    mechanism = Mechanism(f"parallelogram on {legs} legs", turn, **settings)
    leg = 0.6 * np.array([math.cos(1.0), 0, math.sin(1.0)])
    mechanism.body("bar", leg + np.array([0.2 * (legs - 1), 0, 0]), 3.0, (0.1, 0.3, 0.3))
    for k in range(legs):
        foot = np.array([0.4 * k, 0, 0])
        mechanism.body(f"leg {k}", foot + leg / 2, 0.5, (0.01, 0.015, 0.01))
        mechanism.hinge(f"foot {k}", "ground", f"leg {k}", foot, Y)
        mechanism.hinge(f"head {k}", f"leg {k}", "bar", foot + leg, Y)
    return mechanism.model


def scissor_ring(pairs, turn=np.eye(3), **settings):
    """Scissors between neighbouring posts of a polygon; a post has one hub above and one below. One lower hub
    stands on the ground; the ring opens under its weight."""
    mechanism = Mechanism(f"ring of {pairs} pairs of scissors", turn, **settings)
    radius, half = 2.0, 0.5
    around = [2 * math.pi * k / pairs for k in range(pairs)]
    posts = [np.array([radius * math.cos(t), radius * math.sin(t), 0]) for t in around]
    for k, post in enumerate(posts):
        mechanism.body(f"upper {k}", post + half * Z, 0.1, (1e-3, 1e-3, 1e-3))
        mechanism.body(f"lower {k}", post - half * Z, 0.1, (1e-3, 1e-3, 1e-3))
    for k in range(pairs):
        here, there, after = posts[k], posts[(k + 1) % pairs], (k + 1) % pairs
        normal = np.cross(there - here, Z)
        for name, first, second in [("rising", "lower", "upper"), ("falling", "upper", "lower")]:
            start = here + (half if first == "upper" else -half) * Z
            stop = there + (half if second == "upper" else -half) * Z
            bar = f"{name} {k}"
            mechanism.body(bar, (start + stop) / 2, 0.3, (0.01, 0.01, 0.002))
            mechanism.hinge(f"{bar} near", f"{first} {k}", bar, start, normal)
            mechanism.hinge(f"{bar} far", bar, f"{second} {after}", stop, normal)
        mechanism.hinge(f"middle {k}", f"rising {k}", f"falling {k}", (here + there) / 2, normal)
    mechanism.joint("clamp", "stand", "ground", "lower 0", posts[0] - half * Z, Z)
    return mechanism.model
