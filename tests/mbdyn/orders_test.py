"""Each method shows its order on models whose motion is smooth; orders.py has them all, and why not elsewhere."""
import os
import sys
import tempfile
import unittest

import orders
import results

PINTLE = os.environ.get("PINTLE", "pintle")
STEPS = {1: [1e-3, 5e-4, 2.5e-4], 2: [4e-3, 2e-3, 1e-3]}
MODELS = ["distance", "friction", "loads", "revolute", "rotations", "total"]
WORST = 0.06  # what an observed order may be off, of the expected one: the next power of h is still seen
# Multipliers of Crank-Nicolson are not damped: their errors alternate, and grow when positions are held.
KINDS = {method: orders.MOTIONS if method == "crank nicolson" else results.KINDS for method in orders.METHODS}


class Orders(unittest.TestCase):
    def test_each_method_shows_its_order(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in MODELS:
                for method in orders.METHODS:
                    with self.subTest(model=name, method=method):
                        self.check(results.MODELS / f"{name}.mbd", method, folder)

    def check(self, model, method, folder):
        expected = orders.METHODS[method]
        runs = orders.runs_of(PINTLE, results.with_method(model, method, folder), STEPS[expected], folder)
        seen = {kind: orders.observed(runs, kind) for kind in KINDS[method]}
        found = [number for number in seen.values() if number is not None]
        self.assertTrue(found, "nothing moves")
        self.assertTrue(all(abs(number - expected) <= WORST * expected for number in found), f"{seen}")


if __name__ == "__main__":
    sys.exit(unittest.main())
