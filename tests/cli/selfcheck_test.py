"""pintle selfcheck: a sample of models to which nothing matters, a few drawn by chance, and what the command says."""

import json
import os
import sys
import unittest

sys.dont_write_bytecode = True
from cli_support import SOURCE, CommandTest, pendulum  # noqa: E402

sys.path.insert(0, os.path.join(SOURCE, "tests", "selfcheck"))
from random_mechanisms import mechanism  # noqa: E402

# Model, and the end time that is enough.
SAMPLE = [
    ("examples/slider_crank.json", 0.15),
    ("examples/spinning_body.json", 0.1),
    ("examples/shafts.json", 0.1),
    ("examples/follower_loads.json", 0.1),
    ("examples/double_pendulum.mbd", 0.1),
    ("examples/mbdm/body_on_spring.mbdm", 0.2),
]
MECHANISMS = range(1, 6)


class Sample(CommandTest):
    def test_nothing_matters_to_these(self):
        for model, end in SAMPLE:
            with self.subTest(model):
                outcome = self.pintle("selfcheck", os.path.join(SOURCE, model), "--end-time", end)
                self.assertTrue(outcome.out.endswith("nothing mattered\n"), outcome.out)

    def test_nothing_matters_to_mechanisms_drawn_by_chance(self):
        for seed in MECHANISMS:
            with self.subTest(seed):
                self.write("mechanism.json", mechanism(seed))
                outcome = self.pintle("selfcheck", "mechanism.json", "--end-time", 0.1)
                self.assertTrue(outcome.out.endswith("nothing mattered\n"), outcome.out)


class Command(CommandTest):
    def test_lists_the_changes(self):
        text = self.pintle("selfcheck", "--list").out
        for name in ["turned", "moved", "order", "units", "solver", "step", "resumed", "formulations"]:
            self.assertRegex(text, rf"(?m)^{name} ")

    def test_makes_only_those_that_are_asked_for(self):
        self.write("model.json", pendulum())
        findings = json.loads(self.pintle("selfcheck", "model.json", "--only", "turned,resumed", "--json").out)
        self.assertEqual([finding["change"] for finding in findings], ["turned", "resumed"])
        self.assertEqual({finding["verdict"] for finding in findings}, {"agrees"})
        self.assertEqual(findings[1]["remark"], "bit for bit")

    def test_the_same_seed_gives_the_same_findings(self):
        self.write("model.json", pendulum())
        once, again, other = (self.pintle("selfcheck", "model.json", "--only", "turned", "--seed", seed).out for seed in (1, 1, 2))
        self.assertEqual(once, again)
        self.assertNotEqual(once, other)

    def test_says_which_card_cannot_be_turned(self):
        model = pendulum(loads=[{"type": "force", "at": "bob", "value": ["node.bob.rotation_vector.x", 0, 0]}])
        self.write("model.json", model)
        outcome = self.pintle("selfcheck", "model.json", "--only", "turned")
        self.assertRegex(outcome.out, r"turned +not done +model.json:\d+.*listens to 'node.bob.rotation_vector.x'")

    def test_a_model_that_does_not_come_to_its_end_is_told(self):
        model = pendulum(loads=[{"type": "force", "at": "bob", "value": ["1/(t - 0.05)", 0, 0]}])
        self.write("model.json", model)
        outcome = self.pintle("selfcheck", "model.json", code=1)
        self.assertIn("as it is     MATTERS", outcome.out)

    def test_bad_input(self):
        self.write("model.json", pendulum())
        self.assertIn("did you mean 'turned'", self.pintle("selfcheck", "model.json", "--only", "tuned", code=2).err)
        self.write("bad.json", pendulum(nodes=[]))
        self.assertIn("error", self.pintle("selfcheck", "bad.json", code=2).err)


if __name__ == "__main__":
    unittest.main()
