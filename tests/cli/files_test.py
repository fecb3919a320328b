"""Files of a user are safe: one writer at a time, nothing replaced by something of another kind, no failure to write unnoticed."""

import os
import random
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
from cli_support import CommandTest, PINTLE, SOURCE, pendulum, read_bytes, values  # noqa: E402

LONG = {"end_time": 1e6, "step": 1e-3}  # a run of hours


def limited(**limits):
    """What a process is to begin with: limits as resource has them, SIGXFSZ as usual."""

    def prepare():
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        for name, size in limits.items():
            resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (size, size))

    return prepare


class FilesTest(CommandTest):
    def start(self, *words, **options):
        """A run under way that has written records."""
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
        process = subprocess.Popen([PINTLE, *words], **options)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        prefix = words[words.index("-o") + 1]
        while not (os.path.exists(f"{prefix}.nc") and os.path.getsize(f"{prefix}.nc") > 80000):
            self.assertIsNone(process.poll(), "the run has ended")
            time.sleep(0.01)
        return process

    def end(self, process):
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def unchanged(self, *words, code, files=None):
        """The outcome of a command after which all files are as they were."""
        before = {name: read_bytes(name) for name in self.files() if os.path.isfile(name)}
        outcome = self.pintle(*words, code=code)
        self.assertEqual({name: read_bytes(name) for name in self.files() if os.path.isfile(name)}, before, str(outcome))
        return outcome


class Locked(FilesTest):
    def test_one_run_at_a_time_writes_the_files_of_a_prefix(self):
        self.write("pendulum.json", pendulum(analysis=LONG))
        self.write("short.json", pendulum())
        first = self.start("run", "pendulum.json", "-o", "x")
        told = [f"x.lock: process {first.pid} is writing these files", "choose another prefix with -o"]
        for words in [["run", "short.json"], ["run", "short.json", "--resume"], ["run", "short.json", "--force"],
                      ["equilibrium", "short.json", "--force"], ["linear", "short.json", "--force"]]:
            with self.subTest(words):
                self.expect(self.pintle(*words, "-o", "x", code=1).err, *told)
        # Who reads is not in the way, and who writes elsewhere neither.
        self.pintle("info", "x.nc")
        self.pintle("view", "x.nc")
        self.pintle("run", "short.json", "-o", "y")
        # The lock goes with the process, and what is left of it is told.
        first.kill()
        first.wait()
        self.assertIn("x.lock", self.files())
        outcome = self.pintle("run", "short.json", "-o", "x")
        self.expect(outcome.err, f"note: process {first.pid} ended before it had closed these files")
        self.assertNotIn("x.lock", self.files())
        self.assertEqual(len(values("x.nc", "time")), 101)

    def test_tables_of_mbdm_have_the_name_of_the_case(self):
        main = f"{SOURCE}/examples/mbdm/body_on_spring.mbdm"
        first = self.start("mbdm", main, "none", "-o", "x", "--end-time", "1e5")
        (lock,) = [name for name in self.files() if name.endswith(".lock") and name != "x.lock"]
        self.expect(self.pintle("mbdm", main, "none", "-o", "y", code=1).err, f"{lock}: process {first.pid} is writing")
        self.assertNotIn("y.nc", self.files())

    def test_a_file_of_somebody_else_is_no_lock(self):
        self.write("pendulum.json", pendulum())
        for text in [b"[packages]\n", b"0 0\n"]:
            self.write("pendulum.lock", text)
            self.expect(self.unchanged("run", "pendulum.json", code=1).err, "'pendulum.lock' is there, and it is no lock of a run")
        os.remove("pendulum.lock")
        os.symlink("pendulum.json", "pendulum.lock")
        self.unchanged("run", "pendulum.json", code=1)


class Kept(FilesTest):
    """Nothing takes the place of something of another kind."""

    def setUp(self):
        super().setUp()
        self.write("pendulum.json", pendulum())
        self.pintle("run", "pendulum.json", "-o", "r")

    def test_results_of_another_analysis(self):
        self.pintle("equilibrium", "pendulum.json", "-o", "e")
        self.pintle("linear", "pendulum.json", "-o", "l")
        commands = {"r": "run", "e": "equilibrium", "l": "linear"}
        what = {"r": "a run", "e": "an equilibrium analysis", "l": "a linear analysis"}
        for prefix in commands:
            for own, command in commands.items():
                with self.subTest(prefix=prefix, command=command):
                    if own == prefix:
                        self.pintle(command, "pendulum.json", "-o", prefix)
                        continue
                    outcome = self.unchanged(command, "pendulum.json", "-o", prefix, code=1)
                    self.expect(outcome.err, f"'{prefix}.nc' is there and holds the results of {what[prefix]}", "--force")
        os.remove("r.nc")
        self.expect(self.unchanged("linear", "pendulum.json", "-o", "r", code=1).err, "'r.state' is there and holds the state of a run")
        self.pintle("linear", "pendulum.json", "-o", "r", "--force")
        self.pintle("run", "pendulum.json", "-o", "l", "--force")
        self.assertEqual(len(values("l.nc", "time")), 101)

    def test_a_run_goes_on_from_an_equilibrium_when_it_is_forced_to(self):
        self.pintle("equilibrium", "pendulum.json", "-o", "e")
        self.unchanged("run", "pendulum.json", "-o", "e", "--resume", code=1)
        self.pintle("run", "pendulum.json", "-o", "e", "--resume", "--force")
        self.assertEqual(len(values("e.nc", "time")), 101)
        self.pintle("run", "pendulum.json", "-o", "e")

    def test_what_somebody_else_wrote_at_the_names_of_a_run(self):
        for name in ["own.nc", "own.state"]:
            self.write(name, b"my own numbers")
            outcome = self.unchanged("run", "pendulum.json", "-o", "own", code=1)
            self.expect(outcome.err, f"'{name}' is there and holds something else")
            os.remove(name)
        model = read_bytes("pendulum.json")
        os.rename("pendulum.json", "m.state")
        outcome = self.unchanged("run", "m.state", "-o", "m", "--force", code=2)  # the ending is not known
        self.write("pendulum.json", model)

    def test_something_else_is_not_gone_on_with(self):
        self.write("r.nc", b"my own numbers" * 10000)
        outcome = self.unchanged("run", "pendulum.json", "-o", "r", "--resume", "--end-time", "0.2", code=1)
        self.expect(outcome.err, "r.nc: a resumed run cannot go on with these results: it is not in NetCDF's format")

    def test_motions_of_modes(self):
        self.pintle("run", "pendulum.json", "-o", "m.mode1")
        results = read_bytes("m.mode1.nc")
        outcome = self.pintle("linear", "pendulum.json", "-o", "m", "--animate", "1", code=1)
        self.expect(outcome.err, "'m.mode1.nc' is there and holds the results of a run")
        self.assertEqual(read_bytes("m.mode1.nc"), results)
        self.pintle("linear", "pendulum.json", "-o", "m", "--animate", "1", "--force")
        self.pintle("linear", "pendulum.json", "-o", "m", "--animate", "1")

    def test_files_of_mbdyn_itself(self):
        model = f"{SOURCE}/examples/double_pendulum.mbd"
        self.write("theirs.mov", b"1 0 0 0 0 0 0 0 0 0 0 0 0\n")
        self.expect(self.unchanged("run", model, "-o", "theirs", code=1).err, "'theirs.mov' is there and holds something else")
        self.pintle("run", model, "-o", "theirs", "--force", "--end-time", "0.01")
        self.pintle("run", model, "-o", "theirs", "--end-time", "0.01")

    def test_pages_pictures_tables_drawings_and_models(self):
        self.write("notes.txt", b"time well spent\n")
        channel = "node.bob.position"
        commands = {
            "page.html": ["view", "r.nc"],
            "a.png": ["plot", "r.nc", channel],
            "a.svg": ["plot", "r.nc", channel],
            "a.pdf": ["plot", "r.nc", channel],
            "a.csv": ["export", "r.nc"],
            "a.vtu": ["export", "r.nc"],
            "a.pvd": ["export", "r.nc"],
            "a.glb": ["export", "r.nc"],
            "a.gltf": ["export", "r.nc"],
        }
        for name, words in commands.items():
            with self.subTest(name):
                self.pintle(*words, "-o", name)
                self.pintle(*words, "-o", name)  # its own kind
                shutil.copyfile("notes.txt", name)
                self.expect(self.unchanged(*words, "-o", name, code=2).err, f"'{name}' is there and holds something else", "--force")
                shutil.copyfile("r.state", name)
                self.expect(self.unchanged(*words, "-o", name, code=2).err, f"'{name}' is there and holds the state of a run")
                self.pintle(*words, "-o", name, "--force")
                self.assertNotEqual(read_bytes(name), read_bytes("r.state"))
        self.unchanged("export", "r.nc", "--format", "csv", "-o", "a.glb", code=2)
        for words in [["check", "pendulum.json", "--graph"], ["convert", "pendulum.json", "-o"]]:
            with self.subTest(words):
                self.expect(self.unchanged(*words, "r.nc", code=2).err, "'r.nc' is there and holds the results of a run")
                self.expect(self.unchanged(*words, "notes.txt", code=2).err, "'notes.txt' is there and holds something else")
        self.pintle("check", "pendulum.json", "--graph", "tree.dot")
        self.pintle("check", "pendulum.json", "--graph", "tree.dot")
        self.pintle("convert", "pendulum.json", "-o", "same.json")
        self.unchanged("convert", "pendulum.json", "-o", "same.json", code=2)  # who knows who wrote that one
        self.pintle("convert", "pendulum.json", "-o", "same.json", "--force")

    def test_what_is_read_is_never_replaced(self):
        shutil.copyfile("r.nc", "r.html")
        os.symlink("r.nc", "link.csv")
        os.link("r.nc", "r.png")
        for words in [
            ["view", "r.nc", "-o", "r.nc"],
            ["view", "r.html"],
            ["view", "r.html", "r.nc", "-o", "r.nc"],
            ["plot", "r.nc", "node.bob.position", "-o", "r.png"],
            ["export", "r.nc", "--format", "csv", "-o", "r.nc"],
            ["export", "r.nc", "-o", "link.csv"],
            ["convert", "pendulum.json", "-o", "pendulum.json"],
            ["check", "pendulum.json", "--graph", "pendulum.json"],
        ]:
            with self.subTest(words):
                self.expect(self.unchanged(*words, "--force", code=2).err, "this is the file that is read")

    def test_a_link_stays_one(self):
        self.pintle("view", "r.nc", "-o", "page.html")
        os.symlink("page.html", "link.html")
        os.truncate("page.html", 5)
        self.pintle("view", "r.nc", "-o", "link.html", "--force")
        self.assertTrue(os.path.islink("link.html"))
        self.assertGreater(os.path.getsize("page.html"), 10000)


class Full(FilesTest):
    """What cannot be written is told, and the exit code says so."""

    def setUp(self):
        super().setUp()
        self.write("pendulum.json", pendulum())
        self.pintle("run", "pendulum.json", "-o", "r")

    def run_to(self, stdout, *words, **options):
        return subprocess.run([PINTLE, *words], stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=120, **options)

    def test_the_terminal(self):
        for words in [["info", "r.nc"], ["info", "r.nc", "--json"], ["help"], ["help", "joint"], ["help", "--json-schema"], ["--help"], ["version"],
                      ["doctor"], ["convert", "pendulum.json"], ["check", "pendulum.json"], ["run", "pendulum.json", "-o", "r"],
                      ["view", "r.nc"], ["verify", "--list"]]:
            with self.subTest(words):
                with open("/dev/full", "w", encoding="utf-8") as full:
                    finished = self.run_to(full, *words)
                self.assertEqual(finished.returncode, 1)
                self.assertEqual(finished.stderr, "pintle: the output could not be written: no room is left, or nobody reads it\n")

    def test_a_terminal_that_is_closed(self):
        results = read_bytes("r.nc")
        finished = self.run_to(None, "run", "pendulum.json", "-o", "r", preexec_fn=lambda: os.close(1))
        self.assertEqual((finished.returncode, finished.stderr), (1, "pintle: the output could not be written: no room is left, or nobody reads it\n"))
        report = len(read_bytes("r.nc")) - len(results)
        self.assertEqual(report, 0, "what is said does not go into the results")
        finished = self.run_to(None, "run", "pendulum.json", "-o", "r", "-q", preexec_fn=lambda: os.close(1))
        self.assertEqual((finished.returncode, finished.stderr), (0, ""), "nothing was to be said")

    def full_device(self):
        """One of our own where it could be harmed: a program that may write everywhere could put a file in its place."""
        if os.geteuid() != 0:
            return "/dev/full"
        try:
            os.mknod("full", 0o666 | stat.S_IFCHR, os.makedev(1, 7))
            with open("full", "wb"):
                return "full"
        except OSError as error:
            self.skipTest(f"no device can be made here: {error}")

    def test_a_device(self):
        device = self.full_device()
        for words in [["view", "r.nc", "-o"], ["export", "r.nc", "--format", "csv", "-o"], ["export", "r.nc", "--format", "glb", "-o"],
                      ["convert", "pendulum.json", "-o"], ["check", "pendulum.json", "--graph"]]:
            with self.subTest(words):
                outcome = self.pintle(*words, device, code=1)
                self.expect(outcome.err, f"{device}: cannot be written: No space left on device")
                self.assertTrue(stat.S_ISCHR(os.stat(device).st_mode))

    def test_a_pipe(self):
        os.mkfifo("pipe")
        with subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE, text=True) as reader:
            self.pintle("export", "r.nc", "--format", "csv", "-o", "pipe")
            self.expect(reader.communicate(timeout=60)[0], "time [s],")
        self.assertTrue(stat.S_ISFIFO(os.stat("pipe").st_mode))

    def test_files(self):
        """On a disk that is full in the middle of a file: what was there stays, and nothing half is left."""
        channel = "node.bob.position"
        commands = {
            "a.html": (["view", "r.nc"], 100000),
            "a.png": (["plot", "r.nc", channel], 2000),
            "a.pdf": (["plot", "r.nc", channel], 2000),
            "a.csv": (["export", "r.nc"], 5000),
            "a.vtu": (["export", "r.nc"], 1000),
            "a.pvd": (["export", "r.nc"], 1000),
            "a.glb": (["export", "r.nc"], 2000),
        }
        for name, (words, size) in commands.items():
            with self.subTest(name):
                before = self.files()
                finished = self.run_to(subprocess.PIPE, *words, "-o", name, preexec_fn=limited(fsize=size))
                self.assertEqual(finished.returncode, 1, finished.stderr)
                self.expect(finished.stderr, "File too large")
                self.assertEqual(self.files(), before)

    def test_a_run(self):
        """It ends, says why, and leaves the last state whose records are there: what follows is the same as in one go."""
        self.write("pendulum.json", pendulum(output={"checkpoint_every": 10}))
        self.pintle("run", "pendulum.json", "-o", "r")
        size = os.path.getsize("r.nc") * 6 // 10 + 65536 * 4 // 10
        finished = self.run_to(subprocess.PIPE, "run", "pendulum.json", "-o", "x", preexec_fn=limited(fsize=size))
        self.assertEqual(finished.returncode, 1)
        self.expect(finished.stderr, "x.nc: cannot write results: File too large")
        reached = re.search(r"The state of t = (\S+) s is in x.state. To go on from it: pintle run pendulum.json -o x --resume", finished.stderr)
        self.assertTrue(reached, finished.stderr)
        self.assertTrue(0 < float(reached[1]) < 0.1, reached[1])
        self.pintle("run", "pendulum.json", "-o", "x", "--resume")
        self.assertEqual(values("x.nc", "node.bob.position"), values("r.nc", "node.bob.position"))

    def test_a_run_that_has_no_room_for_its_first_record(self):
        finished = self.run_to(subprocess.PIPE, "run", "pendulum.json", "-o", "x", preexec_fn=limited(fsize=1000))
        self.assertEqual(finished.returncode, 1)
        self.expect(finished.stderr, "x.nc: cannot ")
        self.assertNotIn("x.state", self.files())
        finished = self.run_to(subprocess.PIPE, "equilibrium", "pendulum.json", "-o", "y", preexec_fn=limited(fsize=1000))
        self.assertEqual(finished.returncode, 1)
        self.expect(finished.stderr, "y.nc: cannot ")
        self.assertNotIn("y.state", self.files())


class Ended(FilesTest):
    """From outside: the state is written, a sentence says how to go on, the exit code is 1."""

    def check_goes_on(self):
        time_reached = values("x.nc", "time")[-1]
        self.pintle("run", "pendulum.json", "-o", "x", "--resume", "--end-time", time_reached + 0.1)

    def test_by_the_end_of_the_terminal(self):
        self.write("pendulum.json", pendulum(analysis=LONG))
        process = self.start("run", "pendulum.json", "-o", "x", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
        process.send_signal(signal.SIGHUP)
        code, _, err = self.end(process)
        self.assertEqual(code, 1, err)
        self.expect(err, "Interrupted at t = ", "is in x.state. To go on from it: pintle run pendulum.json -o x --resume")
        self.check_goes_on()

    def test_not_by_the_end_of_the_terminal_under_nohup(self):
        self.write("pendulum.json", pendulum(analysis=LONG))
        process = self.start("run", "pendulum.json", "-o", "x", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(self.end(process)[0], 1)

    def test_by_the_end_of_who_reads_its_output(self):
        """Of an .mbd that prints its iterations."""
        with open(f"{SOURCE}/examples/double_pendulum.mbd", encoding="utf-8") as file:
            model = file.read().replace("max iterations: 20;", "max iterations: 20; output: iterations;").replace("final time: 2.", "final time: 1e5")
        self.write("swing.mbd", model)
        process = subprocess.Popen([PINTLE, "run", "swing.mbd", "-o", "x"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stdout.readline()
        process.stdout.close()
        process.wait(timeout=60)
        with process.stderr as stream:
            err = stream.read()
        self.assertEqual(process.returncode, 1, err)
        self.expect(err, "Interrupted at t = ", "is in x.state. To go on from it: ", "the output could not be written")


class Quiet(FilesTest):
    def test_warnings_are_printed_and_notes_are_not(self):
        self.write("pendulum.json", pendulum(nodes=[{"name": "bob", "position": [1.2, 0, 0]}]))
        for command in ["run", "equilibrium", "linear"]:
            with self.subTest(command):
                outcome = self.pintle(command, "pendulum.json", "-q", "-o", command)
                self.assertEqual(outcome.out, "")
                self.expect(outcome.err, "warning: ")
                self.assertNotIn("note: ", outcome.err)
                self.assertEqual(outcome.err, "".join(line for line in self.pintle(command, "pendulum.json", "-o", command).err.splitlines(True) if "note: " not in line))


class Damaged(FilesTest):
    """A few wrong bytes never crash or hang a command, nor make it ask for more memory than the file warrants."""

    MEMORY = 1 << 30

    def setUp(self):
        super().setUp()
        self.write("pendulum.json", pendulum())
        self.pintle("run", "pendulum.json", "-o", "r", "--end-time", "0.02")

    def survives(self, *words):
        finished = subprocess.run([PINTLE, *words], capture_output=True, text=True, errors="replace", timeout=60, preexec_fn=limited(**{"as": self.MEMORY}))
        said = f"{words}\n{finished.stderr}"
        self.assertIn(finished.returncode, [0, 1, 2], said)
        self.assertNotIn("internal error", finished.stderr, said)
        self.assertNotIn("bad_alloc", finished.stderr, said)
        if finished.returncode:
            self.assertTrue(finished.stderr, said)

    def flipped(self, whole, chance, reach):
        damaged = bytearray(whole)
        for _ in range(chance.choice([1, 1, 3, 8])):
            damaged[chance.randrange(min(reach, len(whole)))] = chance.randrange(256)
        return bytes(damaged)

    def test_results(self):
        whole = read_bytes("r.nc")
        chance = random.Random(16)
        commands = [["info", "x.nc", "--statistics"], ["view", "x.nc", "-o", "x.html", "--force"], ["export", "x.nc", "-o", "x.csv", "--force"],
                    ["export", "x.nc", "-o", "x.glb", "--force"], ["run", "pendulum.json", "-o", "x", "--resume"]]
        for attempt in range(60):
            self.write("x.nc", self.flipped(whole, chance, 4096))
            shutil.copyfile("r.state", "x.state")
            self.survives(*commands[attempt % len(commands)])

    def test_counts_of_the_header(self):
        """Each four bytes in turn as large as can be."""
        whole = read_bytes("r.nc")
        for place in range(4, 1200, 4):
            self.write("x.nc", whole[:place] + b"\x7f\xff\xff\xff" + whole[place + 4 :])
            if place % 40 == 0:
                self.survives("info", "x.nc")

    def test_states(self):
        whole = read_bytes("r.state")
        chance = random.Random(61)
        for _ in range(10):
            self.write("x.state", self.flipped(whole, chance, 4096))
            shutil.copyfile("r.nc", "x.nc")
            self.survives("run", "pendulum.json", "-o", "x", "--resume")

    def test_what_is_no_file(self):
        os.mkfifo("pipe.nc")
        for name, what in [("pipe.nc", "this is a pipe"), ("/dev/zero", "this is a device")]:
            self.expect(self.pintle("info", name, code=2, timeout=20).err, what)


class Named(FilesTest):
    def test_names_that_results_have_no_room_for(self):
        for kind in ["nodes", "bodies", "joints"]:
            model = pendulum()
            model[kind][0]["name"] = "n" * 300
            if kind == "nodes":
                model["bodies"][0]["node"] = model["joints"][0]["b"]["node"] = "n" * 300
            self.write("long.json", model)
            for command in ["check", "run"]:
                with self.subTest(kind=kind, command=command):
                    outcome = self.pintle(command, "long.json", code=2)
                    self.expect(outcome.err, re.compile(r"long\.json:\d+:\d+: error: the name has 300 bytes; results have room for \d+ between"))
                    self.assertEqual(self.files(), ["long.json"])

    def test_the_longest_name_is_one_that_runs(self):
        model = pendulum()
        model["joints"][0]["name"] = "n" * 300
        self.write("long.json", model)
        room = int(re.search(r"room for (\d+) between", self.pintle("check", "long.json", code=2).err)[1])
        model["joints"][0]["name"] = "n" * room
        self.write("long.json", model)
        self.pintle("run", "long.json", "--end-time", "0.01")
        model["joints"][0]["name"] = "n" * (room + 1)
        self.write("long.json", model)
        self.pintle("check", "long.json", code=2)

    def test_names_that_are_the_same_in_results(self):
        model = pendulum()
        model["nodes"] += [{"name": "a/b", "position": [0, 0, 0]}, {"name": "a|b", "position": [0, 0, 0]}]
        model["bodies"] += [{"name": name, "node": name, "mass": 1, "inertia": [1, 1, 1]} for name in ["a/b", "a|b"]]
        self.write("same.json", model)
        self.expect(self.pintle("check", "same.json", code=2).err, "'a|b' and 'a/b' have the same name in results, 'node.a|b'")


if __name__ == "__main__":
    unittest.main()
