"""`pintle info`, `plot` and `export` on the results of real runs, as other programs read what they write."""

import csv
import json
import math
import os
import re
import struct
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
from cli_support import PINTLE, SOURCE, CommandTest, example, ncdump, pendulum, read_bytes, values  # noqa: E402

DEBIAN_PYTHON = "/usr/bin/python3"  # Debian's VTK is for Debian's Python


def read_vtu(path):
    words = [DEBIAN_PYTHON, os.path.join(os.path.dirname(os.path.abspath(__file__)), "read_vtu.py"), path]
    return json.loads(subprocess.run(words, capture_output=True, text=True, check=True, timeout=120).stdout)


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return rows[0], [[float(cell) for cell in row] for row in rows[1:]]


def read_glb(path):
    """The JSON and the bytes behind it."""
    data = read_bytes(path)
    length = struct.unpack("<I", data[12:16])[0]
    return json.loads(data[20 : 20 + length]), data[28 + length :]


class Results(CommandTest):
    def run_pendulum(self, name="p", **changes):
        self.write(f"{name}.json", pendulum(**changes))
        self.pintle("run", f"{name}.json", "-q")

    def run_crank(self):
        self.write("crank.json", example("slider_crank"))
        self.pintle("run", "crank.json", "-q")


class Info(Results):
    def test_tells_of_the_run_and_lists_channels(self):
        self.run_pendulum()
        text = self.pintle("info", "p.nc").out
        self.expect(text, "title                   Pendulum", "p.json", "run                     finished", "0 s to 0.1 s")
        self.expect(text, "records                 101", re.compile(r"node\.bob\.position +3 +m +ground components"))
        listed = re.findall(r"^  (\S+\.\S+) +\d", text.split("meaning", 1)[1], re.MULTILINE)
        variables = re.findall(r"^\tdouble (\S+)\(time", ncdump("-h", "p.nc"), re.MULTILINE)
        self.assertEqual(listed, [name for name in variables if name != "time"])

    def test_json_is_the_same_for_programs(self):
        self.run_pendulum()
        told = json.loads(self.pintle("info", "p.nc", "node.bob.position:z", "--json", "--statistics").out)
        self.assertEqual((told["title"], told["records"], told["run"]["status"]), ("Pendulum", 101, "finished"))
        self.assertEqual(told["time"], {"first": 0, "last": values("p.nc", "time")[-1]})
        self.assertEqual(told["bytes"], os.path.getsize("p.nc"))
        heights = values("p.nc", "node.bob.position")[2::3]
        found = told["channels"][0]["statistics"][0]
        self.assertEqual((found["first"], found["last"]), (heights[0], heights[-1]))
        self.assertEqual((found["min"], found["max"]), (min(heights), max(heights)))
        self.assertEqual(found["time_of_min"], values("p.nc", "time")[heights.index(min(heights))])

    def test_patterns_choose_channels(self):
        self.run_pendulum()
        text = self.pintle("info", "p.nc", "node.*.position", "joint.pivot.reaction_force").out
        self.assertEqual(re.findall(r"\S+\.\S+\.\S+", text), ["node.bob.position", "joint.pivot.reaction_force"])
        self.assertNotIn("title", text)

    def test_a_failed_run_tells_why(self):
        force = {"type": "force", "name": "push", "at": "bob", "value": ["sqrt(0.0505 - t)", 0, 0]}
        self.write("p.json", pendulum(loads=[force]))
        self.pintle("run", "p.json", code=1)
        text = self.pintle("info", "p.nc").out
        self.expect(text, "run                     failed", "failure", "load 'push' (force): its force is not finite", "0 s to 0.05 s")


class WrongInput(Results):
    COMMANDS = [("info",), ("plot", "node.bob.position", "-o", "out.png"), ("export", "-o", "out.csv"),
                ("export", "-o", "out.pvd"), ("export", "-o", "out.glb")]

    def on(self, result, command):
        return [command[0], result, *command[1:]]

    def test_files_that_are_missing_cut_short_or_something_else(self):
        self.run_pendulum()
        whole = read_bytes("p.nc")
        before = self.files()
        lengths = [0, 3, 4, 11, 100, 1000, *range(1013, len(whole), 7919), len(whole) - 1]
        for number, length in enumerate(lengths):
            with open("p.nc", "wb") as file:
                file.write(whole[:length])
            outcome = self.pintle(*self.on("p.nc", self.COMMANDS[number % len(self.COMMANDS)]), code=2)
            self.expect(outcome.err, re.compile("cut short|has no"))
            self.assertEqual(self.files(), before)
        for command in self.COMMANDS:
            self.expect(self.pintle(*self.on("none.nc", command), code=2).err, "none.nc: there is no such file")
            self.expect(self.pintle(*self.on(".", command), code=2).err, "folder")
            self.expect(self.pintle(*self.on("p.json", command), code=2).err, "not a file of results")
        self.assertEqual(self.files(), before)

    def test_channels_components_times_and_endings(self):
        self.run_pendulum()
        before = self.files()
        for words, said in [
            (["info", "p.nc", "node.bob.positon"], "did you mean 'node.bob.position'?"),
            (["export", "p.nc", "node.bob.position:w", "-o", "a.csv"], "'x', 'y', 'z' or 'length'"),
            (["plot", "p.nc", "node.bob.position:4", "-o", "a.png"], "no component '4'"),
            (["plot", "p.nc", "-o", "a.png"], "no channel is given"),
            (["plot", "p.nc", "node.bob.position", "-o", "a.jpg"], "'png', 'svg' or 'pdf'"),
            (["plot", "p.nc", "node.bob.position", "-o", "a.png", "--size", "big"], "WIDTHxHEIGHT"),
            (["plot", "p.nc", "node.bob.position", "-o", "a.png", "--difference"], "takes two results"),
            (["plot", "p.nc", "node.bob.position", "-o", "a.png", "--x", "node.bob.velocity"], "more than one number"),
            (["plot", "p.nc", "node.bob.position", "-o", "none/a.png"], "folder 'none' does not exist"),
            (["plot", "p.nc", "node.bob.position", "-o", "a.png", "--from", "5"], "go from 0 s to 0.1 s"),
            (["export", "p.nc", "-o", "a.xls"], "'csv', 'pvd', 'vtu', 'glb' or 'gltf'"),
            (["export", "p.nc", "-o", "a"], "'csv', 'pvd'"),
            (["export", "p.nc", "-o", "a.csv", "--format", "stl"], "--format stl"),
            (["export", "p.nc", "-o", "a.csv", "--from", "0.05", "--to", "0.01"], "no record lies between"),
            (["export", "p.nc", "-o", "a.csv", "--every", "0"], "begin at 1"),
            (["export", "p.nc", "-o", "a.csv", "--frames", "-3"], "--frames"),
            (["export", "p.nc", "node.bob.position", "-o", "a.glb"], "channels are chosen for tables"),
            (["export", "p.nc", "-o", "./p.nc", "--format", "csv"], "this is the file that is read"),
            (["export", "p.nc"], "--output"),
        ]:
            outcome = self.pintle(*words, code=2)
            self.expect(outcome.err, said)
            self.assertEqual(self.files(), before, str(outcome))

    def test_results_with_the_names_of_mbdyn_are_drawn_too(self):
        self.write("p.json", pendulum(output={"type": "mbdyn", "netcdf": True}))
        self.pintle("run", "p.json", "-q")
        for ending in ["pvd", "vtu", "glb", "gltf"]:
            self.pintle("export", "p.nc", "-o", f"a.{ending}")
        outcome = self.pintle("info", "p.nc")
        self.expect(outcome.out, "node.struct.1.X")
        self.assertNotIn("nothing to draw", outcome.out)
        self.pintle("export", "p.nc", "node.struct.1.X", "-o", "a.csv")
        self.assertEqual(read_csv("a.csv")[0][1], "node.struct.1.X:x [m]")


class Tables(Results):
    def test_numbers_read_back_to_the_same_bits(self):
        self.run_crank()
        outcome = self.pintle("export", "crank.nc", "-o", "crank.csv")
        self.expect(outcome.out, "written crank.csv (601 records, ")
        heading, rows = read_csv("crank.csv")
        self.assertEqual(heading[0], "time [s]")
        columns = dict(zip(heading, zip(*rows)))
        self.assertEqual(list(columns["time [s]"]), values("crank.nc", "time"))
        for k, axis in enumerate("xyz"):
            column = columns[f"joint.crank pin.reaction_force:{axis} [N]"]
            self.assertEqual(list(column), values("crank.nc", "joint.crank pin.reaction_force")[k::3])
        self.assertEqual(list(columns["node.rod.quaternion:w [1]"]), values("crank.nc", "node.rod.quaternion")[0::4])

    def test_ranges_strides_and_lengths(self):
        self.run_crank()
        self.pintle("export", "crank.nc", "node.slider.velocity:length", "-o", "a.csv", "--from", "1", "--to", "2", "--every", "20")
        heading, rows = read_csv("a.csv")
        self.assertEqual(heading, ["time [s]", "node.slider.velocity:length [m/s]"])
        self.assertEqual([round(row[0], 9) for row in rows], [round(1 + 0.1 * i, 9) for i in range(11)])
        velocity = values("crank.nc", "node.slider.velocity")
        record = values("crank.nc", "time").index(rows[3][0])
        self.assertAlmostEqual(rows[3][1], math.hypot(*velocity[3 * record : 3 * record + 3]), 15)
        self.pintle("export", "crank.nc", "-o", "b.txt", "--format", "csv", "--frames", "7")
        self.assertEqual(len(read_csv("b.txt")[1]), 7)


class Plots(Results):
    def test_every_kind_of_picture(self):
        self.run_crank()
        channels = ["node.crank.position", "joint.*.reaction_force:length"]
        for name, begin in [("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")]:
            self.expect(self.pintle("plot", "crank.nc", *channels, "-o", name).out, f"written {name}")
            self.assertTrue(read_bytes(name).startswith(begin))
        drawn = read_bytes("a.svg").decode()
        for text in ["Slider-crank", "position [m]", "reaction force [N]", "time [s]", "joint.crank pin.reaction_force:length"]:
            self.assertIn(text, drawn)

    def test_options(self):
        self.run_crank()
        self.pintle("plot", "crank.nc", "node.slider.velocity:x", "--x", "node.slider.position:x", "-o", "a.svg",
                    "--title", "phase 'plot'", "--size", "640x480", "--from", "0.5", "--to", "1")
        drawn = read_bytes("a.svg").decode()
        self.expect(drawn, "node.slider.position:x [m]", "phase 'plot'", 'width="640" height="480"')
        width, height = struct.unpack(">II", self.png_size(["--size", "640x480"]))
        self.assertEqual((width, height), (640, 480))

    def png_size(self, options):
        self.pintle("plot", "crank.nc", "node.slider.velocity:x", "-o", "b.png", *options)
        return read_bytes("b.png")[16:24]

    def test_two_results_and_their_difference(self):
        self.run_pendulum("first")
        self.run_pendulum("second", analysis={"type": "dynamic", "end_time": 0.1, "step": 0.002})
        self.pintle("plot", "first.nc", "second.nc", "node.bob.position:z", "-o", "both.svg")
        self.expect(read_bytes("both.svg").decode(), "node.bob.position:z, first.nc", "node.bob.position:z, second.nc")
        self.pintle("plot", "first.nc", "second.nc", "node.bob.position:z", "--difference", "-o", "difference.svg")
        self.expect(read_bytes("difference.svg").decode(), "first.nc less second.nc", ">node.bob.position:z<")

    def test_without_gnuplot_it_is_said_what_to_install(self):
        self.run_pendulum()
        before = self.files()
        words = [os.path.abspath(PINTLE), "plot", "p.nc", "node.bob.position", "-o", "a.png"]
        done = subprocess.run(words, capture_output=True, text=True, env={"PATH": "/nowhere"}, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.expect(done.stderr, "gnuplot-nox")
        self.assertEqual(self.files(), before)


class Vtk(Results):
    def vertex_of(self, grid, role, object_name):
        """The point of a vertex with this role and object."""
        for cell, kind in enumerate(grid["types"]):
            is_role = grid["roles"][int(grid["cell_data"]["role"][cell][0])] == role
            if kind == 1 and is_role and grid["objects"][int(grid["cell_data"]["object"][cell][0])] == object_name:
                return grid["cells"][cell][0]
        self.fail(f"no vertex of {object_name}")

    def assert_vector(self, found, expected):
        for a, b in zip(found, expected):
            self.assertAlmostEqual(a, b, delta=1e-6 * max(1.0, abs(b)))

    def test_grids_hold_what_the_results_say(self):
        self.run_crank()
        outcome = self.pintle("export", "crank.nc", "-o", "crank.pvd", "--frames", "5")
        self.expect(outcome.out, "5 frames in crank_vtu/")
        listed = re.findall(r'timestep="(\S+)" file="(\S+)"', read_bytes("crank.pvd").decode())
        times = values("crank.nc", "time")
        self.assertEqual([float(time) for time, _ in listed], [times[i] for i in (0, 150, 300, 450, 600)])
        self.assertEqual(sorted(os.listdir("crank_vtu")), [f"{i}.vtu" for i in range(5)])
        for record, (_, name) in zip((0, 150, 300, 450, 600), listed):
            grid = read_vtu(name)
            self.assertEqual(grid["errors"], [])
            self.assertEqual(grid["time"], times[record])
            at = lambda channel: values("crank.nc", channel)[3 * record : 3 * record + 3]  # noqa: E731
            rod = self.vertex_of(grid, "node", "node rod")
            self.assert_vector(grid["points"][rod], at("node.rod.position"))
            self.assert_vector(grid["point_data"]["velocity"][rod], at("node.rod.velocity"))
            self.assert_vector(grid["point_data"]["angular_velocity"][rod], at("node.rod.angular_velocity"))
            pin = self.vertex_of(grid, "force", "joint crank pin")
            self.assert_vector(grid["point_data"]["force"][pin], at("joint.crank pin.reaction_force"))
            self.assertIn(5, grid["types"], "triangles of boxes")

    def test_one_moment(self):
        self.run_crank()
        self.expect(self.pintle("export", "crank.nc", "-o", "a.vtu", "--to", "0.3").out, "t = 0.3 s")
        self.assertAlmostEqual(read_vtu("a.vtu")["time"], 0.3, 12)

    def test_at_most_two_hundred_frames_unless_told(self):
        self.run_crank()
        self.pintle("export", "crank.nc", "-o", "a.pvd")
        self.assertEqual(len(os.listdir("a_vtu")), 200)
        self.pintle("export", "crank.nc", "-o", "a.pvd", "--every", "100")
        self.assertEqual(len(os.listdir("a_vtu")), 7)

    def test_a_folder_with_other_files_is_left_alone(self):
        self.run_pendulum()
        os.mkdir("a_vtu")
        self.write("a_vtu/thesis.txt", "mine")
        self.expect(self.pintle("export", "p.nc", "-o", "a.pvd", code=2).err, "'thesis.txt'")
        self.assertEqual(os.listdir("a_vtu"), ["thesis.txt"])
        self.assertFalse(os.path.exists("a.pvd"))


class Gltf(Results):
    EXAMPLES = ["slider_crank.json", "mass_on_springs.json", "four_bar.json", "laws.json", "moored_body.json", "three_barges.json",
                "double_pendulum.mbd"]

    def test_files_are_valid(self):
        written = []
        for model in self.EXAMPLES:
            stem = os.path.splitext(model)[0]
            self.pintle("run", f"{SOURCE}/examples/{model}", "-o", stem, "-q")
            for ending in ["glb", "gltf"]:
                written.append(f"{stem}.{ending}")
                self.pintle("export", f"{stem}.nc", "-o", written[-1], "--frames", "60")
        self.pintle("export", "four_bar.nc", "-o", "still.glb", "--frames", "1")
        written.append("still.glb")
        words = ["node", f"{os.environ['PINTLE_GLTF']}/validate.mjs", *written]
        reports = json.loads(subprocess.run(words, capture_output=True, text=True, check=True, timeout=120).stdout)
        self.assertEqual(sorted(reports), sorted(written))
        for name, report in reports.items():
            issues = report["issues"]
            self.assertEqual((issues["numErrors"], issues["numWarnings"], issues["numHints"]), (0, 0, 0), f"{name}: {issues}")
            self.assertEqual(report["info"]["animationCount"], 0 if name == "still.glb" else 1)
            self.assertGreater(report["info"]["totalTriangleCount"], 0)

    def test_nodes_move_as_the_results_say(self):
        self.run_crank()
        self.pintle("export", "crank.nc", "-o", "crank.glb", "--frames", "61")
        document, binary = read_glb("crank.glb")

        def numbers(accessor):
            view = document["bufferViews"][document["accessors"][accessor]["bufferView"]]
            start, length = view["byteOffset"], view["byteLength"]
            return struct.unpack(f"<{length // 4}f", binary[start : start + length])

        node = [entry["name"] for entry in document["nodes"]].index("slider")
        animation = document["animations"][0]
        tracks = {c["target"]["path"]: animation["samplers"][c["sampler"]] for c in animation["channels"] if c["target"]["node"] == node}
        times, places = numbers(tracks["translation"]["input"]), numbers(tracks["translation"]["output"])
        self.assertEqual(len(times), 61)
        positions = values("crank.nc", "node.slider.position")
        for i in range(61):
            self.assertAlmostEqual(times[i], 0.05 * i, delta=1e-6)
            for k in range(3):
                self.assertAlmostEqual(places[3 * i + k], positions[30 * i + k], delta=1e-6)
        # glTF's y is up; this model has no gravity, and z is up.
        x, y, z, w = document["nodes"][document["scenes"][0]["nodes"][0]]["rotation"]
        self.assertAlmostEqual(2 * (y * z - w * x), 1, delta=1e-6)

    def test_fast_rotations_are_noticed(self):
        self.run_crank()
        self.assertEqual(self.pintle("export", "crank.nc", "-o", "a.glb").err, "")
        self.expect(self.pintle("export", "crank.nc", "-o", "a.glb", "--frames", "20").err, "note: 'crank' turns by")


if __name__ == "__main__":
    unittest.main()
