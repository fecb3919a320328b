"""`pintle run`: files, summary, overrides, results that other programs read, and runs that fail."""

import math
import os
import re
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
from cli_support import PINTLE, SOURCE, CommandTest, chain, example, ncdump, pendulum, values  # noqa: E402


class Files(CommandTest):
    def test_default_prefix_is_the_model_in_the_current_folder(self):
        os.mkdir("models")
        self.write("models/pendulum.json", pendulum())
        outcome = self.pintle("run", "models/pendulum.json")
        self.assertEqual(self.files(), ["models", "pendulum.nc", "pendulum.state"])
        self.assertEqual(os.listdir("models"), ["pendulum.json"])
        self.expect(outcome.out, "pendulum.nc (101 records)", "pendulum.state (state at t = 0.1 s")

    def test_prefix(self):
        self.write("pendulum.json", pendulum())
        os.mkdir("out")
        self.pintle("run", "pendulum.json", "-o", "out/swing")
        self.pintle("run", "pendulum.json", "--output", "a.b")
        self.pintle("run", "pendulum.json", "-o", "out/")
        self.assertEqual(self.files(), ["a.b.nc", "a.b.state", "out", "pendulum.json"])
        self.assertEqual(sorted(os.listdir("out")), ["pendulum.nc", "pendulum.state", "swing.nc", "swing.state"])

    def test_models_of_mbdyn_leave_its_files(self):
        with open(f"{SOURCE}/examples/double_pendulum.mbd", encoding="utf-8") as file:
            text = file.read()
        self.write("swing.mbd", text)
        outcome = self.pintle("run", "swing.mbd", "--end-time", "0.01")
        endings = [".ine", ".jnt", ".log", ".mbd", ".mov", ".nc", ".out", ".state"]
        self.assertEqual(self.files(), ["swing" + ending for ending in endings])
        self.expect(outcome.out, "swing{.mov,.ine,.jnt,.out,.log} (11 records)")
        with open("swing.mov", encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.assertEqual([line[:8] for line in lines], ["      10", "      20"] * 11)
        self.assertEqual({len(line.split()) for line in lines}, {13})
        for file in self.files():
            os.remove(file)
        self.write("wrong.mbd", text.replace("joints: 2", "joints: 3"))
        self.pintle("run", "wrong.mbd", code=2)
        self.assertEqual(self.files(), ["wrong.mbd"])

    def test_a_second_run_replaces_the_first(self):
        self.write("pendulum.json", pendulum())
        self.pintle("run", "pendulum.json")
        self.pintle("run", "pendulum.json", "--end-time", "0.05")
        self.assertEqual(len(values("pendulum.nc", "time")), 51)

    def test_places_that_cannot_be_written(self):
        self.write("pendulum.json", pendulum(analysis={"end_time": 1e6, "step": 1e-3}))  # would take hours
        os.mkdir("taken.nc")
        for prefix, message in [
            ("nowhere/x", "the folder 'nowhere' does not exist"),
            ("pendulum.json/x", "'pendulum.json' is not a folder"),
            ("taken", "'taken.nc' is a folder"),
            ("/proc/x", "/proc"),
        ]:
            with self.subTest(prefix):
                outcome = self.pintle("run", "pendulum.json", "-o", prefix, code=1)
                self.expect(outcome.err, message)
                self.assertNotIn("reached", outcome.out)
                self.assertEqual(self.files(), ["pendulum.json", "taken.nc"])

    @unittest.skipIf(os.geteuid() == 0, "root can write everywhere")
    def test_folders_without_permission(self):
        self.write("pendulum.json", pendulum())
        os.mkdir("locked", 0o500)
        self.expect(self.pintle("run", "pendulum.json", "-o", "locked/x", code=1).err, "'locked' cannot be written to")


class Interrupted(CommandTest):
    def test_a_signal_ends_the_run_after_the_step_with_whole_files(self):
        self.write("long swing.json", pendulum(analysis={"end_time": 1e6, "step": 1e-3}))  # would take hours
        for number in [signal.SIGINT, signal.SIGTERM]:
            with self.subTest(number):
                for name in self.files()[1:]:
                    os.remove(name)
                process = subprocess.Popen(
                    [PINTLE, "run", "long swing.json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
                )
                while not (os.path.exists("long swing.nc") and os.path.getsize("long swing.nc") > 20000):
                    self.assertIsNone(process.poll())
                    time.sleep(0.05)
                process.send_signal(number)
                out, err = process.communicate(timeout=250)
                self.assertEqual(process.returncode, 1)
                self.expect(err, "Interrupted at t = ", 'To go on from it: pintle run "long swing.json" --resume')
                reached = float(re.search(r"reached +t = (\S+) s", out)[1])
                later = reached + 0.1
                outcome = self.pintle("run", "long swing.json", "--resume", "--end-time", later)
                self.expect(outcome.out, "resumed at t = ")
                self.assertAlmostEqual(values("long swing.nc", "time")[-1], later, delta=1e-9)


class Summary(CommandTest):
    def test_lines(self):
        self.write("pendulum.json", pendulum())
        outcome = self.pintle("run", "pendulum.json")
        self.assertEqual(outcome.err, "")
        self.expect(
            outcome.out,
            "Pendulum\n",
            "1 node, 6 unknowns of motion, 3 constraint equations",
            re.compile(r"reached +t = 0\.1 s"),
            re.compile(r"steps +100\n"),
            re.compile(r"iterations +\d+ \(\d+\.\d+ per step\)"),
            re.compile(r"factorisations +\d+ \(klu\)"),
            re.compile(r"energy +\S+ J at the start \(kinetic \S+, potential \S+\)"),
            re.compile(r"\S+ J at the end +\(kinetic \S+, potential \S+\)"),
            re.compile(r"constraint violation \S+e-\d+ \(position\), \S+ \(velocity\)"),
            re.compile(r"warnings +0\n"),
            re.compile(r"wall time +\S+ s"),
        )

    def test_quiet(self):
        self.write("pendulum.json", pendulum())
        outcome = self.pintle("run", "pendulum.json", "-q")
        self.assertEqual((outcome.out, outcome.err), ("", ""))

    def test_a_start_far_from_the_joints_is_corrected_with_a_warning(self):
        model = pendulum()
        model["nodes"][0]["position"] = [1.2, 0, 0]
        self.write("pendulum.json", model)
        outcome = self.pintle("run", "pendulum.json")
        self.expect(outcome.err, "warning: node 'bob': the position at the start was corrected by (-0.2, 0, 0) m")
        self.expect(outcome.out, re.compile(r"warnings +1\n"))


class Results(CommandTest):
    def test_header(self):
        model = pendulum(loads=[{"type": "force", "name": "push/pull", "at": "bob", "value": ["t", 0, 0]}])
        self.write("pendulum.json", model)
        self.pintle("run", "pendulum.json")
        header = ncdump("-h", "pendulum.nc")
        self.expect(
            header,
            "time = UNLIMITED ; // (101 currently)",
            "double time(time)",
            'time:units = "s"',
            "double system.kinetic_energy(time)",
            "double node.bob.position(time, components3)",
            'node.bob.position:units = "m"',
            'node.bob.angular_velocity:units = "rad/s"',
            'body.bob.kinetic_energy:units = "J"',
            "double joint.pivot.reaction_force(time, components3)",
            'joint.pivot.reaction_force:units = "N"',
            "load.push",
            ':title = "Pendulum"',
            ':model = "pendulum.json"',
            ':rho = "0.8"',
            ':step = "0.001"',
            ':group = "spatial"',
        )
        self.expect(header, re.compile(r':program = "pintle \d'))

    def test_numbers_are_those_of_a_pendulum(self):
        self.write("pendulum.json", pendulum(solver={"rho": 1}))
        self.pintle("run", "pendulum.json")
        times = values("pendulum.nc", "time")
        self.assertEqual(times, [n * 0.001 for n in range(101)])
        position = values("pendulum.nc", "node.bob.position")
        self.assertEqual(len(position), 303)
        for n in range(101):
            self.assertAlmostEqual(math.dist(position[3 * n : 3 * n + 3], [0, 0, 0]), 1.0, delta=1e-9)
        # z'' = -a (1 + O(t^4)) with a = m g L^2 / (m L^2 + J) while the rod is nearly level
        acceleration = 2 * 9.81 / (2 + 0.01)
        self.assertAlmostEqual(position[3 * 50 + 2], -0.5 * acceleration * 0.05**2, delta=1e-4 * acceleration * 0.05**2)
        energy = [k + p for k, p in zip(values("pendulum.nc", "system.kinetic_energy"), values("pendulum.nc", "system.potential_energy"))]
        self.assertLess(max(abs(e - energy[0]) for e in energy), 1e-5)

    def test_unnamed_cards_are_called_by_their_position(self):
        model = pendulum()
        model["nodes"].append({"name": "hat", "position": [2, 0, 0]})
        model["bodies"] = [{"node": name, "mass": 1, "inertia": [1, 1, 1]} for name in ["bob", "hat"]]
        model["joints"] = [
            {"type": "spherical_hinge", "a": "ground", "b": {"node": "bob", "offset": [-1, 0, 0]}},
            {"type": "spherical_hinge", "a": "bob", "b": {"node": "hat", "offset": [-1, 0, 0]}},
        ]
        self.write("pendulum.json", model)
        self.pintle("run", "pendulum.json")
        self.expect(ncdump("-h", "pendulum.nc"), "body.1.kinetic_energy", "body.2.kinetic_energy", "joint.2.reaction_force")

    def test_every_writes_less_and_always_the_end(self):
        self.write("pendulum.json", pendulum(output={"every": 30}))
        self.pintle("run", "pendulum.json")
        self.assertEqual([round(t, 9) for t in values("pendulum.nc", "time")], [0, 0.03, 0.06, 0.09, 0.1])


class Overrides(CommandTest):
    def test_step_and_end_time(self):
        self.write("pendulum.json", pendulum())
        outcome = self.pintle("run", "pendulum.json", "--step", "0.0005", "--end-time", "0.02")
        self.expect(outcome.out, re.compile(r"reached +t = 0\.02 s"), re.compile(r"steps +40\n"))
        self.expect(ncdump("-h", "pendulum.nc"), ':step = "0.0005"')
        self.assertEqual(values("pendulum.nc", "time")[-1], 0.02)

    def test_every_step_is_printed_when_asked_for(self):
        self.write("pendulum.json", pendulum(analysis={"end_time": 0.01, "step": 0.001, "print_iterations": True}))
        out = self.pintle("run", "pendulum.json").out
        self.assertEqual(len(re.findall(r"^  step \d+ +t = ", out, re.M)), 10, out)

    def test_a_run_that_stops_after_assembly(self):
        for phase in ["input", "assembly"]:
            self.write("pendulum.json", pendulum(analysis={"end_time": 1, "step": 0.001, "stop_after": phase}))
            self.pintle("run", "pendulum.json")
            self.assertEqual(values("pendulum.nc", "time"), [0.0])

    def test_a_two_step_method_is_written_down(self):
        self.write("pendulum.json", pendulum(solver={"method": "ms", "rho": "0.9 - t"}))
        self.pintle("run", "pendulum.json")
        self.expect(ncdump("-h", "pendulum.nc"), ':integrator = "ms"', ':rho = "changing"')
        self.write("pendulum.json", pendulum(solver={"method": "bdf"}))
        self.expect(self.pintle("run", "pendulum.json", "--rho", "0.5", code=2).err, "the method 'bdf' has no spectral radius")

    def test_an_end_between_steps_is_met(self):
        self.write("pendulum.json", pendulum())
        self.pintle("run", "pendulum.json", "--end-time", "0.0105")
        self.assertEqual(values("pendulum.nc", "time")[-2:], [0.01, 0.0105])

    def test_energy_that_the_method_adds_is_a_warning_and_a_failure_where_that_is_asked_for(self):
        top = {"name": "top", "position": [0, 0, 0], "angular_velocity": [100, 20, 5]}
        body = {"name": "top", "node": "top", "mass": 1, "inertia": [2, 3, 1]}
        analysis = {"type": "dynamic", "end_time": 4, "step": 0.02}
        self.write("top.json", pendulum(nodes=[top], bodies=[body], joints=[], analysis=analysis))
        outcome = self.pintle("run", "top.json", "--strict", code=1)
        self.expect(outcome.err, "no element adds any", "node 'top' turns by")
        self.write("calm.json", pendulum())
        outcome = self.pintle("run", "calm.json", "--strict")
        self.expect(outcome.out, "energy balance", "largest turn")

    def test_an_explicit_method_that_is_unstable_is_told_so(self):
        spring = {"type": "spring_damper", "name": "spring", "a": "ground", "b": "bob", "stiffness": 1e8, "length": 0.5}
        for formulation in ["joint", "partitioned"]:
            self.write("stiff.json", pendulum(joints=[spring]))
            outcome = self.pintle("run", "stiff.json", "--formulation", formulation, code=1)
            self.expect(outcome.err, "the method is unstable here", "generalised-alpha")
            self.assertNotIn("division by zero", outcome.err)

    def test_rho_of_one_in_a_model_with_joints(self):
        """Index 2 by itself: this slider-crank of 1.3 J ended with 8 MJ."""
        outcome = self.pintle("run", f"{SOURCE}/examples/slider_crank.json", "-o", "crank", "--formulation", "absolute", "--rho", "1")
        self.expect(outcome.out, "index2, for rho = 1")
        self.assertAlmostEqual(float(re.search(r"(\S+) J at the end", outcome.out)[1]), 1.3307, places=3)

    def test_rho_and_group_change_the_numbers_and_are_written_down(self):
        self.write("top.json", example("heavy_top"))
        ends = set()
        for words in [[], ["--rho", "0.3"], ["--group", "mixed"], ["--group", "local"]]:
            self.pintle("run", "top.json", "--end-time", "0.05", *words)
            if words:
                self.expect(ncdump("-h", "top.nc"), f':{words[0][2:]} = "{words[1]}"')
            ends.add(tuple(values("top.nc", "node.top.position")[-3:]))
        self.assertEqual(len(ends), 4)
        spread = [max(end[i] for end in ends) - min(end[i] for end in ends) for i in range(3)]
        self.assertLess(max(spread), 1e-3)


class Failures(CommandTest):
    def test_a_load_that_is_no_number_any_more(self):
        model = pendulum(loads=[{"type": "force", "name": "push", "at": "bob", "value": ["sqrt(0.0505 - t)", 0, 0]}])
        self.write("pendulum.json", model)
        outcome = self.pintle("run", "pendulum.json", code=1)
        self.expect(
            outcome.err,
            "step 51, t = 0.051 s: a force or a constraint is not a finite number",
            re.compile(r"node 'bob' \(pendulum\.json:\d+:\d+\): force balance along x"),
            re.compile(r"pendulum\.json:\d+:\d+: load 'push' \(force\): its force is not finite"),
            "root of a negative number",
            "Last good state written to pendulum.state (t = 0.05 s)",
            "pintle run pendulum.json --resume --step H",
        )
        self.expect(outcome.out, re.compile(r"reached +t = 0\.05 s"))
        self.assertEqual(self.files(), ["pendulum.json", "pendulum.nc", "pendulum.state"])
        self.assertEqual(values("pendulum.nc", "time")[-1], 0.05)
        # A smaller step comes nearer to the trouble, and a change of the model gets past it.
        self.expect(self.pintle("run", "pendulum.json", "--resume", "--step", "0.0001", code=1).err, "(t = 0.0505 s)")
        model["loads"][0]["value"][0] = "0"
        self.write("pendulum.json", model)
        self.pintle("run", "pendulum.json", "--resume")
        times = values("pendulum.nc", "time")
        self.assertEqual(times, sorted(times))
        self.assertEqual(times[-1], 0.1)

    def test_a_step_too_large_and_on_with_a_smaller_one(self):
        self.write("top.json", example("heavy_top"))
        outcome = self.pintle("run", "top.json", "-o", "fast", "--step", "0.2", code=1)
        self.expect(
            outcome.err,
            re.compile(r"step \d+, t = \S+ s: (no convergence after|the iteration diverged)"),
            re.compile(r"Largest residual: (joint|node) '[^']+' \(top\.json:\d+:\d+\): .* (m|N|N m|rad)\."),
            re.compile(r"A node turns by \d+ degrees in one step: take a step \d+ times smaller"),
            "Last good state written to fast.state",
            "pintle run top.json -o fast --resume --step H",
        )
        outcome = self.pintle("run", "top.json", "-o", "fast", "--resume", "--step", "0.0005", "--end-time", "0.05")
        self.expect(outcome.out, "resumed at t = ", re.compile(r"reached +t = 0\.05 s"))

    def test_a_static_node_that_nothing_holds(self):
        model = pendulum(loads=[{"type": "force", "name": "push", "at": "tip", "value": [1, 0, 0]}])
        model["nodes"].append({"type": "static", "name": "tip", "position": [0, 0, 1]})
        self.write("tip.json", model)
        outcome = self.pintle("run", "tip.json", code=1)
        self.expect(outcome.err, "the equations are singular", re.compile(r"node 'tip' \(tip\.json:\d+:\d+\)"), "The node is static")

    def test_the_last_good_state_is_in_the_results(self):
        model = chain(2, output={"every": 1000, "checkpoint_every": 0})
        model["loads"] = [{"type": "force", "name": "push", "at": "link 1", "value": [0, 0, "sqrt(0.0305 - t)"]}]
        self.write("chain.json", model)
        self.pintle("run", "chain.json", code=1)
        self.assertEqual(values("chain.nc", "time"), [0, 0.03])


if __name__ == "__main__":
    unittest.main()
