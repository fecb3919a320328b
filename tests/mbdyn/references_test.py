"""The models of this folder against what MBDyn's results tend to (references.py): the difference is that of two
second-order methods, so it falls by four when the step is halved, until it reaches what the references are worth."""
import os
import sys
import tempfile
import unittest

import references
import results

PINTLE = os.environ.get("PINTLE", "pintle")
STEPS = [4e-3, 2e-3]
LEAST_FALL = 3.0  # of 4
# Corners of drives and laws inside a step cost an order there.
ROUGH = {("laws", kind): 1.7 for kind in results.KINDS} | {("drives", kind): 1.8 for kind in results.KINDS}


class AgainstMbdyn(unittest.TestCase):
    def test_differences_fall_with_the_square_of_the_step(self):
        with tempfile.TemporaryDirectory() as folder:
            for model in sorted(results.MODELS.glob("*.mbd")):
                with self.subTest(model=model.stem):
                    self.compare(model, folder)

    def compare(self, model, folder):
        known = references.read(model)
        runs = [results.quantities(results.run(PINTLE, model, step, folder), step, known["times"]) for step in STEPS]
        sizes = {name: len(numbers) for name, numbers in known["quantities"].items()}
        self.assertEqual(sizes, {name: len(runs[0].get(name, [])) for name in sizes})
        for kind in results.KINDS:
            coarse, fine = (results.distance(run, known["quantities"], kind) for run in runs)
            floor = 0.5 * known["worth"][kind] + 1e-8 * results.size(known["quantities"], kind) + 1e-12
            fall = ROUGH.get((model.stem, kind), LEAST_FALL)
            self.assertTrue(fine <= coarse / fall or fine <= floor,
                            f"{kind}: {coarse:.3g} at h = {STEPS[0]:g}, {fine:.3g} at h = {STEPS[1]:g}, floor {floor:.2g}")


if __name__ == "__main__":
    sys.exit(unittest.main())
