"""Wrong input: exit code 2, a message with place and advice, everything in one pass, and no file written."""

import os
import sys
import unittest

sys.dont_write_bytecode = True
from cli_support import CommandTest, pendulum, text_of  # noqa: E402


def at(mark):
    """The place is where the mark begins."""
    return lambda text: text.index(mark)


def after(mark):
    """The place is just behind the mark: the value of a key."""
    return lambda text: text.index(mark) + len(mark)


def card(mark):
    """The place is the brace that opens the card with the mark."""
    return lambda text: text.rindex("{", 0, text.index(mark))


def nowhere(_):
    """The message names the file alone."""
    return None


def place_of(name, text, offset):
    if offset is None:
        return f"{name}: "
    lines = text[:offset].split("\n")
    return f"{name}:{len(lines)}:{len(lines[-1]) + 1}: "


def changed(path, value):
    """The pendulum with one value changed; a path such as "bodies.0.mass"."""
    model = pendulum()
    *parents, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    part = model
    for key in parents:
        part = part[key]
    part[last] = value
    return model


def without(path):
    model = changed(path, None)
    *parents, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    part = model
    for key in parents:
        part = part[key]
    del part[last]
    return model


def with_more(key, *cards):
    model = pendulum()
    model[key] = model.get(key, []) + list(cards)
    return model


def replaced(old, new):
    text = text_of(pendulum())
    assert old in text, old
    return text.replace(old, new, 1)


def distance(name, length=None, offset=(3, 0, 0), to="bob"):
    joint = {"type": "distance", "name": name, "a": {"node": "ground", "offset": list(offset)}, "b": to}
    return joint if length is None else {**joint, "length": length}


def force(*value):
    return {"type": "force", "name": "push", "at": "bob", "value": list(value)}


def with_mode(*bodies):
    """A scalar node 'mode' and what is to sit on it."""
    return {**with_more("nodes", {"type": "scalar", "name": "mode"}), "bodies": pendulum()["bodies"] + list(bodies)}


def oscillator(name, node="mode"):
    return {"type": "scalar_oscillator", "name": name, "node": node, "stiffness": 4}


def with_drive(drive, *value):
    model = with_more("drives", drive)
    return {**model, "loads": [force(*value)]} if value else model


# name: (model, place, words of the message)
CASES = {
    # Text that is not a model.
    "empty file": ("", lambda _: 0, ["the file is empty"]),
    "blank file": ("\n \n", lambda _: 0, ["the file is empty"]),
    "unclosed brace": (text_of(pendulum())[:-1].rstrip(), lambda t: len(t), ["expected ',' or '}'", "the end of the file"]),
    "missing comma": (replaced('"Pendulum",', '"Pendulum"'), at('"gravity"'), ["expected ',' or '}'", "after the value of 'title'"]),
    "trailing comma": (replaced("0.001", "0.001,"), lambda t: t.index("}", t.index("0.001")), ["remove the comma before it"]),
    "single quotes": (replaced('"Pendulum"', "'Pendulum'"), after('"title": '), ["use double quotes"]),
    "unquoted unit": (replaced('"2 kg"', "2kg"), after('"mass": '), ["'2kg' is not a number", "needs quotes"]),
    "unclosed text": (replaced('"Pendulum",', '"Pendulum,'), after('"title": '), ["no closing quote"]),
    "a list": ("[1, 2]", lambda _: 0, ['expected a model {"pintle": 1, ...}', "a list of 2"]),
    "binary": ("\x00\x01", lambda _: 0, ["expected a value", "the byte 0"]),
    "a row of drives": ({**with_more("drives", {"type": "time", "name": "d0"}, *[{"type": "sum", "name": f"d{i}", "drives": [f"d{i - 1}"]} for i in range(1, 5001)]), "loads": [force("d5000", 0, 0)]},
                        card('"d5000",'), ["drive 'd5000' (sum): parts are nested more than 100 deep, down to drive 'd4900' (sum)"]),
    "a row of formulas": ({**with_more("drives", {"type": "time", "name": "d0"}, *[{"type": "expression", "name": f"d{i}", "expression": f"d{i - 1} + 1"} for i in range(1, 5001)]), "loads": [force("d5000", 0, 0)]},
                          card('"d5000",'), ["drive 'd5000' (expression): parts are nested more than 100 deep"]),
    "drives that double": ({**with_more("drives", {"type": "time", "name": "d0"}, *[{"type": "sum", "name": f"d{i}", "drives": 2 * [f"d{i - 1}"]} for i in range(1, 61)]), "loads": [force("d60", 0, 0)]},
                           card('"d60",'), ["drive 'd60' (sum): it has more than 100000 parts", "what is named twice counts twice"]),
    "nested without end": ("[" * 5000, lambda _: 200, ["nested deeper than 200 levels"]),
    "twice the same key": (replaced('"title": "Pendulum",', '"title": "a",\n "title": "b",'), at('"title": "b"'), ["'title' is given twice"]),
    # Numbers.
    "NaN": (replaced('"2 kg"', "NaN"), after('"mass": '), ["'NaN' is not a value", "finite"]),
    "Infinity": (replaced('"2 kg"', "Infinity"), after('"mass": '), ["'Infinity' is not a value", "finite"]),
    "a number out of range": (replaced('"2 kg"', "1e999"), after('"mass": '), ["'1e999' is out of range"]),
    "a text out of range": (changed("bodies.0.mass", "1e308 t"), after('"mass": '), ["bob", "mass"]),
    "nan as text": (changed("bodies.0.mass", "nan kg"), after('"mass": '), ["mass: expected a number in kg"]),
    "null": (changed("bodies.0.mass", None), after('"mass": '), ["mass: expected a number in kg, got null"]),
    # Keys, types, names.
    "no version": (without("pintle"), lambda _: 0, ['missing "pintle": 1']),
    "another version": (changed("pintle", 2), after('"pintle": '), ["expected the version 1", "2"]),
    "unknown key": (changed("bodys", []), at('"bodys"'), ["unknown key 'bodys'", "did you mean 'bodies'?"]),
    "unknown field": (changed("bodies.0.mas", 1), at('"mas"'), ["body 'bob' (rigid body)", "unknown field 'mas'", "did you mean 'mass'?"]),
    "missing field": (without("bodies.0.mass"), card('"node": "bob"'), ["body 'bob'", "missing 'mass'", "for example"]),
    "unknown joint type": (changed("joints.0.type", "sperical_hinge"), at('"sperical_hinge"'), ["unknown joint type 'sperical_hinge'", "did you mean 'spherical_hinge'?"]),
    "beginning of a joint type": (changed("joints.0.type", "spherical"), at('"spherical"'), ["did you mean 'spherical_hinge'?"]),
    "no such joint type at all": (changed("joints.0.type", "gizmo"), at('"gizmo"'), ["unknown joint type 'gizmo'", "'clamp'", "'revolute_hinge'"]),
    "a load among the joints": (changed("joints.0.type", "force"), at('"force"'), ["a 'force' is a load, not a joint", 'move it to "loads"']),
    "unknown node in a joint": (changed("joints.0.b.node", "bbo"), card('"bbo"'), ["there is no node 'bbo'", "did you mean 'bob'?"]),
    "unknown node in a body": (changed("bodies.0.node", "Bob"), at('"Bob"'), ["there is no node 'Bob'", "did you mean 'bob'?"]),
    "ground as the node of a body": (changed("bodies.0.node", "ground"), at('"ground"'), ["the ground is not a node"]),
    "name taken": (with_more("joints", distance("pivot")), card('"distance"'), ["joint 'pivot'", "the name is taken", "see"]),
    "node name taken": (with_more("nodes", {"name": "bob", "position": [7, 0, 0]}), lambda t: t.rindex("{", 0, t.index("   7")), ["node 'bob'", "the name is taken"]),
    "node without a name": (with_more("nodes", {"position": [7, 0, 0]}), lambda t: t.rindex("{", 0, t.index("   7")), ['missing "name"']),
    "node named ground": (with_more("nodes", {"name": "ground"}), card('"name": "ground"'), ["'ground' is the name of what does not move"]),
    "nodes in a wrong shape": (changed("nodes", {"name": "bob"}), after('"nodes": '), ["nodes: expected a list of objects, got an object"]),
    # Units and shapes.
    "wrong unit": (changed("bodies.0.mass", "2 m"), after('"mass": '), ["mass: expected kg, got 'm' in '2 m'"]),
    "unknown unit": (changed("bodies.0.mass", "2 kgg"), after('"mass": '), ["unknown unit 'kgg'", "did you mean 'kg'?"]),
    "too short": (changed("nodes.0.position", [1, 0]), after('"position": '), ["position: expected a list of 3 numbers in m, got a list of 2"]),
    "a text in a vector": (changed("nodes.0.position", [1, 0, "x"]), at('"x"'), ["position[2]", "'x' does not start with a number"]),
    "number for a vector": (changed("nodes.0.position", 3), after('"position": '), ["expected a list of 3 numbers in m, got the number 3"]),
    "half a matrix": (changed("bodies.0.inertia", [[1, 0, 0], [0, 1, 0]]), after('"inertia": '), ["inertia"]),
    "a mirror as axes": (changed("nodes.0.orientation", [[1, 0, 0], [0, 1, 0], [0, 0, -1]]), after('"orientation": '), ["right-handed"]),
    "quaternion of no length": (changed("nodes.0.orientation", {"quaternion": [0, 0, 0, 0]}), after('"quaternion": '), ["quaternion", "norm"]),
    "choice": (pendulum(solver={"group": "spacial"}), at('"spacial"'), ["unknown choice 'spacial'", "did you mean 'spatial'?"]),
    "rho that changes": (pendulum(solver={"rho": "0.9 - t"}), after('"rho": '), ["rho: generalised_alpha wants a number", "ms and hope"]),
    "rho without a use": (pendulum(solver={"method": "bdf", "rho": 0.5}), after('"rho": '), ["rho: the method 'bdf' has no spectral radius"]),
    "order of bdf": (pendulum(solver={"method": "bdf", "order": 3}), after('"order": '), ["order: must be at most 2, got 3"]),
    "strategy without its drive": (
        pendulum(analysis={"end_time": 1, "step": 0.1, "strategy": "drive"}), after('"strategy": '), ["strategy: 'drive' needs a step_drive"]),
    "rho beyond one": (pendulum(solver={"rho": 2}), after('"rho": '), ["rho: must be at most 1, got 2"]),
    "half a step": (pendulum(output={"every": 1.5}), after('"every": '), ["every: expected a whole number"]),
    # Physics.
    "negative mass": (changed("bodies.0.mass", -1), after('"mass": '), ["mass: must be greater than 0 kg, got -1"]),
    "no mass": (changed("bodies.0.mass", 0), after('"mass": '), ["mass: must be greater than 0 kg, got 0"]),
    "triangle inequality": (changed("bodies.0.inertia", [1, 1, 3]), after('"inertia": '), ["no real body has this inertia", "1 + 1 is less than 3"]),
    "negative inertia": (changed("bodies.0.inertia", [1, 1, -1]), after('"inertia": '), ["no real body has this inertia", "none may be negative"]),
    "no inertia": (changed("bodies.0.inertia", [0, 0, 0]), card('"position"'), ["node 'bob' can turn", "no inertia about"]),
    "skew inertia": (changed("bodies.0.inertia", [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]), after('"inertia": '), ["not symmetric"]),
    "node never used": (with_more("nodes", {"name": "spare"}), card('"spare"'), ["node 'spare' is never used", "remove it"]),
    "dynamic node without mass": (
        {**with_more("nodes", {"name": "tip", "position": [2, 0, 0]}), "loads": [{"type": "force", "name": "push", "at": "tip", "value": [1, 0, 0]}]},
        card('"tip"'),
        ["node 'tip' is dynamic but has no mass", "attach a body"],
    ),
    "two bodies on one node": (
        with_more("bodies", {"name": "hat", "node": "bob", "mass": 1, "inertia": [1, 1, 1]}),
        lambda t: t.index('"bob"', t.index('"hat"')),
        ["body 'hat'", "node 'bob' already carries body 'bob'", '"shares_node": true'],
    ),
    "displacement node without mass": (
        {**with_more("nodes", {"type": "displacement", "name": "bead", "position": [2, 0, 0]}),
         "joints": pendulum()["joints"] + [{"type": "distance", "name": "rod", "a": "bob", "b": "bead"}]},
        card('"bead"'),
        ["node 'bead' is a displacement node but has no mass; attach a point_mass to it"],
    ),
    "two oscillators on one node": (
        with_mode(oscillator("first"), oscillator("second")),
        lambda t: t.index('"mode"', t.index('"second"')),
        ["body 'second' (scalar oscillator): node 'mode' already carries body 'first'", '"shares_node": true'],
    ),
    "a body on a scalar node": (
        with_mode({"name": "hat", "node": "mode", "mass": 1, "inertia": [1, 1, 1]}),
        lambda t: t.index('"mode"', t.index('"hat"')),
        ["node 'mode' is scalar: it has no position"],
    ),
    "an oscillator on a dynamic node": (
        with_more("bodies", oscillator("mode", "bob")),
        lambda t: t.index('"bob"', t.index('"mode"')),
        ["node 'bob' is dynamic, not scalar"],
    ),
    "further masses as a list": (changed("bodies.0.masses", [{"mass": 1, "inertia": [1, 1, 1]}]), after('"masses": '), ["body 'bob' (rigid body): masses: expected"]),
    "a negative further mass": (
        changed("bodies.0.masses", {"tip": {"mass": -1, "inertia": [1, 1, 1]}}),
        lambda t: t.index("-1,", t.index('"tip"')),
        ["body 'bob.masses.tip' (further mass): mass: must be greater than 0 kg"],
    ),
    "an inertia that overflows": (changed("bodies.0.inertia", [1e308, 1e308, 1e308]), after('"inertia": '), ["no real body has this inertia", "too large"]),
    "distance of no length": (with_more("joints", distance("rod", offset=(1, 0, 0))), card('"rod"'), ["joint 'rod' (distance)", "coincide"]),
    "length zero": (with_more("joints", distance("rod", 0)), after('"length": '), ["joint 'rod' (distance)", "greater than zero", "spherical hinge"]),
    "joint of a node with itself": (with_more("joints", {"type": "clamp", "name": "self", "a": "bob", "b": "bob"}), card('"self"'), ["joint 'self'", "both sides are on the same node"]),
    "clamp of a point": (
        {**with_more("nodes", {"type": "displacement", "name": "bead"}), "bodies": pendulum()["bodies"] + [{"type": "point_mass", "name": "bead", "node": "bead", "mass": 1}],
         "joints": pendulum()["joints"] + [{"type": "clamp", "name": "glue", "a": "bob", "b": "bead"}]},
        card('"glue"'),
        ["joint 'glue' (clamp)", "node 'bead' has no orientation"],
    ),
    "contradicting rods": (
        with_more("joints", distance("short rod", 2), distance("long rod", 2.1)),
        card('"long rod"'),
        ["joint 'long rod' (distance) cannot be met", "distance constraint is off by", "it contradicts joints 'pivot' (line 39) and 'short rod'", "cannot be assembled"],
    ),
    # Time and loads.
    "no analysis": (without("analysis"), nowhere, ["does not say what to do", '"analysis": {']),
    "no nodes": ({"pintle": 1, "analysis": pendulum()["analysis"]}, nowhere, ["no nodes"]),
    "end before start": (changed("analysis.end_time", -1), after('"end_time": '), ["-1 s is not after the start at 0 s"]),
    "step of no length": (changed("analysis.step", 0), after('"step": '), ["step: must be greater than 0 s"]),
    "too many steps": (changed("analysis.step", 1e-300), after('"step": '), ["1e-300 s would make", "units"]),
    "unknown function": (with_more("loads", force("sqr(t)", 0, 0)), at('"sqr(t)"'), ["unknown function 'sqr'", "did you mean 'sqrt'?"]),
    "unknown quantity": (with_more("loads", force("node.bob.positin.x", 0, 0)), at('"node.bob'), ["node 'bob' has no quantity 'positin'", "did you mean 'position'?"]),
    "misspelt drive": (with_drive({"type": "time", "name": "shake"}, "shak", 0, 0), at('"shak"'), ["unknown name 'shak'", "did you mean 'shake'?"]),
    "drives that contain each other": (
        with_drive({"type": "expression", "name": "shake", "expression": "2 * shake"}, "shake", 0, 0), card('"shake"'), ["drive 'shake' refers to itself"]),
    "a mistake in a drive that nothing uses": (with_drive({"type": "time", "name": "shake", "amplitude": 2}), at('"amplitude"'), ["drive 'shake' (time): unknown field 'amplitude'"]),
    "a name that means two nodes": (
        {**with_more("nodes", {"name": "a b", "position": [5, 0, 0]}, {"name": "a_b", "position": [7, 0, 0]}),
         "bodies": pendulum()["bodies"] + [{"name": name, "node": name, "mass": 1, "inertia": [1, 1, 1]} for name in ["a b", "a_b"]],
         "loads": [force("node.a_b.position.x", 0, 0)]},
        at('"node.a_b.position.x"'),
        ["'node.a_b.position.x' may mean node 'a b' or 'a_b'"],
    ),
    "a component too many": (with_more("loads", force("node.bob.position.x.y", 0, 0)), at('"node.bob'), ["is not a quantity of the model", "kind.name.quantity.component"]),
    "a component of a single number": (with_more("loads", force("body.bob.kinetic_energy.x", 0, 0)), at('"body.bob'), ["kinetic_energy is one number", "write body.bob.kinetic_energy"]),
    "infinite at the start": (with_more("loads", force("1 / t", 0, 0)), card('"push"'), ["load 'push' (force)", "its force at the start is not a finite number", "division by zero"]),
}


class BadModels(CommandTest):
    def test_every_case(self):
        for name, (model, place, words) in CASES.items():
            with self.subTest(name):
                text = self.write("model.json", model)
                outcome = self.pintle("run", "model.json", code=2)
                self.assertEqual(outcome.out if "cannot be assembled" not in outcome.err else "", "", str(outcome))
                self.expect(outcome.err, *words)
                where = place_of("model.json", text, place(text))
                self.assertTrue(
                    any(line.startswith(where + "error: ") for line in outcome.err.splitlines()),
                    f"no error at {where!r}{outcome}",
                )
                self.expect(outcome.err, "written")
                self.assertEqual(self.files(), ["model.json"])

    def test_check_says_the_same(self):
        for name in ["trailing comma", "unknown field", "triangle inequality", "contradicting rods", "no analysis"]:
            with self.subTest(name):
                self.write("model.json", CASES[name][0])
                outcome = self.pintle("check", "model.json", code=2)
                self.assertEqual(outcome.out, "")
                self.assertEqual(outcome.err.splitlines()[:-1], self.pintle("run", "model.json", code=2).err.splitlines()[:-1])

    def test_one_mistake_gives_one_error(self):
        names = ["unknown node in a joint", "unknown node in a body", "negative inertia", "node name taken", "unknown field"]
        for name in names:
            with self.subTest(name):
                self.write("model.json", CASES[name][0])
                self.expect(self.pintle("run", "model.json", code=2).err, "model.json: 1 error;")

    def test_several_errors_come_in_one_pass_in_the_order_of_the_file(self):
        model = changed("bodies.0.mass", -1)
        model["joints"][0]["type"] = "sphericl_hinge"
        model["nodes"][0]["position"] = [1]
        model["nodes"].append({"name": "spare"})
        model["analysis"]["end_time"] = "3 kg"
        model["bodys"] = []
        self.write("model.json", model)
        outcome = self.pintle("run", "model.json", code=2)
        self.expect(outcome.err, "end_time", "position", "spare", "mass", "sphericl_hinge", "bodys", "model.json: 6 errors;")
        lines = [int(line.split(":")[1]) for line in outcome.err.splitlines() if "error: " in line]
        self.assertEqual(len(lines), 6)
        self.assertEqual(lines, sorted(lines))
        self.assertEqual(self.files(), ["model.json"])


class Doubts(CommandTest):
    """What may be meant is run, with a warning."""

    def warned(self, model, *words):
        self.write("model.json", model)
        outcome = self.pintle("run", "model.json")
        self.expect(outcome.err, "warning: ", *words)
        self.expect(outcome.out, "warnings             1")
        return outcome

    def test_the_inertia_of_a_plate_with_three_digits(self):
        self.warned(changed("bodies.0.inertia", [0.333, 0.333, 0.667]), "0.333 + 0.333 is less than 0.667", "give more digits")

    def test_a_drive_that_nothing_uses(self):
        self.warned(with_drive({"type": "time", "name": "shake"}), "drive 'shake' (time) is never used")


class BadFiles(CommandTest):
    def refused(self, *words):
        outcome = self.pintle("run", *words, code=2)
        self.assertEqual(outcome.out, "")
        return outcome.err

    def test_missing(self):
        self.expect(self.refused("nowhere.json"), "nowhere.json: error: there is no such file")

    def test_directories(self):
        os.mkdir("folder")
        os.mkdir("folder.json")
        for name in ["folder", "folder.json", "."]:
            self.expect(self.refused(name), f"{name}: error: this is a directory, not a file")
        self.assertEqual(self.files(), ["folder", "folder.json"])

    def test_what_is_no_file(self):
        """A pipe would wait for its other end, a device has none."""
        os.mkfifo("pipe.json")
        os.mkfifo("pipe")
        os.symlink("/dev/zero", "zero.mbd")
        for name, what in [("pipe.json", "pipe"), ("pipe", "pipe"), ("zero.mbd", "device"), ("/dev/zero", "device")]:
            self.expect(self.refused(name), f"{name}: error: this is a {what}, not a file")
        self.write("model.mbd", 'begin: data; problem: initial value; end: data;\ninclude: "pipe";\n')
        self.expect(self.refused("model.mbd"), "model.mbd:2:10: error: the file 'pipe' cannot be read: this is a pipe")
        text = self.write("model.json", with_drive({"type": "fixed_step_file", "name": "d", "file": "pipe", "time_step": 1}, "d", 0, 0))
        self.expect(self.refused("model.json"), place_of("model.json", text, after('"file": ')(text)), "'pipe': this is a pipe")
        self.write("good.json", pendulum())
        os.mkfifo("good.state")
        self.expect(self.refused("good.json", "--resume"), "good.state: cannot open the state file: this is a pipe")
        self.expect(self.pintle("info", "pipe", code=2).err, "pipe: this is a pipe")

    def test_control_characters_are_shown(self):
        """Also to who looks at a good model."""
        self.write("model.mbd", b'begin: data; problem: initial value; end: data;\nremark: "\x1b]0;title\x07";\n')
        self.expect(self.refused("model.mbd"), "note: \\x1b]0;title\\x07")
        model = pendulum(title="\x1b[2J\u202e")
        model["nodes"][0]["name"] = "\x1b[31mbob\nb.json:1:1: error: no"
        self.write("model.json", model)
        err = self.refused("model.json")
        self.expect(err, "node '\\x1b[31mbob\n  b.json:1:1: error: no'")
        self.assertNotIn("\x1b", err)
        self.write("model.json", pendulum(title="\x1b[2J\u202e"))
        outcome = self.pintle("run", "model.json")
        self.expect(outcome.out, "\\x1b[2J\\u202e")
        self.assertNotIn("\x1b", outcome.out)

    def test_endings(self):
        for name, words in [("model.yaml", "the ending '.yaml' is not known"), ("model", "the name has no ending")]:
            self.write(name, pendulum())
            self.expect(self.refused(name), f"{name}: error: {words}", "models end in .json")

    @unittest.skipIf(os.geteuid() == 0, "root can read everything")
    def test_unreadable(self):
        self.write("model.json", pendulum())
        os.chmod("model.json", 0)
        self.expect(self.refused("model.json"), "model.json: error: the file cannot be opened")

    def test_not_utf8(self):
        self.write("model.json", text_of(pendulum()).encode().replace(b"Pendulum", b"P\xe9ndulum"))
        self.expect(self.refused("model.json"), "model.json:3:", "not in UTF-8")

    def test_every_beginning_of_a_model_is_refused(self):
        text = text_of(pendulum())
        for length in range(0, len(text) - 1, 29):
            self.write("model.json", text[:length])
            self.expect(self.refused("model.json"), "model.json:", "1 error; nothing was run or written")


class Sandbox(CommandTest):
    """Nothing outside of the folder is read or written."""

    COMMANDS = ("run", "check", "convert", "equilibrium", "linear")

    def setUp(self):
        super().setUp()
        os.mkdir("box")
        self.write("box/good.json", pendulum())
        self.write("secret.txt", "0 1\n1 2\n")
        self.write("secret.inc", "set: real a = 1.;\n")

    def refused(self, *words, code=2):
        outcome = self.pintle(*words, "--sandbox", "box", code=code)
        self.expect(outcome.err, "it is outside of the sandbox '", os.path.realpath("box"))
        return outcome.err

    def test_lets_work_go_on_inside(self):
        for command in self.COMMANDS:
            place = ["-o", f"box/{command}.json" if command == "convert" else f"box/{command}"] if command != "check" else []
            self.pintle(command, "box/good.json", *place, "--sandbox", "box")
        self.pintle("run", os.path.abspath("box/good.json"), "-o", "box/../box/again", "--sandbox", os.path.abspath("box"))

    def test_includes_and_drives_cannot_leave_it(self):
        os.symlink("../secret.inc", "box/link.inc")
        os.symlink("..", "box/up")
        for path in ("../secret.inc", os.path.abspath("secret.inc"), "link.inc", "up/secret.inc"):
            self.write("box/model.mbd", f'include: "{path}";\nbegin: data; problem: initial value; end: data;\n')
            for command in ("check", "run", "convert"):
                self.expect(self.refused(command, "box/model.mbd"), "box/model.mbd:1:10: error: the file '")
        text = self.write("box/model.json", with_drive({"type": "fixed_step_file", "name": "d", "file": "../secret.txt", "time_step": 1}, "d", 0, 0))
        for command in ("check", "run", "equilibrium", "linear"):
            self.expect(self.refused(command, "box/model.json"), place_of("box/model.json", text, after('"file": ')(text)) + "error: drive 'd'")

    def test_nothing_is_written_outside(self):
        self.write("outside.json", pendulum())
        self.expect(self.refused("run", "outside.json"), "outside.json: error: ")
        for command in ("run", "equilibrium", "linear"):
            self.expect(self.refused(command, "box/good.json", code=1), "'good.nc' cannot be written")
        os.symlink("../elsewhere.nc", "box/result.nc")
        self.refused("run", "box/good.json", "-o", "box/result", code=1)
        self.refused("convert", "box/good.json", "-o", "copy.json", code=1)
        self.refused("check", "box/good.json", "--graph", "graph.dot", code=1)
        self.assertEqual(self.files(), ["box", "outside.json", "secret.inc", "secret.txt"])

    def test_is_a_folder(self):
        for folder in ("nowhere", "secret.txt"):
            self.expect(self.pintle("check", "box/good.json", "--sandbox", folder, code=2).err, "--sandbox", f"'{folder}' is not a folder")


class BadOptions(CommandTest):
    def test_values(self):
        self.write("model.json", pendulum())
        for words, message in [
            (["--step", "0"], "--step: error: step: must be greater than 0 s"),
            (["--step", "-1"], "--step: error: step: must be greater than 0 s"),
            (["--step", "nan"], "--step: error: step: must be greater than 0 s"),
            (["--step", "fast"], "--step"),
            (["--step", "1e-200"], "--step: error: a step of 1e-200 s would make"),
            (["--end-time", "-3"], "--end-time: error: end_time: -3 s is not after the start"),
            (["--end-time", "nan"], "--end-time: error: "),
            (["--end-time", "inf"], "--end-time: error: "),
            (["--rho", "2"], "--rho"),
            (["--group", "spacial"], "--group"),
            (["more.json"], "more.json"),
        ]:
            with self.subTest(" ".join(words)):
                outcome = self.pintle("run", "model.json", *words, code=2)
                self.expect(outcome.err, message)
                self.assertEqual(self.files(), ["model.json"])


if __name__ == "__main__":
    unittest.main()
