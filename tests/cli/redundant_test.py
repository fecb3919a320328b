"""Redundant joints are named and solved; contradicting ones are an error."""

import re
import sys
import unittest

sys.dont_write_bytecode = True
from cli_support import CommandTest, example, pendulum, values  # noqa: E402

CLAMPED_TWICE = [
    {"type": "clamp", "name": "left", "a": "ground", "b": {"node": "bob", "offset": [-1, 0, 0]}},
    {"type": "clamp", "name": "right", "a": "ground", "b": {"node": "bob", "offset": [-1, 0, 0]}},
]


class Redundant(CommandTest):
    def test_four_bar(self):
        self.write("four_bar.json", example("four_bar"))
        for words in [["run", "four_bar.json", "--end-time", "0.5"], ["check", "four_bar.json"]]:
            outcome = self.pintle(*words)
            lines = outcome.err.splitlines()
            self.assertEqual(len(lines), 1, outcome.err)  # one warning per joint, not per equation
            self.expect(
                lines[0],
                re.compile(r"^four_bar\.json:\d+:\d+: warning: joint '[^']+' \(revolute hinge\): 3 of its 5 equations are redundant"),
                "position constraint along z",
                "orientation constraint",
                re.compile(r"following from joints '[^']+' \(line \d+\), '[^']+' \(line \d+\) and '[^']+' \(line \d+\)"),
                "the reactions of these joints are not unique",
            )
            for joint in ["crank pivot", "rocker pivot", "crank pin", "rocker pin"]:
                self.assertEqual(lines[0].count(f"'{joint}'"), 1, joint)
            self.assertEqual(lines[0].count("four_bar.json"), 1)
        energy = [k + p for k, p in zip(values("four_bar.nc", "system.kinetic_energy"), values("four_bar.nc", "system.potential_energy"))]
        self.assertLess(max(abs(e - energy[0]) for e in energy), 1e-4)

    def test_a_joint_given_twice_shares_the_load_evenly(self):
        self.write("wall.json", pendulum(joints=CLAMPED_TWICE))
        outcome = self.pintle("run", "wall.json")
        self.expect(outcome.err, "joint 'right' (clamp): 6 of its 6 equations are redundant", "following from joint 'left' (line 39)")
        self.expect(outcome.out, re.compile(r"warnings +1\n"))
        left, right = (values("wall.nc", f"joint.{name}.reaction_force")[-3:] for name in ["left", "right"])
        for side in [left, right]:
            self.assertAlmostEqual(side[2], 9.81, delta=1e-4)  # half of 2 kg
        self.assertAlmostEqual(left[2], right[2], delta=1e-6)

    def test_one_redundant_equation_is_in_the_singular(self):
        rod = {"type": "distance", "name": "rod", "a": {"node": "ground", "offset": [3, 0, 0]}, "b": {"node": "bob", "offset": [-1, 0, 0]}}
        self.write("rod.json", pendulum(joints=pendulum()["joints"] + [rod]))
        self.expect(self.pintle("check", "rod.json").err, "joint 'rod' (distance): 1 of its 1 equations is redundant")


FOLDED = {
    "pintle": 1,
    "gravity": {"acceleration": [-9.81, 0, 0]},
    "nodes": [
        {"type": "displacement", "name": "P", "position": [0, 1, 0], "velocity": [1, 0, 0]},
        {"type": "displacement", "name": "Q", "position": [0, 0, 0], "velocity": [2, 0, 0]},
    ],
    "bodies": [{"type": "point_mass", "node": "P", "mass": 2}, {"type": "point_mass", "node": "Q", "mass": 1}],
    "joints": [
        {"type": "in_plane", "name": "plane", "a": "ground", "b": "P"},
        {"type": "in_line", "name": "slide", "a": {"node": "ground", "orientation": {"z": [1, 0, 0], "y": [0, 1, 0]}}, "b": "Q"},
        {"type": "distance", "name": "crank", "a": "ground", "b": "P", "length": 1},
        {"type": "distance", "name": "rod", "a": "P", "b": "Q", "length": 1},
    ],
    "analysis": {"type": "dynamic", "end_time": 0.1, "step": 0.001},
}
CROSSED = {
    "pintle": 1,
    "nodes": [{"type": "displacement", "name": "P", "position": [0, 0.5, 0], "velocity": [0, -1, 0]}],
    "bodies": [{"type": "point_mass", "node": "P", "mass": 2}],
    "joints": [{"type": "in_plane", "name": "plane", "a": "ground", "b": "P"}]
    + [
        {"type": "distance", "name": name, "a": {"node": "ground", "offset": [x, 0, 0]}, "b": "P", "length": "sqrt(1 + (0.5 - t)^2)"}
        for name, x in [("left", -1), ("right", 1)]
    ],
    "analysis": {"type": "dynamic", "end_time": 1, "step": 0.01},
}


class SingularPositions(CommandTest):
    def test_a_start_in_one_does_not_spoil_later_reactions(self):
        """Crank and rod of equal length, the slider in the middle: one equation too many there, none elsewhere."""
        self.write("folded.json", FOLDED)
        self.expect(self.pintle("run", "folded.json").err, "joint 'rod' (distance): 1 of its 1 equations is redundant")
        last = {name: values("folded.nc", name)[-3:] for name in ["node.Q.position", "node.P.position", "node.Q.acceleration", "joint.rod.reaction_force"]}
        self.assertGreater(last["node.Q.position"][0], 0.1)
        # Newton for the slider, along the line: what is not gravity comes from the rod, and along the rod.
        force = last["joint.rod.reaction_force"]
        self.assertAlmostEqual(force[0], last["node.Q.acceleration"][0] + 9.81, delta=1e-5)
        along = [q - p for q, p in zip(last["node.Q.position"], last["node.P.position"])]
        self.assertAlmostEqual(force[0] * along[1], force[1] * along[0], delta=1e-6)

    def test_one_on_the_way_is_told(self):
        """Half way, both rods lie on one line."""
        self.write("crossed.json", CROSSED)
        outcome = self.pintle("run", "crossed.json")
        self.expect(outcome.err, re.compile(r"crossed\.json:\d+:\d+: warning: at t = 0\.5 s: joint 'right' \(distance\): 1 of its 1"), "following from joint 'left'", "singular position")
        self.expect(outcome.out, re.compile(r"warnings +1\n"), re.compile(r"reached +t = 1 s"))

    def test_one_in_which_no_force_can_hold_the_load_is_named(self):
        self.write("crossed.json", CROSSED | {"gravity": {"acceleration": [0, -9.81, 0]}})
        outcome = self.pintle("run", "crossed.json", code=1)
        self.expect(outcome.err, "at t = 0.5 s: joint 'right'", "step 50, t = 0.5 s", "node 'P'", "force balance along y", "crossed.state")


class Conflicting(CommandTest):
    def refused(self, model):
        self.write("model.json", model)
        outcome = self.pintle("run", "model.json", code=2)
        self.expect(outcome.err, "cannot be assembled", "nothing was written")
        self.assertNotIn("redundant", outcome.err)
        self.assertNotIn("the motion does not suffer", outcome.err)
        self.assertEqual(self.files(), ["model.json"])
        return outcome.err

    def test_two_rods_of_different_length(self):
        rods = [{"type": "distance", "name": name, "a": "ground", "b": "bob", "length": length} for name, length in [("short", 1), ("long", 1.3)]]
        text = self.refused(pendulum(joints=rods))
        self.expect(
            text,
            re.compile(r"model\.json:\d+:\d+: error: joint 'short' \(distance\) cannot be met: distance constraint is off by 0\.15 m; it contradicts joint 'long' \(line \d+\)"),
            re.compile(r"model\.json:\d+:\d+: error: joint 'long' \(distance\) cannot be met: distance constraint is off by -0\.15 m; it contradicts joint 'short' \(line \d+\)"),
            "model.json: 2 errors: ",
        )

    def test_two_hinges_in_different_places(self):
        hinges = [
            {"type": "spherical_hinge", "name": name, "a": {"node": "ground", "offset": [0, y, 0]}, "b": {"node": "bob", "offset": [-1, 0, 0]}}
            for name, y in [("left", 0), ("right", 0.2)]
        ]
        text = self.refused(pendulum(joints=hinges))
        self.expect(text, "joint 'left' (spherical hinge) cannot be met: position constraint along y is off by", "contradicts joint 'right'")

    def test_a_rod_that_is_too_short(self):
        """The bob is held 1 m from the ground, the rod reaches only within 1 m of a point 3 m away."""
        rod = {"type": "distance", "name": "rod", "a": {"node": "ground", "offset": [0, 0, 3]}, "b": "bob", "length": 1}
        text = self.refused(pendulum(joints=pendulum()["joints"] + [rod]))
        self.expect(text, "'rod'", "'pivot'", "is off by", "cannot be met")

    def test_speeds_that_contradict(self):
        rods = [{"type": "distance", "name": name, "a": "ground", "b": "bob", "length": length} for name, length in [("steady", 1), ("growing", "1 + 0.5 * t")]]
        self.expect(self.refused(pendulum(joints=rods)), "the rate of distance constraint is off by", "m/s", "contradicts joint 'steady'")

    def test_drives_that_contradict_on_the_way(self):
        rods = [
            {"type": "distance", "name": "left", "a": "ground", "b": "p", "length": "1 + 0.2*max(t - 0.5, 0)^3"},
            {"type": "distance", "name": "right", "a": {"node": "ground", "offset": [2, 0, 0]}, "b": "p", "length": 1},
            {"type": "in_line", "name": "wire", "a": {"node": "ground", "orientation": {"x": [0, 1, 0], "z": [1, 0, 0]}}, "b": "p"},
        ]
        node = {"type": "displacement", "name": "p", "position": [1, 0, 0]}
        model = {"pintle": 1, "analysis": {"end_time": 1, "step": 0.01}, "nodes": [node], "bodies": [{"type": "point_mass", "node": "p", "mass": 1}], "joints": rods}
        self.write("rods.json", model)
        outcome = self.pintle("run", "rods.json", code=1)
        self.expect(outcome.err, "step 51, t = 0.51 s", "joint 'right' (rods.json:", "which follows from joint 'left'", "contradict each other", "rods.state (t = 0.5 s)")


if __name__ == "__main__":
    unittest.main()
