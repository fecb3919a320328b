"""The check scripts on small trees of their own: they must be able to fail."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import check_keywords  # noqa: E402
import check_layers  # noqa: E402
import check_pages  # noqa: E402
import run_pages  # noqa: E402

TABLE = """| level | folder under src/pintle/ | what lives there |
| --- | --- | --- |
| 0 | base | ids |
| 3 | lang, drives | text; functions |
| 5 | joints | the physics |
| 8 | app | everything |
"""


class Tree(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = Path(scratch.name)

    def write(self, path, text=""):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")


class Layers(Tree):
    def faults(self, path, text):
        self.write("ARCHITECTURE.md", TABLE)
        self.write(path, text)
        return check_layers.check(self.root)

    def test_downward_and_own_includes_pass(self):
        text = '#include <vector>\n#include "pintle/base/ids.h"\n#include "pintle/lang/json/reader.h"\n'
        self.assertEqual(self.faults("src/pintle/lang/json/writer.cpp", text), [])

    def test_upward_include_fails_with_its_place(self):
        faults = self.faults("src/pintle/base/ids.h", '#pragma once\n#include "pintle/joints/clamp.h"\n')
        self.assertEqual(len(faults), 1)
        self.assertTrue(faults[0].startswith("src/pintle/base/ids.h:2:"), faults)
        self.assertIn("upward", faults[0])

    def test_sideways_include_fails_in_both_spellings(self):
        for include in ('"pintle/drives/sine.h"', "<pintle/drives/sine.h>"):
            faults = self.faults("src/pintle/lang/json/reader.cpp", f"#include {include}\n")
            self.assertEqual(len(faults), 1)
            self.assertIn("sideways", faults[0])

    def test_folder_without_level_fails(self):
        self.assertIn("no level", self.faults("src/pintle/magic/wand.cpp", "")[0])

    def test_include_of_folder_without_level_fails(self):
        self.assertIn("no level", self.faults("src/pintle/joints/clamp.cpp", '#include "pintle/magic/wand.h"\n')[0])

    def test_relative_include_fails(self):
        self.assertIn("whole path", self.faults("src/pintle/joints/clamp.cpp", '#include "clamp.h"\n')[0])

    def test_only_tests_include_the_support(self):
        text = '#include "tests/support/battery.h"\n'
        self.assertEqual(self.faults("src/pintle/joints/clamp_test.cpp", text), [])
        self.assertIn("only tests", self.faults("src/pintle/joints/clamp.cpp", text)[0])

    def test_support_stays_below_app(self):
        self.assertEqual(self.faults("tests/support/battery.h", '#include "pintle/joints/clamp.h"\n'), [])
        self.assertEqual(len(self.faults("tests/support/battery.h", '#include "pintle/app/run.h"\n')), 1)

    def test_build_must_agree_with_the_table(self):
        self.write("cmake/PintleFolders.cmake", 'set(PINTLE_LEVELS\n  "base"\n  "drives")\n')
        faults = self.faults("src/pintle/base/ids.h", "")
        self.assertEqual(len(faults), 1)
        self.assertIn("'drives' is level 1 here, 3 in", faults[0])

    def test_missing_table_fails(self):
        self.write("ARCHITECTURE.md", "# nothing\n")
        self.assertEqual(len(check_layers.check(self.root)), 1)


class Keywords(Tree):
    CLAMP = [("joint", "clamp", "joints")]

    def setUp(self):
        super().setUp()
        self.write("src/pintle/joints/clamp.md")
        self.write("src/pintle/joints/clamp_test.cpp")
        self.write("examples/beam.json", '{"joints": [{"name": "a", "type": "clamp"}]}')

    def test_complete_keyword_passes(self):
        self.assertEqual(check_keywords.check(self.root, self.CLAMP), [])

    def test_each_missing_piece_fails(self):
        for path, word in (("src/pintle/joints/clamp.md", "no page"), ("src/pintle/joints/clamp_test.cpp", "no test"),
                           ("examples/beam.json", "no example")):
            with self.subTest(path):
                kept = (self.root / path).read_text()
                (self.root / path).unlink()
                faults = check_keywords.check(self.root, self.CLAMP)
                self.assertEqual(len(faults), 1)
                self.assertIn(word, faults[0])
                self.write(path, kept)

    def test_registered_type_without_page_fails(self):
        self.write("src/pintle/joints/slot.cpp", "namespace pintle {\nvoid register_slot(Registry& registry) {\n}\n}\n")
        self.assertEqual(len(check_keywords.check(self.root, self.CLAMP)), 1)
        self.write("src/pintle/joints/slot.md")
        self.assertEqual(check_keywords.check(self.root, self.CLAMP), [])

    def test_list_lines_are_kind_type_folder(self):
        self.assertEqual(check_keywords.parse_list("joint clamp joints\n\njoint revolute hinge joints\n"),
                         [("joint", "clamp", "joints"), ("joint", "revolute hinge", "joints")])
        with self.assertRaises(ValueError):
            check_keywords.parse_list("joint clamp\n")


class Pages(Tree):
    def test_headings_that_were_formatted_as_code_fail(self):
        self.write("src/pintle/joints/clamp.md", "#Clamp\n\n               ##Fields\n")
        self.assertEqual([fault.split(" ")[0] for fault in check_pages.check(self.root)],
                         ["src/pintle/joints/clamp.md:1:", "src/pintle/joints/clamp.md:3:"])

    def test_whole_headings_and_code_pass(self):
        self.write("docs/notes.md", "# Clamp\n\n## Fields\n\n```text\n#include <vector>\n```\n\n    # a comment\n")
        self.assertEqual(check_pages.check(self.root), [])


class RunPages(unittest.TestCase):
    def test_takes_commands_files_and_what_is_printed(self):
        text = ("```sh\n$ pintle run a.json  # runs\n# only a comment\nmake demo\npintle check b.json  # exits with 2\n```\nprose\n"
                "```json a.json\n{}\n```\n```json\n[]\n```\n```output\nreached t = 1 s\n...\n```\n")
        found = run_pages.blocks(text)
        self.assertEqual([block.kind for block in found], ["sh", "a.json", "output"])
        self.assertEqual(list(run_pages.commands(found[0])), [("pintle run a.json", 0), ("pintle check b.json", 2)])

    def test_pintle_of_the_build_and_python_of_debian_come_first(self):
        found = run_pages.environment(Path("/there"))
        self.assertTrue(found["PATH"].startswith("/there/build/release:/usr/bin:"))
        self.assertEqual(found["PYTHONPATH"], "/there/build/release/python")

    def test_lines_must_be_printed_in_order(self):
        printed = "Pendulum\n  steps   10\n  reached   t = 1 s\n"
        self.assertIsNone(run_pages.first_missing(["Pendulum", "...", "reached t = 1 s"], printed))
        self.assertEqual(run_pages.first_missing(["reached t = 1 s", "steps 10"], printed), "steps 10")


if __name__ == "__main__":
    unittest.main()
