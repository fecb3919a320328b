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


class Conflicting(CommandTest):
    def refused(self, model):
        self.write("model.json", model)
        outcome = self.pintle("run", "model.json", code=2)
        self.expect(outcome.err, "cannot be assembled", "nothing was written")
        self.assertNotIn("redundant", outcome.err)
        self.assertNotIn("the motion is right", outcome.err)
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


if __name__ == "__main__":
    unittest.main()
