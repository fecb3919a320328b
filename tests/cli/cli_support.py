"""What the tests of the command share: running it in a fresh folder, models as dictionaries, reading results."""

import copy
import json
import os
import re
import shutil
import signal
import subprocess
import time
import unittest

PINTLE = os.environ.get("PINTLE", "pintle")
SOURCE = os.environ.get("PINTLE_SOURCE_DIR") or os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))

PENDULUM = {
    "pintle": 1,
    "title": "Pendulum",
    "gravity": {"acceleration": [0, 0, -9.81]},
    "analysis": {"type": "dynamic", "end_time": 0.1, "step": 0.001},
    "nodes": [{"name": "bob", "position": [1, 0, 0]}],
    "bodies": [{"name": "bob", "node": "bob", "mass": "2 kg", "inertia": [0.01, 0.01, 0.01]}],
    "joints": [{"type": "spherical_hinge", "name": "pivot", "a": "ground", "b": {"node": "bob", "offset": [-1, 0, 0]}}],
}


def pendulum(**changes):
    """The model of the README; keyword arguments replace or add keys."""
    model = copy.deepcopy(PENDULUM)
    model.update(changes)
    return model


def chain(links, **changes):
    """Links of 1 m along x on revolute hinges about y."""
    axes = {"euler123": ["90 deg", 0, 0]}  # axis 3 along -y
    sides = [{"node": "ground", "orientation": axes}]
    sides += [{"node": f"link {i}", "offset": [0.5, 0, 0], "orientation": axes} for i in range(links)]
    model = {
        "pintle": 1,
        "title": "Chain",
        "gravity": {"acceleration": [0, 0, -9.81]},
        "analysis": {"type": "dynamic", "end_time": 1, "step": 0.001},
        "nodes": [{"name": f"link {i}", "position": [i + 0.5, 0, 0]} for i in range(links)],
        "bodies": [
            {"name": f"link {i}", "node": f"link {i}", "mass": 1, "inertia": [0.01, 0.1, 0.1]} for i in range(links)
        ],
        "joints": [
            {
                "type": "revolute_hinge",
                "name": f"hinge {i}",
                "a": sides[i],
                "b": {"node": f"link {i}", "offset": [-0.5, 0, 0], "orientation": axes},
            }
            for i in range(links)
        ],
    }
    model.update(changes)
    return model


def example(name, **changes):
    """A model of examples/; its comments stand on lines of their own."""
    with open(f"{SOURCE}/examples/{name}.json", encoding="utf-8") as file:
        model = json.loads(re.sub(r"^\s*//.*$", "", file.read(), flags=re.MULTILINE))
    model.update(changes)
    return model


def text_of(model):
    return model if isinstance(model, (str, bytes)) else json.dumps(model, indent=1)


class Outcome:
    def __init__(self, words, finished):
        self.words, self.code, self.out, self.err = words, finished.returncode, finished.stdout, finished.stderr

    def __str__(self):
        command = " ".join(["pintle", *self.words])
        return f"\n$ {command}\n{self.out}{self.err}-> exit code {self.code}"


class CommandTest(unittest.TestCase):
    """Each test runs in an empty folder of its own below the working directory."""

    maxDiff = None

    def setUp(self):
        self.base = os.getcwd()
        self.folder = os.path.join(self.base, self.id().replace("__main__.", "").replace(".", "_"))
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        os.chdir(self.folder)
        self.addCleanup(os.chdir, self.base)

    def write(self, name, model):
        text = text_of(model)
        with open(name, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return text

    def pintle(self, *words, code=0, timeout=120):
        """Runs the command and checks its exit code."""
        words = [str(word) for word in words]
        finished = subprocess.run([PINTLE, *words], capture_output=True, text=True, timeout=timeout, errors="replace")
        outcome = Outcome(words, finished)
        self.assertEqual(outcome.code, code, str(outcome))
        return outcome

    def expect(self, text, *parts):
        """Every part is in the text; a compiled pattern is searched for."""
        for part in parts:
            found = part.search(text) if isinstance(part, re.Pattern) else part in text
            self.assertTrue(found, f"{part!r} is not in:\n{text}")

    def files(self):
        return sorted(os.listdir("."))


def kill_while_running(words, sign, delay):
    """Kills the command `delay` seconds after the file `sign` was there; False when it had ended before."""
    process = subprocess.Popen([PINTLE, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not os.path.exists(sign) and process.poll() is None:
            time.sleep(0.0005)
        time.sleep(delay)
    finally:
        was_running = process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
    return was_running


def moments(parts):
    """Parts of a run's time at which it is to be killed; then, as long as none came before its end, the first moment again: how
    long a run takes on a busy machine is not known."""
    kills = []
    for attempt, part in enumerate([*parts, *[0.0] * 50]):
        if attempt >= len(parts) and any(kills):
            return
        yield attempt, part, kills
    assert any(kills), "every run ended before it could be killed: make the model larger"


def ncdump(*words):
    return subprocess.run(["ncdump", *words], capture_output=True, text=True, check=True).stdout


def results_text(path):
    """All numbers of a results file with every digit, without the header and the report of the run."""
    return re.sub(r'\n run_report = (.*\n)*?.*;\n', "", ncdump("-p", "17,17", path).split("\ndata:\n", 1)[1])


def values(path, variable):
    """The numbers of one variable."""
    text = ncdump("-p", "17,17", "-v", variable.replace(",", "\\,"), path).split("\ndata:\n", 1)[1]
    return [float(word) for word in re.split(r"[\s,;]+", text.split("=", 1)[1].rsplit("}", 1)[0]) if word]


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()
