"""Every command does what it says, and exit codes are 0 done, 1 failed, 2 wrong input."""

import json
import re
import sys
import unittest

sys.dont_write_bytecode = True
from cli_support import CommandTest, SOURCE, pendulum, read_bytes  # noqa: E402

KINDS = ["gravity", "analysis", "solver", "output", "drive", "function", "law", "node", "body", "joint", "load", "mbdm"]
QUICK_CASE = "rigid_body/undamped_oscillator"


class Commands(CommandTest):
    def test_version(self):
        for word in ["version", "--version"]:
            self.assertRegex(self.pintle(word).out, r"^pintle \d+\.\d+\.\d+\n$")

    def test_without_a_command_shows_them(self):
        outcome = self.pintle(code=2)
        self.expect(outcome.err, "run", "check", "help", "verify", "doctor", "version")

    def test_help_flag(self):
        self.expect(self.pintle("--help").out, "Usage: pintle", "run a model")
        self.expect(self.pintle("run", "--help").out, "--resume", "--step", "--output")

    def test_unknown_command_and_option(self):
        self.expect(self.pintle("rnu", "x.json", code=2).err, "no command 'rnu'", "did you mean 'run'?")
        self.expect(self.pintle("frobnicate", code=2).err, "'run'", "'check'", "'verify'")
        self.expect(self.pintle("run", code=2).err, "MODEL")
        self.expect(self.pintle("version", "--frobnicate", code=2).err, "--frobnicate")

    def test_doctor(self):
        outcome = self.pintle("doctor")
        self.expect(outcome.out, "pintle ", "build", "threads", "Eigen", "KLU", "NetCDF", "linear solvers", "klu", "Python package", "ncdump", "mbdyn")
        self.expect(outcome.out, re.compile("found|missing"))


class Help(CommandTest):
    def test_overview_and_kinds(self):
        self.expect(self.pintle("help").out, "revolute hinge", "rigid body", "piecewise linear", "`pintle help KIND`")
        self.expect(self.pintle("help", "joint").out, "revolute hinge", "spring damper", "clamp")
        self.assertEqual(self.pintle("help", "joints").out, self.pintle("help", "joint").out)
        for kind in KINDS:
            self.assertGreater(len(self.pintle("help", kind).out.splitlines()), 1, kind)

    def test_every_type_has_a_page_with_an_example_and_its_fields(self):
        listed = [line.split() for line in self.pintle("help", "--list").out.splitlines()]
        self.assertGreaterEqual(len(listed), 25)
        for kind, type_name, folder in listed:
            self.assertIn(kind, KINDS)
            outcome = self.pintle("help", kind, *type_name.split("_"))
            self.expect(outcome.out, f"{kind}: {type_name.replace('_', ' ')}", "Example")
        self.assertEqual({kind for kind, _, _ in listed}, set(KINDS))

    def test_a_kind_with_one_type_shows_its_page(self):
        self.expect(self.pintle("help", "gravity").out, "acceleration", "m/s^2")

    def test_pages_name_fields_units_and_defaults(self):
        self.expect(self.pintle("help", "body", "rigid", "body").out, "mass", "kg", "inertia", "kg m^2", "required")
        self.expect(self.pintle("help", "analysis", "dynamic").out, "end_time", "step", "in s", "default")

    def test_misspelt_words_get_a_suggestion(self):
        self.expect(self.pintle("help", "jiont", code=2).err, "no kind or type 'jiont'", "did you mean 'joint'?")
        self.expect(self.pintle("help", "revolute", "hinge").out, "joint: revolute hinge", "In MBDyn's language")
        self.expect(self.pintle("help", "joint", "revolut", code=2).err, "did you mean 'revolute_hinge'?")
        self.expect(self.pintle("help", "joint", "revolte", "hinge", code=2).err, "did you mean 'revolute_hinge'?")
        self.expect(self.pintle("help", "joint", "gizmo", code=2).err, "'clamp'", "'spring_damper'")
        self.expect(self.pintle("help", "gizmo", code=2).err, "'joint'", "'load'")

    def test_words_of_other_programs_get_a_suggestion(self):
        self.expect(self.pintle("help", "load", "torque", code=2).err, "did you mean 'couple'?")
        self.expect(self.pintle("help", "torque", code=2).err, "did you mean the load 'couple'?")
        self.expect(self.pintle("help", "joint", "ball", "joint", code=2).err, "did you mean 'spherical_hinge'?")

    def test_pages_tell_the_forms_of_an_orientation(self):
        self.expect(self.pintle("help", "node", "dynamic").out, "euler123", "rotation_vector", "quaternion", "axes")

    def test_json_schema_is_valid_json_and_knows_all_types(self):
        schema = json.loads(self.pintle("help", "--json-schema").out)
        self.assertIn("$schema", schema)
        text = json.dumps(schema)
        for line in self.pintle("help", "--list").out.splitlines():
            self.assertIn(line.split()[1], text)
        for key in pendulum():
            self.assertIn(key, schema["properties"])


class Check(CommandTest):
    def test_good_model(self):
        self.write("pendulum.json", pendulum())
        outcome = self.pintle("check", "pendulum.json")
        self.expect(outcome.out, "pendulum.json: good", "1 node, 6 unknowns of motion, 3 constraint equations")
        self.assertEqual(self.files(), ["pendulum.json"])

    def test_bad_model(self):
        model = pendulum()
        model["bodies"][0]["mass"] = -1
        self.write("pendulum.json", model)
        self.expect(self.pintle("check", "pendulum.json", code=2).err, "must be greater than 0 kg", "1 error")
        self.assertEqual(self.files(), ["pendulum.json"])

    def test_topology(self):
        model = f"{SOURCE}/examples/four_bar.json"
        outcome = self.pintle("check", model, "--topology", "--graph", "tree.dot")
        self.expect(outcome.out, "3 bodies, 3 coordinates of joints, 5 equations",
                    "    crank by joint 'crank pivot' (revolute hinge): 1 rotation",
                    "cut: joint 'rocker pin' (revolute hinge), 5 equations along coupler - crank - ground - rocker")
        graph = read_bytes("tree.dot").decode()
        self.expect(graph, 'digraph topology {', 'f0 -> f1 [label="crank pivot"]', "style=dashed")
        self.expect(self.pintle("check", model, "--graph", "nowhere/tree.dot", code=2).err, "the folder 'nowhere' does not exist")

    def test_topology_of_driven_joints(self):
        outcome = self.pintle("check", f"{SOURCE}/examples/motion_platform.json", "--topology", "--graph", "tree.dot")
        self.expect(outcome.out, "12 coordinates of joints and 12 given by drives",
                    "    platform by joint 'hexapod' (kinematic): given: 3 rotations, 3 translations",
                    "      hand by joint 'wrist' (drive hinge): 3 translations; given: 3 rotations")
        self.expect(read_bytes("tree.dot").decode(), '[label="hexapod", style=bold, color=blue]')

    def test_missing_model(self):
        self.expect(self.pintle("check", "nowhere.json", code=2).err, "nowhere.json", "no such file")

    def test_the_model_of_the_readme(self):
        with open(f"{SOURCE}/README.md", encoding="utf-8") as file:
            text = re.search(r"```json\n(.*?)```", file.read(), re.DOTALL).group(1)
        self.write("pendulum.json", text)
        self.expect(self.pintle("check", "pendulum.json").out, "good")


class Verify(CommandTest):
    def test_list(self):
        lines = self.pintle("verify", "--list").out.splitlines()
        self.assertGreaterEqual(len(lines), 10)
        self.assertTrue(any(line.startswith(QUICK_CASE) for line in lines), lines)

    def test_one_quick_case(self):
        outcome = self.pintle("verify", QUICK_CASE)
        self.expect(outcome.out, "reference", "computed", "error", "order", "verdict", QUICK_CASE, re.compile(r"\d+ good, 0 bad"))

    def test_unknown_case(self):
        self.expect(self.pintle("verify", "rigid_body/heavy_tpo", code=2).err, "heavy_tpo", "did you mean 'rigid_body/heavy_top'?")
        self.expect(self.pintle("verify", "xyz", code=2).err, "'xyz'", "pintle verify --list")
        self.expect(self.pintle("verify", QUICK_CASE, "xyz", code=2).err, "'xyz'")


if __name__ == "__main__":
    unittest.main()
