"""`pintle equilibrium` and `pintle linear`: any model at rest, whatever its own analysis is and in whatever language."""

import math
import os
import sys
import unittest

sys.dont_write_bytecode = True
from cli_support import CommandTest, SOURCE, example, ncdump, pendulum, values  # noqa: E402


class Statics(CommandTest):
    def test_equilibrium_of_a_model_that_was_to_move(self):
        self.write("pendulum.json", pendulum())
        outcome = self.pintle("equilibrium", "pendulum.json", "-o", "rest")
        self.expect(outcome.out, "equilibrium          after", "rest.nc (1 record)")
        position = values("rest.nc", "node.bob.position")
        self.assertLess(math.dist(position, [0, 0, -1]), 1e-8)
        force = values("rest.nc", "joint.pivot.reaction_force")
        self.assertLess(math.dist(force, [0, 0, 2 * 9.81]), 1e-8)

    def test_linear_prints_and_writes_modes(self):
        outcome = self.pintle("run", f"{SOURCE}/examples/coupled_pendulums.json", "-o", "modes")
        self.expect(outcome.out, "at the start", "2 coordinates, 2 modes", "left pivot: rotation (1)", "0.4960")
        frequencies = values("modes.nc", "mode_frequency")
        self.assertAlmostEqual(frequencies[0], math.sqrt(19.62 / 2.02) / (2 * math.pi), 12)
        self.assertAlmostEqual(frequencies[1], math.sqrt((19.62 + 4) / 2.02) / (2 * math.pi), 12)
        self.assertEqual(len(values("modes.nc", "linear_stiffness")), 4)
        self.expect(ncdump("-v", "coordinate_name", "modes.nc"), "right pivot: rotation")
        self.assertEqual(len(values("modes.nc", "mode_motion_real")), 2 * 2 * 6)

    def test_reports_say_that_they_have_ended(self):
        self.pintle("linear", f"{SOURCE}/examples/coupled_pendulums.json", "-o", "modes")
        self.expect(self.pintle("info", "modes.nc").out, "run                     finished", "mode 2", "damping ratio 0.0000", "left pivot: rotation (1)")
        self.write("pendulum.json", pendulum())
        self.pintle("equilibrium", "pendulum.json", "-o", "rest")
        self.expect(self.pintle("info", "rest.nc").out, "run                     finished", "equilibrium           after")

    def test_modes_are_results_to_look_at(self):
        model = f"{SOURCE}/examples/coupled_pendulums.json"
        outcome = self.pintle("linear", model, "-o", "modes", "--animate", "9")
        self.expect(outcome.out, "modes.mode1.nc", "modes.mode2.nc")
        self.assertNotIn("mode3", outcome.out)
        self.assertEqual([file for file in self.files() if file.endswith(".nc")], ["modes.mode1.nc", "modes.mode2.nc", "modes.nc"])
        times, left = values("modes.mode2.nc", "time"), values("modes.mode2.nc", "node.left.position")
        period = 1 / values("modes.nc", "mode_frequency")[1]
        self.assertAlmostEqual(times[-1], 4 * period, 9)
        # The bobs swing against each other, each about where it hangs.
        right = values("modes.mode2.nc", "node.right.position")
        rest = {side: values("modes.nc", f"node.{side}.position") for side in ("left", "right")}
        moved = [[a - b for a, b in zip(at, rest["left"])] for at in zip(*[iter(left)] * 3)]
        other = [[a - b for a, b in zip(at, rest["right"])] for at in zip(*[iter(right)] * 3)]
        largest = max(math.hypot(*way) for way in moved)
        self.assertGreater(largest, 0.05)
        for time, way, against in zip(times, moved, other):
            swing = math.cos(2 * math.pi * time / period)
            self.assertLess(math.dist(way, [swing * part for part in moved[0]]), 1e-9 * largest)
            self.assertLess(math.dist(way, [-part for part in against]), 1e-9 * largest)
        self.expect(self.pintle("info", "modes.mode2.nc").out, "mode 2", "finished", "without damping")
        self.pintle("view", "modes.mode2.nc")

    def test_linear_refuses_a_model_that_moves_unless_told_otherwise(self):
        node = {"name": "bob", "position": [0, 0, -1], "angular_velocity": [0, 0, 5]}
        joint = {"type": "spherical_hinge", "name": "pivot", "a": "ground", "b": {"node": "bob", "offset": [0, 0, 1]}}
        self.write("spinning.json", pendulum(nodes=[node], joints=[joint]))
        outcome = self.pintle("linear", "spinning.json", "-o", "modes", code=2)
        self.expect(outcome.err, "starts with a velocity", "--at-rest")
        self.assertFalse(os.path.exists("modes.nc"))
        self.pintle("linear", "spinning.json", "-o", "modes", "--at-rest")

    def test_linear_takes_every_language(self):
        outcome = self.pintle("linear", f"{SOURCE}/examples/double_pendulum.mbd", "-o", "double")
        self.expect(outcome.out, "2 modes")

    def test_what_does_not_come_to_rest_has_a_name(self):
        self.write("fall.json", pendulum(joints=[]))
        outcome = self.pintle("equilibrium", "fall.json", code=1)
        self.expect(outcome.err, "'bob: translation z' is out of balance by 19.6 N", "no stiffness resists")
        self.assertEqual(self.files(), ["fall.json"])

    def test_linear_formulation_is_compared_with_the_others_when_asked_for(self):
        model = example("three_barges", analysis={"type": "dynamic", "end_time": 2, "step": 0.02})
        self.write("barges.json", model)
        outcome = self.pintle("run", "barges.json", "--formulation", "linear", "--cross-check")
        self.expect(outcome.out, "linear (rk4) against absolute", "linear (rk4) against joint (rk4)")
        outcome = self.pintle("run", "barges.json", "--cross-check")
        self.assertNotIn("linear (rk4)", outcome.out)

    def test_linear_formulation_says_what_it_cannot_take(self):
        self.write("moving.json", pendulum(nodes=[{"name": "bob", "position": [1, 0, 0], "velocity": [0, 1, 0]}]))
        outcome = self.pintle("run", "moving.json", "--formulation", "linear", code=2)
        self.expect(outcome.err, "node 'bob' moves at the start")


if __name__ == "__main__":
    unittest.main()
