"""Every model that is shipped, in joint and in absolute coordinates; what of a model joint coordinates cannot take."""

import copy
import glob
import os
import re
import sys
import unittest

sys.dont_write_bytecode = True
from bad_input_test import after, card, place_of  # noqa: E402
from cli_support import SOURCE, CommandTest, example, pendulum  # noqa: E402

STATICS = ("coupled_pendulums.json", "hanging_chain.json")  # no motion
MODELS = sorted(
    path
    for pattern in ["examples/*.json", "examples/*.mbd", "examples/mbdm/*.mbdm", "examples/mbdm/*.json", "tests/mbdyn/models/*.mbd"]
    for path in glob.glob(f"{SOURCE}/{pattern}")
    if not path.endswith(STATICS)
)

# Models that hardly move within the time of the others: steps and time are so much longer.
LONGER = {"three_barges.json": 20, "sliding_mass_buoy.json": 20}

# Models whose errors of second order are as small as those of higher order at the steps of the others.
FINER = {"heavy_top.json": 0.125, "gyroscopic_wheel.mbdm": 0.125}

# Where the two methods cannot have their orders, and by how much the difference then falls when steps are halved.
SLOWER = {
    "driven_masses.json": 1.8,  # values are sampled, and steps of drives fall into the middle of steps
    "laws.json": 1.3,  # the force on the bead has a kink
    "laws.mbd": 1.8,  # two of the laws jump
    "slider_crank_dynamic.mbdm": 1.8,  # the gas force has a kink
}
MOTION = ["position", "orientation", "velocity", "angular velocity"]
REACTIONS = ["reaction force", "reaction moment"]


def differences(text):
    """{name: (largest difference, largest value)} of the comparison with the absolute formulation."""
    part = re.search(r"cross-check +joint .* against absolute .*\n((?:    .*\n)+)", text)
    found = re.findall(r"^    ([a-z ]+?) +(\d\S*) .*? of ([^,\s]+)", part[1], re.MULTILINE)
    return {name: (float(largest), float(scale)) for name, largest, scale in found}


class AllModels(CommandTest):
    def compared(self, path, step):
        longer = LONGER.get(os.path.basename(path), 1)
        times = ["--step", longer * step * FINER.get(os.path.basename(path), 1), "--end-time", longer * 0.2]
        outcome = self.pintle("run", path, "-o", "x", "--formulation", "joint", "--cross-check", *times)
        return differences(outcome.out)

    def test_motion_and_reactions_differ_by_what_the_order_of_the_other_method_leaves(self):
        self.assertGreater(len(MODELS), 40)
        for path in MODELS:
            name = os.path.basename(path)
            with self.subTest(name):
                coarse, fine = self.compared(path, 1e-3), self.compared(path, 5e-4)
                self.assertEqual(coarse.keys(), fine.keys())
                reaction = max([fine[kind][1] for kind in REACTIONS if kind in fine], default=0)
                for kind, (largest, scale) in fine.items():
                    fall = coarse[kind][0] / largest if largest > 0 else 1e9
                    told = f"{kind}: {coarse[kind][0]:g}, {largest:g} of {scale:g}"
                    if kind in MOTION:  # second order, or round-off of what is solved for to 1e-12
                        self.assertTrue(fall > SLOWER.get(name, 3.4) or largest < 1e-11 * max(1, scale), told)
                    elif kind in REACTIONS:
                        # The other method starts with an error of first order, keeps 1e-6 of the forces as residuals, and has
                        # what the assembly leaves (1e-11 m) divided by h^2.
                        self.assertTrue(fall > 1.3 or largest < 1e-4 * reaction, told)


JOINT = {"type": "joint"}


def four_bar(**solver):
    return example("four_bar", solver={**JOINT, **solver})


def with_more(nodes, joints, bodies=(), **changes):
    """The pendulum in joint coordinates with more on it."""
    model = pendulum(solver=JOINT, **changes)
    for key, cards in [("nodes", nodes), ("joints", joints), ("bodies", bodies)]:
        model[key] = model[key] + list(cards)
    return model


def gap():
    model = four_bar()
    model["joints"] = copy.deepcopy(model["joints"])
    model["joints"][1]["a"]["offset"] = [5, 0, 0]
    return model


TIP = {"type": "static", "name": "tip", "position": [2, 0, 0]}
FLAP = {"type": "revolute_hinge", "name": "flap", "a": {"node": "bob", "offset": [1, 0, 0]}, "b": "tip"}
ROD = {"type": "distance", "name": "rod", "a": {"node": "ground", "offset": [3, 0, 0]}, "b": "bob"}

# name: (model, place, words of the message)
REFUSED = {
    "misspelt cut": (four_bar(cut="crank pim"), after('"cut": '), ["it has no joint 'crank pim' to cut", "did you mean 'crank pin'?"]),
    "unknown cut": (four_bar(cut="gizmo"), after('"cut": '), ["it has no joint 'gizmo' to cut", "`pintle check --topology`"]),
    "cut of what carries nothing": (
        {**with_more([], [ROD]), "solver": {**JOINT, "cut": "rod"}}, after('"cut": '), ["joint 'rod' (distance) cannot be cut", "leave it out of 'cut'"]),
    "two joints of a loop": (
        four_bar(cut="crank pivot, crank pin"), after('"cut": '),
        ["with 'crank pivot' and 'crank pin' cut, nothing holds node 'crank' to the tree", "leave one of them out of 'cut'"]),
    "all joints of a loop": (
        four_bar(cut="crank pivot, crank pin, rocker pin, rocker pivot"), after('"cut": '), ["nothing holds node 'crank' to the tree"]),
    "the only joint": (
        {**pendulum(), "solver": {**JOINT, "cut": "pivot"}}, after('"cut": '), ["with 'pivot' cut, nothing holds node 'bob'", "leave it out of 'cut'"]),
    "massless leaf": (
        with_more([TIP], [FLAP]), card('"tip"'), ["node 'tip' hangs by joint 'flap' (revolute hinge) and has no inertia", "attach a body to the node"]),
    "massless node between parallel hinges": (
        {**with_more([{**TIP, "position": [0, 0, 0]}], []),
         "joints": [{"type": "revolute_hinge", "name": "one", "a": "ground", "b": "tip"},
                    {"type": "revolute_hinge", "name": "two", "a": "tip", "b": {"node": "bob", "offset": [-1, 0, 0]}}]},
        card('"tip"'), ["node 'tip' hangs by joint 'one'", "for a motion that the joint leaves"]),
    "loop that cannot be closed": (
        gap(), card('"name": "rocker pivot"'), ["joint 'rocker pivot' (revolute hinge) cannot be met", "it contradicts joints 'crank pivot'", "cannot be assembled"]),
}


class BadModels(CommandTest):
    def test_every_case(self):
        for name, (model, place, words) in REFUSED.items():
            with self.subTest(name):
                text = self.write("model.json", model)
                outcome = self.pintle("run", "model.json", code=2)
                self.expect(outcome.err, *words, "written")
                where = place_of("model.json", text, place(text))
                lines = outcome.err.splitlines()
                self.assertTrue(any(line.startswith(where + "error: ") for line in lines), f"no error at {where!r}{outcome}")
                self.assertEqual(self.files(), ["model.json"])

    def test_the_option_refuses_as_the_card_does(self):
        model = with_more([TIP], [FLAP])
        del model["solver"]
        self.write("model.json", model)
        self.expect(self.pintle("run", "model.json", "--formulation", "joint", code=2).err, "node 'tip' hangs by joint 'flap'")


class Told(CommandTest):
    def test_parts_that_float(self):
        spare = {"name": "spare", "position": [5, 0, 0]}
        model = with_more([spare], [], [{"name": "spare", "node": "spare", "mass": 1, "inertia": [1, 1, 1]}])
        text = self.write("model.json", model)
        outcome = self.pintle("run", "model.json")
        where = place_of("model.json", text, card('"spare"')(text))
        self.expect(outcome.err, f"{where}note: node 'spare' floats: no joint leads from it to the ground")
        self.expect(outcome.out, "9 of 2 bodies, 1 of them floating")

    def test_nothing_floats_that_equations_hold_or_that_is_all_there_is(self):
        for name in ["pendulum_point_mass", "spinning_body", "moored_body"]:
            outcome = self.pintle("run", f"{SOURCE}/examples/{name}.json", "-o", "x", "--formulation", "joint", "--end-time", 0.01)
            self.assertNotIn("floats", outcome.err)

    def test_loops_that_start_in_line_run(self):
        rod = {"mass": 1, "inertia": [0.01, 0.08, 0.08]}

        def hinge(name, a, b):
            return {"type": "revolute_hinge", "name": name, "a": a, "b": b}

        def end(node, x):
            return {"node": node, "offset": [x, 0, 0]}

        places = {"crank": 0.5, "rocker": 1.5, "coupler": 1.5}
        self.write("model.json", pendulum(
            solver=JOINT,
            nodes=[{"name": name, "position": [x, 0, 0]} for name, x in places.items()],
            bodies=[{"name": name, "node": name, **rod} for name in places],
            joints=[hinge("A", "ground", end("crank", -0.5)), hinge("B", end("crank", 0.5), end("coupler", -0.5)),
                    hinge("C", end("coupler", 0.5), end("rocker", 0.5)), hinge("D", end("ground", 1), end("rocker", -0.5))]))
        outcome = self.pintle("run", "model.json")
        self.expect(outcome.err, "joint 'D' (revolute hinge): 4 of its 5 equations are redundant")
        self.expect(outcome.out, "cut joints           1: ")


if __name__ == "__main__":
    unittest.main()
