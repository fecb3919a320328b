"""Joints in MBDyn's language against ADAMS: the data of Chrono's unit tests, read from shared/validation when it is there.

The free axis is axis 3 of the joint's frame. Force and torque are what the ground gets, about the place of the joint, in
ground components: the reaction of the clamp of the models in adams/. Tolerances: root mean squares over the 501 rows."""
import os
import sys
import tempfile
import unittest
from math import sqrt
from pathlib import Path

import results

PINTLE = os.environ.get("PINTLE", "pintle")
MODELS = Path(__file__).resolve().parent / "adams"
STEP = 1e-3
REVOLUTE = {"Pos": 1e-3, "Vel": 1e-4, "Quat": 1e-3, "Avel": 1e-2, "Rforce": 2e-2, "Rtorque": 1e-2}
SPHERICAL = {"Pos": 2e-3, "Vel": 1e-3, "Quat": 1e-3, "Avel": 2e-2, "Rforce": 2e-2, "Rtorque": 1e-6}
CYLINDRICAL = {"Pos": 1e-2, "Vel": 1e-4, "Quat": 1e-3, "Avel": 2e-2, "Rforce": 2e-2, "Rtorque": 1e-6}
# ADAMS' reactions of case 2 are unsteady by 5e-4 N after 3.7 s; the arm is 61 m.
PRISMATIC = {"Pos": 1e-2, "Vel": 1e-4, "Quat": 1e-3, "Avel": 1e-6, "Rforce": 5e-4, "Rtorque": 5e-2}
ORIGIN, AWAY = (0.0, 0.0, 0.0), (1.0, 2.0, 3.0)
CASES = {  # place, turn about x in degrees, tolerances
    "Revolute_Case01": (ORIGIN, -90.0, REVOLUTE), "Revolute_Case02": (AWAY, -45.0, REVOLUTE),
    "Spherical_Case01": (ORIGIN, 0.0, SPHERICAL), "Spherical_Case02": (AWAY, -45.0, SPHERICAL),
    "Cylindrical_Case01": (ORIGIN, 0.0, CYLINDRICAL), "Cylindrical_Case02": (ORIGIN, -90.0, CYLINDRICAL),
    "Cylindrical_Case03": (AWAY, -45.0, CYLINDRICAL | {"Rtorque": 5e-1}),
    "Prismatic_Case01": (ORIGIN, 0.0, PRISMATIC), "Prismatic_Case02": (AWAY, -45.0, PRISMATIC),
    "Prismatic_Case03": (AWAY, -90.0, PRISMATIC)}


def data_folder():
    """Named by PINTLE_VALIDATION_DATA, or beside the checkout."""
    named = os.environ.get("PINTLE_VALIDATION_DATA")
    places = [Path(named)] if named else [above / "shared" / "validation" for above in Path(__file__).resolve().parents]
    return next((place / "adams_joints" for place in places if (place / "adams_joints").is_dir()), None)


def table_of(file):
    rows = [[float(word) for word in line.split()[1:]] for line in file.read_text().splitlines()[3:]]
    return [row for row in rows if row]


def axes_of(quaternion):
    """Rotation matrix, flat: a quaternion and its opposite are the same."""
    w, x, y, z = quaternion
    return [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
            2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
            2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]


def worst_rms(ours, theirs):
    """The largest column's root mean square."""
    return max(sqrt(sum((a - b) ** 2 for a, b in zip(*columns)) / len(ours))
               for columns in zip(zip(*ours), zip(*theirs)))


@unittest.skipUnless(data_folder(), "no data: set PINTLE_VALIDATION_DATA or run beside shared/validation")
class AgainstAdams(unittest.TestCase):
    def test_motion_and_reactions_agree(self):
        with tempfile.TemporaryDirectory() as folder:
            for case, (place, tilt, tolerances) in CASES.items():
                with self.subTest(case=case):
                    self.compare(case, self.run_case(case, place, tilt, folder), tolerances)

    def run_case(self, case, place, tilt, folder):
        family = case.split("_")[0].lower()
        variables = f"real tilt={tilt!r}; " + "; ".join(f"real p{axis}={x!r}" for axis, x in zip("xyz", place))
        prefix = results.run(PINTLE, MODELS / f"{family}.mbd", STEP, folder, variables)
        every = range(501)
        motion = results.records_of(Path(f"{prefix}.mov"), every)["2"]
        on_ground = results.records_of(Path(f"{prefix}.jnt"), every)["1"]
        return {"Pos": [row[0:3] for row in motion], "Quat": [results.turned(row[3:6]) for row in motion],
                "Vel": [row[6:9] for row in motion], "Avel": [row[9:12] for row in motion],
                "Rforce": [row[6:9] for row in on_ground], "Rtorque": [row[9:12] for row in on_ground]}

    def compare(self, case, ours, tolerances):
        for what, tolerance in tolerances.items():
            theirs = table_of(data_folder() / f"{case.split('_')[0].lower()}_joint" / f"{case}_ADAMS_{what}.txt")
            if what == "Quat":
                theirs = [axes_of(row) for row in theirs]
            self.assertEqual(len(ours[what]), len(theirs))
            self.assertLessEqual(worst_rms(ours[what], theirs), tolerance, what)


if __name__ == "__main__":
    sys.exit(unittest.main())
