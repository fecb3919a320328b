"""Models in MBDM's files: tables against closed forms, tracers, checkpoints, runs that are killed and taken up again."""

import math
import os
import re
import shutil
import sys
import time
import unittest

sys.dont_write_bytecode = True
from cli_support import CommandTest, kill_while_running, moments, pendulum, read_bytes, results_text  # noqa: E402

MAIN = """Name: {name}
Kinematic (0), Dynamic (1): 1
Number of bodies : {bodies}
Number of joints (including drivers): {joints}
t_start: 0
t_end: {end}
dt: {step}
N-R accuracy: 1e-10
N-R steps: 100
Save output every (n) steps: {output}
Save checkpoint every (n) steps: {checkpoint}
Save tracers every (n) steps: {tracers}
"""

BODY = """
Body {id}
name: {name}
angles (1-2-3 notation): {angles}
r: {r}
v: 0, 0, 0
omega: {omega}
mass: 60
I(1,1-3): 10.0, 0.00, 0.00
I(2,1-3): 0.00, 12.0, 0.00
I(3,1-3): 0.00, 0.00, 15.0
"""

HINGE = """
Joint 1
type: R
bodies: 1, 2
p1: 1, 0, 0
q1: 1, 1, 0
r1: 2, 0, 0
p2: -1, 0, 0
q2: -1, 1, 0
r2: 0, 0, 0
dist: 0
"""

MOORING = """Number of mooring lines: 1

Mooring 1
Fairlead attached to body nr: 1
Anchor location in GCS: 0.0, 0.0, 2.0
Fairlead location in LCS of the body: {fairlead}
Correction for mass centre offset: 0, 0, 0
Not stretched length of the line: 1.5
Stiffness coefficient: 10000.0
Damping coefficient: 0.0
"""

TRACERS = """Number of tracer groups: 2

Tracer group: 1
Body ID: 1
Number of tracers: 8
Tracer(x, y, z in LCS): -1, -1, -1
Tracer(x, y, z in LCS): 1, -1, -1
Tracer(x, y, z in LCS): -1, 1, -1
Tracer(x, y, z in LCS): 1, 1, -1
Tracer(x, y, z in LCS): -1, -1, 1
Tracer(x, y, z in LCS): 1, -1, 1
Tracer(x, y, z in LCS): -1, 1, 1
Tracer(x, y, z in LCS): 1, 1, 1

Tracer group: 2
Body ID: 1
Number of tracers: 3
Tracer(x, y, z in LCS): 0, 0, -1
Tracer(x, y, z in LCS): 0, 0, 0
Tracer(x, y, z in LCS): 0, 0, 1
"""

FLAGS = "Debug : 1\nTimer : 1\nStore A matrix : 1\nAttempt fix : 0\n"

COLUMNS = (
    "t x y z vx vy vz ax ay az Eangx Eangy Eangz LCSomegax LCSomegay LCSomegaz LCSepsx LCSepsy LCSepsz "
    "angx angy angz omegax omegay omegaz epsx epsy epsz"
).split()


def table(path):
    """The rows of a file, each as {column: number}; without names of columns, as lists."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    names = lines[0][1:].split() if lines[0].startswith("#") else None
    rows = [[float(word) for word in line.split()] for line in lines if not line.startswith("#")]
    return [dict(zip(names, row, strict=True)) for row in rows] if names else rows


def zones(path):
    """[(title, settings, rows, connections)] of a Tecplot file."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    assert re.fullmatch(r'TITLE = "[^"]*"', lines[0]), lines[0]
    variables = re.findall(r'"([^"]*)"', lines[1].removeprefix("VARIABLES = "))
    found = []
    at = 2
    while at < len(lines):
        title = re.match(r'ZONE T="([^"]*)", ', lines[at])
        assert title, lines[at]
        settings = dict(part.split("=") for part in lines[at][title.end() :].split(", "))
        points, elements = int(settings.get("I") or settings["N"]), int(settings.get("E", 0))
        rows = [dict(zip(variables, map(float, line.split()), strict=True)) for line in lines[at + 1 : at + 1 + points]]
        cells = [[int(word) for word in line.split()] for line in lines[at + 1 + points : at + 1 + points + elements]]
        found.append((title[1], settings, rows, cells))
        at += 1 + points + elements
    return found


class MbdmTest(CommandTest):
    def write_spring(self, end=1, step="1e-3", output=10, checkpoint=100, tracers=100, flags=""):
        settings = {"end": end, "step": step, "output": output, "checkpoint": checkpoint, "tracers": tracers}
        main = MAIN.format(name="TestCase_1", bodies=1, joints=0, **settings)
        self.write("spring", main + BODY.format(id=1, name="body", angles="0, 0, 0", r="0, 0, 0", omega="0, 0, 0"))
        self.write("spring.expert.mooring", MOORING.format(fairlead="0.0, 0.0, 0.5"))
        self.write("spring.expert.tracers", TRACERS)
        self.write("spring.expert.parameters", flags)

    def write_tumbling(self, end=0.4, step="1e-3", output=7, checkpoint=40, tracers=50, flags=FLAGS):
        """Two hinged bodies on an eccentric line, turning: nothing about them is simple."""
        settings = {"end": end, "step": step, "output": output, "checkpoint": checkpoint, "tracers": tracers}
        bodies = BODY.format(id=1, name="one", angles="0, 0, 0", r="0, 0, 0", omega="0, 3, 0")
        bodies += BODY.format(id=2, name="two", angles="0, 0, 0", r="2, 0, 0", omega="0, -5, 0")
        self.write("tumbling", MAIN.format(name="tumbling", bodies=2, joints=1, **settings) + bodies + HINGE)
        self.write("tumbling.expert.mooring", MOORING.format(fairlead="0.3, 0.2, 0.5"))
        self.write("tumbling.expert.tracers", TRACERS)
        self.write("tumbling.expert.parameters", flags)

    def snapshot(self):
        """All files below the folder, but the program's own ones."""
        found = {}
        for folder, _, names in os.walk("."):
            for name in names:
                if not name.endswith((".nc", ".state")):
                    found[os.path.join(folder, name)] = read_bytes(os.path.join(folder, name))
        return found

    def assert_same_numbers(self, one, other, tolerance):
        for path, text in other.items():
            a, b = one[path].decode().split(), text.decode().split()
            self.assertEqual(len(a), len(b), path)
            for x, y in zip(a, b, strict=True):
                try:
                    self.assertLessEqual(abs(float(x) - float(y)), tolerance * max(1.0, abs(float(y))), path)
                except ValueError:
                    self.assertEqual(x, y, path)


class Tables(MbdmTest):
    def test_body_on_a_spring(self):
        """Equation (93); z in m: RK4 with w h = 0.0129 over 1 s errs by (w h)^4 / 120 * w * amplitude, about 2e-10 m."""
        self.write_spring()
        outcome = self.pintle("mbdm", "spring", "none")
        rows = table("TestCase_1_body_1.dat")
        self.assertEqual(list(rows[0]), COLUMNS)
        self.assertEqual(len(rows), 101)
        m, k, g = 60, 1e4, 9.81
        w = math.sqrt(k / m)
        for n, row in enumerate(rows):
            t = 0.01 * n
            self.assertAlmostEqual(row["t"], t, delta=1e-12)
            self.assertAlmostEqual(row["z"], -m * g / k * (1 - math.cos(w * t)), delta=2e-9)
            self.assertAlmostEqual(row["vz"], -m * g / k * w * math.sin(w * t), delta=3e-8)
            self.assertAlmostEqual(row["az"], -g * math.cos(w * t), delta=4e-7)
            for column in set(COLUMNS) - {"t", "z", "vz", "az"}:
                self.assertAlmostEqual(row[column], 0, delta=1e-12)
        for row, line in zip(rows, table("TestCase_1_mooring_1.dat"), strict=True):
            self.assertEqual(list(line), "t Fx Fy Fz LCSMx LCSMy LCSMz tension elongation rate energy".split())
            self.assertAlmostEqual(line["elongation"], -row["z"], delta=1e-12)
            self.assertAlmostEqual(line["tension"], -k * row["z"], delta=1e-8)
            self.assertAlmostEqual(line["Fz"], -k * row["z"], delta=1e-8)
            self.assertAlmostEqual(line["rate"], -row["vz"], delta=1e-12)
            self.assertAlmostEqual(line["energy"], k / 2 * row["z"] ** 2, delta=1e-8)
            for column in ("Fx", "Fy", "LCSMx", "LCSMy", "LCSMz"):
                self.assertAlmostEqual(line[column], 0, delta=1e-12)
        self.expect(outcome.out, "bodies\n    1: body\n", "mooring 1: spring damper, a force", "6 degrees of freedom",
                    "dynamic analysis from t = 0 to 1 s in steps of 0.001 s: partitioned (rk4), system matrix angular_velocity",
                    "accuracy 1e-10 within 100 iterations", "tracers/, MBDM_checkpoint/")
        self.assertNotIn("DEBUG_state.dat", self.files())
        self.assertNotIn("timer", outcome.out)

    def test_turning_bodies(self):
        self.write_tumbling()
        outcome = self.pintle("mbdm", "tumbling", "none")
        self.expect(outcome.out, "joint 1: revolute hinge, 5 equations", "7 degrees of freedom", "us per step", "steps per second")
        for body in (1, 2):
            rows = table(f"tumbling_body_{body}.dat")
            for row, matrix in zip(rows, table(f"tumbling_body_{body}_Amat.dat"), strict=True):
                a = [[matrix[f"a{i}{j}"] for j in (1, 2, 3)] for i in (1, 2, 3)]
                (cx, sx), (cy, sy), (cz, sz) = [(math.cos(row[f"Eang{x}"]), math.sin(row[f"Eang{x}"])) for x in "xyz"]
                again = [  # Rz Ry Rx
                    [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx],
                    [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx],
                    [-sy, cy * sx, cy * cx],
                ]
                for name in ("omega", "eps"):
                    ground, local = [row[name + x] for x in "xyz"], [row["LCS" + name + x] for x in "xyz"]
                    for i in range(3):
                        self.assertAlmostEqual(sum(a[j][i] * ground[j] for j in range(3)), local[i], delta=1e-11)
                for i in range(3):
                    for j in range(3):
                        self.assertAlmostEqual(a[i][j], again[i][j], delta=1e-12)
            # Angles are integrals of omega: with the trapezoidal rule over records seven times as coarse as the steps.
            for x in "xyz":
                integral = sum((b["t"] - a["t"]) * (a["omega" + x] + b["omega" + x]) / 2 for a, b in zip(rows, rows[1:]))
                self.assertAlmostEqual(rows[-1]["ang" + x], integral, delta=3e-3)

    def test_debug_files(self):
        self.write_tumbling()
        self.pintle("mbdm", "tumbling", "none")
        state = table("DEBUG_state.dat")
        records = [state[i : i + 4] for i in range(0, len(state), 4)]
        self.assertEqual([r[0][0] for r in records], [row["t"] for row in table("tumbling_body_1.dat")])
        for (t, q, rates, second), row in zip(records, table("tumbling_body_2.dat"), strict=True):
            self.assertEqual((len(t), len(q), len(rates), len(second)), (1, 14, 14, 14))
            self.assertEqual((q[7:10], rates[7:10]), ([row["x"], row["y"], row["z"]], [row["vx"], row["vy"], row["vz"]]))
            self.assertAlmostEqual(sum(e * e for e in q[10:14]), 1, delta=1e-12)
            self.assertAlmostEqual(sum(e * f for e, f in zip(q[10:14], rates[10:14])), 0, delta=1e-12)
        lines = table("DEBUG_independet.dat")
        self.assertEqual(len(lines), 4 * 400)
        by_time = {record[0][0]: record for record in records}
        compared = 0
        for i in range(0, len(lines), 4):
            (t, h), places, velocities, accelerations = lines[i : i + 4]
            self.assertAlmostEqual(h, 1e-3, delta=1e-9)
            self.assertEqual((len(set(places)), len(velocities), len(accelerations)), (7, 7, 7))
            if t in by_time:
                _, _, rates, second = by_time[t]
                self.assertEqual(velocities, [rates[int(p)] for p in places])
                self.assertEqual(accelerations, [second[int(p)] for p in places])
                compared += 1
        self.assertEqual(compared, len(records) - 1)

    def test_beside_the_prefix(self):
        self.write_spring(end=0.1)
        os.mkdir("out")
        self.pintle("run", "spring", "-o", "out/x")
        self.assertEqual(
            sorted(os.listdir("out")),
            ["MBDM_checkpoint", "TestCase_1_body_1.dat", "TestCase_1_mooring_1.dat", "tracers", "x.nc", "x.state"],
        )

    def test_nothing_that_is_not_asked_for(self):
        self.write_spring(end=0.1, output=0, checkpoint=0, tracers=0)
        before = self.files()
        self.pintle("mbdm", "spring", "none")
        self.assertEqual(self.files(), sorted([*before, "spring.nc", "spring.state"]))

    def test_as_json(self):
        """The card says all that the files need."""
        self.write_tumbling(end=0.1)
        self.pintle("mbdm", "tumbling", "none")
        whole = self.snapshot()
        os.mkdir("again")
        self.pintle("convert", "tumbling", "-o", "again/model.json")
        os.chdir("again")
        self.pintle("run", "model.json")
        again = self.snapshot()
        self.assertEqual({path: again[path] for path in again if path != "./model.json"}, {path: whole[path] for path in whole if "/tumbling_" in path or "DEBUG" in path})

    def test_only_models_of_mbdm(self):
        self.write("pendulum.json", pendulum())
        self.expect(self.pintle("mbdm", "pendulum.json", "none", code=2).err, "not a model of MBDM", "pintle run")


class Tracers(MbdmTest):
    def test_zones(self):
        self.write_spring()
        self.pintle("mbdm", "spring", "none")
        files = sorted(os.listdir("tracers"))
        self.assertEqual(files, [f"TestCase_1_tracers_{n:08}.dat" for n in range(0, 1001, 100)])
        rows = table("TestCase_1_body_1.dat")
        for n, name in enumerate(files):
            z = rows[10 * n]["z"]
            found = zones(f"tracers/{name}")
            titles = ["tracers 1 (body)", "tracers 2 (body)", "CoG 1 (body)", "mooring 1 (mooring 1)"]
            self.assertEqual([title for title, _, _, _ in found], titles)
            self.assertEqual([s["STRANDID"] for _, s, _, _ in found], ["1", "2", "3", "4"])
            self.assertTrue(all(abs(float(s["SOLUTIONTIME"]) - 0.1 * n) < 1e-12 for _, s, _, _ in found))
            (_, shape, corners, cells), (_, _, line, _), (_, _, centre, _), (_, _, mooring, _) = found
            self.assertEqual(shape["ZONETYPE"], "FEBRICK")
            # A brick of volume 8 whose first four corners go round.
            self.assertEqual(cells, [[1, 2, 4, 3, 5, 6, 8, 7]])
            ring = [corners[i - 1] for i in cells[0]]
            self.assertEqual([(c["X"], c["Y"]) for c in ring], 2 * [(-1, -1), (1, -1), (1, 1), (-1, 1)])
            self.assertTrue(all(abs(c["Z"] - z - dz) < 1e-12 for c, dz in zip(ring, 4 * [-1] + 4 * [1])))
            self.assertTrue(all(abs(p["Z"] - z - dz) < 1e-12 for p, dz in zip(line, (-1, 0, 1), strict=True)))
            self.assertAlmostEqual(centre[0]["Fz"], -60 * 9.81 - 1e4 * z, delta=1e-6)
            self.assertAlmostEqual(mooring[0]["Z"], 2, delta=1e-12)
            self.assertAlmostEqual(mooring[1]["Z"], z + 0.5, delta=1e-12)

    def test_forces_are_those_without_reactions(self):
        """Of the second body, which only the hinge and its weight hold."""
        self.write_tumbling()
        self.pintle("mbdm", "tumbling", "none")
        for name in os.listdir("tracers"):
            (centre,) = [rows[0] for title, _, rows, _ in zones(f"tracers/{name}") if title == "CoG 2 (two)"]
            for column, value in {"Fx": 0, "Fy": 0, "Fz": -60 * 9.81, "Mx": 0, "My": 0, "Mz": 0}.items():
                self.assertAlmostEqual(centre[column], value, delta=1e-6, msg=f"{name} {column}")


class Checkpoints(MbdmTest):
    def test_layout(self):
        self.write_tumbling()
        self.pintle("mbdm", "tumbling", "none")
        self.assertEqual(sorted(os.listdir("MBDM_checkpoint")), ["tumbling_checkpoint", "tumbling_checkpoint_old"])
        last = table("DEBUG_state.dat")[-4:]
        checkpoint = table("MBDM_checkpoint/tumbling_checkpoint")
        self.assertEqual(checkpoint[:4], last)
        for body in (1, 2):
            row = table(f"tumbling_body_{body}.dat")[-1]
            self.assertEqual(checkpoint[3 + body], [row["angx"], row["angy"], row["angz"]])
        self.assertAlmostEqual(table("MBDM_checkpoint/tumbling_checkpoint_old")[0][0], 0.36, delta=1e-12)

    def test_goes_on_from_a_checkpoint(self):
        """As the run in one go, to the accuracy of its Newton iteration; files keep what is before."""
        self.write_tumbling()
        self.pintle("mbdm", "tumbling", "none")
        whole = self.snapshot()
        shutil.copy("MBDM_checkpoint/tumbling_checkpoint_old", "start")
        outcome = self.pintle("mbdm", "tumbling", "start")
        os.remove("start")
        self.expect(outcome.out, "resumed at t = 0.36 s, step 360")
        again = self.snapshot()
        self.assertEqual(set(again), set(whole))
        # Which coordinates are independent is chosen anew; the old checkpoint is the last one of the first run.
        for files in (whole, again):
            del files["./DEBUG_independet.dat"], files["./MBDM_checkpoint/tumbling_checkpoint_old"]
        self.assert_same_numbers(again, whole, 1e-8)
        before = [line for line in whole["./tumbling_body_1.dat"].splitlines()[1:] if float(line.split()[0]) <= 0.36]
        self.assertEqual(again["./tumbling_body_1.dat"].splitlines()[1 : 1 + len(before)], before)

    def test_angles_go_on_without_checkpoints(self):
        self.write_tumbling(end=0.2, checkpoint=0, flags="")
        self.pintle("mbdm", "tumbling", "none")
        whole = table("tumbling_body_2.dat")[-1]
        self.pintle("mbdm", "tumbling", "none", "--end-time", "0.1")
        outcome = self.pintle("run", "tumbling", "--resume", "--end-time", "0.2")
        self.expect(outcome.out, "(31 records)")  # 0, 0.007, ... 0.196, and both ends
        for column in ("angx", "angy", "angz"):
            self.assertAlmostEqual(table("tumbling_body_2.dat")[-1][column], whole[column], delta=1e-9)
        self.assertNotIn("MBDM_checkpoint", self.files())
        # Without the rows before the state's time, the user is told.
        self.pintle("mbdm", "tumbling", "none", "--end-time", "0.1")
        for name in self.files():
            if name.endswith(".dat"):
                os.remove(name)
        outcome = self.pintle("run", "tumbling", "--resume", "--end-time", "0.2")
        self.expect(outcome.out, "angx, angy and angz go on from t = 0.1 s")
        self.expect(outcome.err, "tumbling_body_1.dat: warning: is not there any more: what was written up to t = 0.1 s is lost")

    def test_tables_that_were_cut_are_not_gone_on_with(self):
        self.write_tumbling(end=0.2)
        self.pintle("mbdm", "tumbling", "none", "--end-time", "0.1")
        whole = self.snapshot()
        for name in [name for name in self.files() if name.endswith(".dat")]:
            for size in [0, len(whole[f"./{name}"]) // 3, len(whole[f"./{name}"]) - 1]:
                with self.subTest(name=name, size=size):
                    os.truncate(name, size)
                    before = self.snapshot()
                    outcome = self.pintle("run", "tumbling", "--resume", "--end-time", "0.2", code=2)
                    self.expect(outcome.err, f"{name}: is cut short: {size} of the")
                    outcome = self.pintle("mbdm", "tumbling", "MBDM_checkpoint/tumbling_checkpoint", "--end-time", "0.2", code=1)
                    self.expect(outcome.err, f"{name}: is cut short: rows before t = 0.1 s")
                    self.assertEqual(self.snapshot(), before)
            self.write(name, whole[f"./{name}"])

    def test_beyond_the_first_end(self):
        self.write_spring(end=0.1)
        self.pintle("mbdm", "spring", "none")
        self.pintle("mbdm", "spring", "MBDM_checkpoint/TestCase_1_checkpoint", "--end-time", "0.2")
        times = [row["t"] for row in table("TestCase_1_body_1.dat")]
        self.assertEqual([round(t, 9) for t in times], [round(0.01 * n, 9) for n in range(21)])
        self.assertEqual(len(os.listdir("tracers")), 3)

    def test_wrong_ones_are_refused(self):
        self.write_tumbling()
        self.pintle("mbdm", "tumbling", "none")
        good = read_bytes("MBDM_checkpoint/tumbling_checkpoint").decode()
        self.write_spring(end=0.1)
        self.pintle("mbdm", "spring", "none")
        lines = good.splitlines(keepends=True)
        moved = lines[1].split()
        moved[7] = "2.5"
        longer = lines[1].split()
        longer[3] = "2"
        cases = {
            "body": (read_bytes("MBDM_checkpoint/TestCase_1_checkpoint").decode(), "body:2: error: q: 7 numbers, expected 14"),
            "short": ("".join(lines[:3]), "short:4: error: the checkpoint ends before q''"),
            "angles": ("".join(lines[:5]), "angles:6: error: the checkpoint ends before angles"),
            "words": ("not a checkpoint\n", "words:1: error: the time: 'not' is not a number"),
            "moved": ("".join([lines[0], " ".join(moved) + "\n", *lines[2:]]), "moved:2: error: the positions of the checkpoint do not meet"),
            "norm": ("".join([lines[0], " ".join(longer) + "\n", *lines[2:]]), "norm:2: error: q: the Euler parameters of body 1"),
            "early": ("".join(["-1\n", *lines[1:]]), "early:1: error: the time of the checkpoint, -1 s, is before"),
        }
        before = self.snapshot()
        for name, (text, message) in cases.items():
            with self.subTest(name):
                self.write(name, text)
                outcome = self.pintle("mbdm", "tumbling", name, code=2)
                self.expect(outcome.err, message, "1 error; nothing was run or written")
                os.remove(name)
                self.assertEqual(self.snapshot(), before)
        self.expect(self.pintle("mbdm", "tumbling", "nowhere", code=2).err, "nowhere: error: cannot open the checkpoint")


class Refused(MbdmTest):
    def test_files_that_cannot_be_written(self):
        """Nothing is run, and nothing of it is left behind."""
        for name in ("TestCase_1_body_1.dat", "TestCase_1_mooring_1.dat", "DEBUG_state.dat", "spring.nc"):
            with self.subTest(name):
                self.write_spring(end=0.1, flags=FLAGS)
                os.mkdir(name)
                before = self.files()
                self.expect(self.pintle("mbdm", "spring", "none", code=1).err, f"nothing was run: '{name}' is a folder")
                self.assertEqual(self.files(), before)
                os.rmdir(name)
        for name in ("tracers", "MBDM_checkpoint"):
            with self.subTest(name):
                self.write(name, "in the way")
                before = self.files()
                self.expect(self.pintle("mbdm", "spring", "none", code=1).err, f"nothing was run: '{name}' is not a folder")
                self.assertEqual(self.files(), before)
                os.remove(name)

    def test_files_beside_that_are_not_read(self):
        self.write_spring(end=0.1)
        self.write("spring.expert.load", "Number of loads: 0\n")
        self.write("spring.expert.notes", "of mine\n")
        self.write("spring.expert.mooring~", "an editor's copy")
        outcome = self.pintle("check", "spring")
        self.expect(
            outcome.err,
            "spring.expert.load: warning: nothing reads this file; did you mean 'loads'?",
            "spring.expert.notes: warning: nothing reads this file; names end in 'loads', 'mooring', 'parameters', 'solvers' or 'tracers'",
        )
        self.assertNotIn("mooring~", outcome.err)
        os.mkdir("spring.expert.loads")
        outcome = self.pintle("mbdm", "spring", "none", code=2)
        self.expect(outcome.err, "spring.expert.loads: error: this is a directory, not a file")

    def test_what_is_no_model(self):
        """MBDM's files have any name: what is given is read as one."""
        for name, text, message in (
            ("empty", "", "empty:1:1: error: the file is empty; a model begins with 'Name: <case>'"),
            ("zeros", b"\0" * 100, "zeros:1:1: error: there is a zero byte: this is no text"),
            ("prose", "Dear all,\nhere is the model.\n", "prose:2:1: error: 'here is the model.' stands here without a label"),
        ):
            with self.subTest(name):
                self.write(name, text)
                self.expect(self.pintle("mbdm", name, "none", code=2).err, message)
                self.assertEqual(self.files(), [name])
                os.remove(name)
        self.write("empty", "")
        self.expect(self.pintle("run", "empty", code=2).err, "empty:1:1: error: the file is empty; models end in .json")

    def test_a_body_too_far_away(self):
        """No square of its distance is finite: its joint is said to be open, not closed."""
        self.write_tumbling()
        self.write("tumbling", read_bytes("tumbling").decode().replace("r: 2, 0, 0\nv", "r: 1e200, 0, 0\nv"))
        before = self.files()
        self.expect(self.pintle("mbdm", "tumbling", "none", code=2).err, "joint 'joint 1' (revolute hinge) cannot be met")
        self.assertEqual(self.files(), before)

    def test_a_load_without_a_value_on_the_way(self):
        """Told in our words, whichever integrator meets it; what was reached is kept."""
        for integrator in ("rk4", "rk45", "symplectic_euler"):
            with self.subTest(integrator):
                self.write_spring(end=0.1, flags=f"Integrator : {integrator}\n")
                self.write("spring.expert.loads", "Number of loads: 1\nLoad 1\nBody ID: 1\nType: force\nValue: sqrt(0.0505 - t), 0, 0\n")
                outcome = self.pintle("mbdm", "spring", "none", code=1)
                self.expect(outcome.err, "spring.expert.loads:2:1: load 'load 1' (force): its force is not finite", "Last good state written to spring.state (t = 0.05 s)")
                self.assertNotIn("ARKODE", outcome.err)
                self.assertAlmostEqual(table("TestCase_1_body_1.dat")[-1]["t"], 0.05, delta=1e-12)

    def test_motion_that_nothing_drives(self):
        settings = {"end": 0.1, "step": "1e-3", "output": 1, "checkpoint": 0, "tracers": 0}
        main = MAIN.format(name="hinge", bodies=2, joints=1, **settings).replace("(1): 1", "(1): 0")
        bodies = BODY.format(id=1, name="one", angles="0, 0, 0", r="0, 0, 0", omega="0, 0, 0")
        bodies += BODY.format(id=2, name="two", angles="0, 0, 0", r="2, 0, 0", omega="0, 0, 0")
        self.write("hinge", main + bodies + HINGE)
        for words in (("check", "hinge"), ("mbdm", "hinge", "none")):
            outcome = self.pintle(*words, code=2)
            self.expect(outcome.err, "move 'one', 'two'; no joint holds them", "joint 'joint 1' (line 36) allows it", "7 of 12 motions are left open")
            self.assertEqual(self.files(), ["hinge"])


class Killed(MbdmTest):
    def clean(self):
        for name in self.files():
            if name.endswith((".dat", ".nc", ".state")):
                os.remove(name)
        for name in ("tracers", "MBDM_checkpoint"):
            shutil.rmtree(name, ignore_errors=True)

    def test_resumed_from_the_state_bit_for_bit(self):
        self.write_tumbling(end=4, checkpoint=60)
        begin = time.monotonic()
        self.pintle("mbdm", "tumbling", "none")
        duration = time.monotonic() - begin
        whole, results = self.snapshot(), results_text("tumbling.nc")
        state = read_bytes("tumbling.state")
        for _, part, was_killed in moments([0.0, 0.2, 0.4, 0.6]):
            self.clean()
            was_killed.append(kill_while_running(["run", "tumbling"], "tumbling.state", part * duration))
            was_killed.append(kill_while_running(["run", "tumbling", "--resume"], "tumbling.state", 0.2 * duration))
            self.pintle("run", "tumbling", "--resume")
            again = self.snapshot()
            self.assertEqual(set(again), set(whole))
            for path, text in whole.items():
                self.assertTrue(again[path] == text, f"{path} differs, killed after {part} of the run")
            self.assertEqual(read_bytes("tumbling.state"), state)
            self.assertEqual(results_text("tumbling.nc"), results)

    def test_taken_up_from_the_checkpoint(self):
        self.write_tumbling(end=4, checkpoint=60, flags="")
        begin = time.monotonic()
        self.pintle("mbdm", "tumbling", "none")
        duration = time.monotonic() - begin
        whole = self.snapshot()
        checkpoint = "MBDM_checkpoint/tumbling_checkpoint"
        for _, part, was_killed in moments([0.0, 0.3, 0.6]):
            self.clean()
            was_killed.append(kill_while_running(["mbdm", "tumbling", "none"], checkpoint, part * duration))
            self.assertEqual(len(table(checkpoint)), 6)
            self.pintle("mbdm", "tumbling", checkpoint)
            again = self.snapshot()
            self.assertEqual(set(again), set(whole))
            # Coordinates are chosen anew at a checkpoint, so both runs have errors of their own; that of the whole
            # one is 8.4e-6 against a tenth of its step.
            self.assert_same_numbers(again, whole, 2e-5)


if __name__ == "__main__":
    unittest.main()
