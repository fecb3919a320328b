"""The MBDyn examples on the pages are read and assembled: every ```mbdyn block of src/pintle, in a model of its own."""
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from cli_support import PINTLE

SOURCES = Path(os.environ["PINTLE_SOURCE_DIR"]) / "src" / "pintle"
BLOCK = re.compile(r"^```mbdyn\n(.*?)^```", re.MULTILINE | re.DOTALL)

MODEL = """begin: data; problem: initial value; end: data;
begin: initial value; final time: 1.; time step: .1; end: initial value;
begin: control data; end: control data;
scalar function: "f", linear, 0., 0., 1., 2.;
scalar function: "g", const, 3.;
begin: nodes;
structural: 1, dynamic, null, eye, null, null;
structural: 2, dynamic, 1., 0., 0., eye, null, null;
structural: 3, dynamic, 1., 1., 0., eye, null, null;
{nodes}
end: nodes;
begin: drivers;
{drivers}
end: drivers;
begin: elements;
body: 91, 1, 1., null, eye;
body: 92, 2, 1., null, eye;
body: 93, 3, 1., null, eye;
{elements}
end: elements;
"""


SECTION = {"structural": "nodes", "file": "drivers"}  # of a card, by its first word; the others are elements


def model_with(block):
    parts = {"nodes": "", "drivers": "", "elements": ""}
    for card in re.findall(r"[^;]*;", block):
        parts[SECTION.get(card.split(":")[0].strip(), "elements")] += card
    return MODEL.format(**parts)


class MbdynPages(unittest.TestCase):
    def test_every_block_is_read_and_assembled(self):
        pages = [page for page in sorted(SOURCES.rglob("*.md")) if "```mbdyn" in page.read_text(encoding="utf-8")]
        self.assertGreater(len(pages), 80)
        Path("samples.txt").write_text("0. 1.\n.5 2.\n", encoding="utf-8")
        for page in pages:
            text = "\n".join(BLOCK.findall(page.read_text(encoding="utf-8")))
            name = f"{page.parent.name}.{page.stem}.mbd"
            Path(name).write_text(model_with(text), encoding="utf-8")
            with self.subTest(page=str(page.relative_to(SOURCES))):
                run = subprocess.run([PINTLE, "check", name], capture_output=True, text=True)
                self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
                self.assertEqual(self.converted(name, "once.json"), self.converted("once.json", "twice.json"))

    def converted(self, model, file):
        """The model as JSON: what is read from that must be the same again."""
        run = subprocess.run([PINTLE, "convert", model, "-o", file, "--force"], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return Path(file).read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(unittest.main())
