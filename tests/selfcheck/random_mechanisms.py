"""Mechanisms drawn by chance: trees and loops of joints, redundant ones too, with springs, loads and drives.

    PINTLE=build/release/pintle python3 tests/selfcheck/random_mechanisms.py --count 100 --seed 1

puts each through `pintle selfcheck` and keeps those that something mattered to, cut down to their smallest, in --keep. A seed gives
the same mechanism everywhere.
"""

import argparse
import copy
import json
import math
import os
import random
import subprocess
import sys
import tempfile

PINTLE = os.environ.get("PINTLE", "pintle")

# Joints that are met at the start when both sides are given the same place and axes.
TREE_JOINTS = ["revolute_hinge", "revolute_hinge", "spherical_hinge", "universal_hinge", "cylindrical", "prismatic", "plane_displacement"]
LOOP_JOINTS = ["spherical_hinge", "in_line", "in_plane", "revolute_hinge", "cylindrical"]


def vector(dice, size=1.0):
    return [round(dice.uniform(-size, size), 3) for _ in range(3)]


def direction(dice):
    while True:
        v = vector(dice)
        length = math.sqrt(sum(x * x for x in v))
        if 0.2 < length:
            return v


def axes(dice):
    return {"rotation_vector": vector(dice, 1.5)}


def formula(dice):
    return dice.choice(
        [
            round(dice.uniform(-3, 3), 2),
            f"{dice.uniform(0.5, 3):.2f}*sin({dice.uniform(1, 8):.2f}*t)",
            {"type": "ramp", "slope": round(dice.uniform(1, 5), 2), "initial_time": 0.05, "final_time": 0.15},
            {"type": "cosine", "angular_velocity": 5, "amplitude": 1.5},
        ]
    )


class Mechanism:
    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.names = []
        self.model = {
            "pintle": 1,
            "title": f"Random mechanism {seed}",
            "gravity": {"acceleration": [round(9.81 * x, 3) for x in direction(self.dice)]},
            "analysis": {"type": "dynamic", "end_time": 0.25, "step": 0.0025},
            "nodes": [],
            "bodies": [],
            "joints": [],
            "loads": [],
        }
        if self.dice.random() < 0.25:
            self.planar_loop()
        else:
            self.tree()
            for _ in range(self.dice.choice([0, 0, 1, 1, 2])):
                self.close_loop()
        for _ in range(self.dice.choice([0, 1, 2])):
            self.spring()
        for _ in range(self.dice.choice([0, 1, 2])):
            self.load()

    def add_body(self, place, turned):
        name = f"body {len(self.names)}"
        self.names.append(name)
        self.model["nodes"].append({"name": name, "position": place, "orientation": turned})
        inertia = sorted(round(self.dice.uniform(0.05, 0.2), 3) for _ in range(3))
        inertia[2] = min(inertia[2], round(0.9 * (inertia[0] + inertia[1]), 3))
        self.model["bodies"].append({"node": name, "mass": round(self.dice.uniform(0.5, 3), 2), "inertia": inertia, "center_of_mass": vector(self.dice, 0.1)})
        return name

    def join(self, kind, a, b, place, turned):
        side = {"at": place, "axes": turned}
        name = f"joint {len(self.model['joints'])}"
        # The axes of a universal hinge stand at right angles: those of its cross.
        self.model["joints"].append({"type": kind, "name": name, "a": {"node": a, **side}, "b": {"node": b, **side}})

    def some(self):
        return self.dice.choice(self.names)

    def tree(self):
        for _ in range(self.dice.randint(1, 5)):
            parent = self.dice.choice(["ground"] + self.names)
            body = self.add_body(vector(self.dice), axes(self.dice))
            kind = self.dice.choice(TREE_JOINTS)
            self.join(kind, parent, body, vector(self.dice), axes(self.dice))
            if kind == "revolute_hinge" and self.dice.random() < 0.2:
                self.second_hinge()

    def second_hinge(self):
        """A door: a hinge more on the same axis, five equations too many."""
        first = self.model["joints"][-1]
        other = copy.deepcopy(first)
        other["name"] = f"joint {len(self.model['joints'])}"
        self.model["joints"].append(other)

    def close_loop(self):
        if len(self.names) < 2:
            return
        a, b = self.dice.sample(self.names, 2)
        self.join(self.dice.choice(LOOP_JOINTS), a, b, vector(self.dice), axes(self.dice))

    def planar_loop(self):
        """A four-bar of hinges in a plane of chance: three equations follow from the others."""
        across, along = self.plane()
        point = lambda x, y: [across[i] * y + along[i] * x for i in range(3)]
        corners = [(0, 0), (round(self.dice.uniform(-0.3, 0.3), 2), round(self.dice.uniform(0.3, 0.6), 2)), (round(self.dice.uniform(1.0, 1.4), 2), round(self.dice.uniform(0.7, 1.0), 2)), (1.1, 0)]
        normal = [along[1] * across[2] - along[2] * across[1], along[2] * across[0] - along[0] * across[2], along[0] * across[1] - along[1] * across[0]]
        turned = {"z": normal, "x": along}
        bars = [self.add_body(point((corners[i][0] + corners[i + 1][0]) / 2, (corners[i][1] + corners[i + 1][1]) / 2), {"z": normal, "x": along}) for i in range(3)]
        for corner, (a, b) in zip(corners, [("ground", bars[0]), (bars[0], bars[1]), (bars[1], bars[2]), (bars[2], "ground")]):
            self.join("revolute_hinge", a, b, point(*corner), turned)

    def plane(self):
        """Two directions of length one at right angles."""
        u = direction(self.dice)
        length = math.sqrt(sum(x * x for x in u))
        u = [x / length for x in u]
        v = direction(self.dice)
        part = sum(x * y for x, y in zip(u, v))
        v = [y - part * x for x, y in zip(u, v)]
        length = math.sqrt(sum(x * x for x in v))
        if length < 0.1:
            return self.plane()
        return u, [x / length for x in v]

    def spring(self):
        a, b = self.dice.choice(["ground"] + self.names), self.some()
        if a == b:
            a = "ground"
        sides = {"a": {"node": a, "offset": vector(self.dice, 2)}, "b": {"node": b, "offset": vector(self.dice, 0.3)}}
        joint = self.dice.choice(
            [
                {"type": "spring_damper", "stiffness": 60, "damping": 1},
                {"type": "rod", "law": {"type": "linear_viscoelastic", "stiffness": 50, "viscosity": 2}},
                {"type": "deformable_displacement_joint", "law": {"type": "linear_elastic_generic", "stiffness": [40, 20, 10]}},
            ]
        )
        self.model["joints"].append({**joint, "name": f"joint {len(self.model['joints'])}", **sides})

    def load(self):
        kind = self.dice.choice(["force", "couple"])
        self.model["loads"].append(
            {
                "type": kind,
                "name": f"load {len(self.model['loads'])}",
                "at": {"node": self.some(), "offset": vector(self.dice, 0.2)},
                "value": [formula(self.dice) for _ in range(3)],
                "follower": self.dice.random() < 0.5,
            }
        )


def mechanism(seed):
    return Mechanism(seed).model


def check(model, *options):
    """(exit code, output) of a model's selfcheck."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.json")
        with open(path, "w") as file:
            json.dump(model, file)
        outcome = subprocess.run([PINTLE, "selfcheck", path, *options], capture_output=True, text=True)
        return outcome.returncode, outcome.stdout + outcome.stderr


def what_matters(model, *options):
    """The changes that mattered: {"turned", "step"}."""
    _, text = check(model, *options)
    return {line.split()[0] for line in text.splitlines() if " MATTERS " in line}


def smaller(model):
    """The model with one card less, or with something simpler, in all ways."""
    for kind in ("loads", "joints"):
        for i in range(len(model[kind])):
            other = copy.deepcopy(model)
            del other[kind][i]
            yield other
    for node in model["nodes"]:
        other = copy.deepcopy(model)
        name = node["name"]
        holds = lambda card: any(isinstance(side, dict) and side.get("node") == name for side in (card.get("a"), card.get("b"), card.get("at")))
        other["nodes"] = [card for card in other["nodes"] if card["name"] != name]
        other["bodies"] = [card for card in other["bodies"] if card["node"] != name]
        other["joints"] = [card for card in other["joints"] if not holds(card)]
        other["loads"] = [card for card in other["loads"] if not holds(card)]
        if other["nodes"]:
            yield other


def reduced(model, change):
    """The smallest model to which the change still matters."""
    only = ["--only", change] if change not in ("as", "absolute", "joint", "partitioned") else []
    while True:
        found = next((other for other in smaller(model) if change in what_matters(other, *only)), None)
        if found is None:
            return model
        model = found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="of the first mechanism")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--keep", default="found", help="folder for the models that something mattered to")
    parser.add_argument("--reduce", action="store_true", help="cut them down")
    given = parser.parse_args()
    found = 0
    for seed in range(given.seed, given.seed + given.count):
        model = mechanism(seed)
        code, text = check(model)
        if code == 0:
            continue
        found += 1
        matter = sorted(what_matters(model)) if given.reduce else []
        os.makedirs(given.keep, exist_ok=True)
        for change in matter:
            with open(os.path.join(given.keep, f"mechanism_{seed}_{change}.json"), "w") as file:
                json.dump(reduced(model, change), file, indent=1)
        with open(os.path.join(given.keep, f"mechanism_{seed}.json"), "w") as file:
            json.dump(model, file, indent=1)
        print(f"seed {seed}:\n{text}")
    print(f"{given.count} mechanisms, something mattered to {found}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
