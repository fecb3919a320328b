"""Runs of one model by Pintle or MBDyn, and what they have in common: numbers at chosen times from .mov and .jnt."""
import os
import shutil
import subprocess
from math import cos, radians, sin
from pathlib import Path

MODELS = Path(__file__).resolve().parent / "models"
METHOD = "method: ms, .6;"  # of all models
END = 1.0


def run(program, model, step, folder, variables=f"real T={END!r}"):
    """The prefix of the files that a run with this step and these variables has written."""
    prefix = Path(folder) / f"{model.stem}_{Path(program).name}_{step:g}"
    command = [program, "run", str(model), "-o", str(prefix)]
    if Path(program).name == "mbdyn":
        command = [program, "-s", "-f", model.name, "-o", str(prefix)]
    environment = {"MBDYNVARS": f"real h={step!r}; {variables}", "PATH": os.environ.get("PATH", "")}
    done = subprocess.run(command, cwd=model.parent, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{program} {model.name}, h = {step:g}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return prefix


def with_method(model, method, folder):
    """A copy of a model under a folder that integrates by another method."""
    copy = Path(folder) / "".join(method.split()).replace(",", "_") / model.name
    copy.parent.mkdir(exist_ok=True)
    text = model.read_text(encoding="utf-8")
    if METHOD not in text:
        raise RuntimeError(f"{model.name} has no '{METHOD}'")
    copy.write_text(text.replace(METHOD, f"method: {method};"), encoding="utf-8")
    for file in model.parent.glob("*.inc"):
        shutil.copy(file, copy.parent)
    return copy


def records_of(file, wanted):
    """{label: [numbers of each wanted record]}; a label stands once in each record."""
    rows, seen = {}, {}
    for line in filter(str.strip, file.read_text().splitlines() if file.is_file() else []):
        label, rest = line.split(maxsplit=1)
        if not label.isdigit():  # MBDyn breaks the line of an invariant deformable hinge
            continue
        seen[label] = seen.get(label, -1) + 1
        if seen[label] in wanted:
            rows.setdefault(label, []).append([float(number) for number in rest.split()])
    return rows


def turned(angles):
    """Rotation matrix, flat, of euler123 angles in degrees: angles jump, matrices do not."""
    a, b, c = (radians(angle) for angle in angles)
    return [cos(b) * cos(c), -cos(b) * sin(c), sin(b),
            sin(a) * sin(b) * cos(c) + cos(a) * sin(c), cos(a) * cos(c) - sin(a) * sin(b) * sin(c), -sin(a) * cos(b),
            sin(a) * sin(c) - cos(a) * sin(b) * cos(c), cos(a) * sin(b) * sin(c) + sin(a) * cos(c), cos(a) * cos(b)]


def quantities(prefix, step, times):
    """{"node 1 position": numbers at the times, one after the other, ...}; reactions are those of .jnt."""
    wanted = {round(time / step) for time in times}
    found = {}

    def put(name, rows):
        found[name] = [number for row in rows for number in row]

    for label, motion in records_of(Path(f"{prefix}.mov"), wanted).items():
        put(f"node {label} position", [row[0:3] for row in motion])
        put(f"node {label} orientation", [turned(row[3:6]) for row in motion])
        put(f"node {label} velocity", [row[6:9] for row in motion])
        put(f"node {label} angular velocity", [row[9:12] for row in motion])
    for label, reaction in records_of(Path(f"{prefix}.jnt"), wanted).items():
        put(f"joint {label} force", [row[6:9] for row in reaction])
        put(f"joint {label} moment", [row[9:12] for row in reaction])
        put(f"joint {label} columns", [row[12:] for row in reaction])
    return found


KINDS = ("position", "orientation", "velocity", "force", "moment", "columns")  # the last: all that .jnt has further


def size(found, kind):
    return max((abs(x) for name, row in found.items() if name.endswith(kind) for x in row), default=0.0)


def distance(a, b, kind):
    """The largest difference of a kind of quantity."""
    names = [name for name in a if name in b and name.endswith(kind)]
    return max((abs(x - y) for name in names for x, y in zip(a[name], b[name])), default=0.0)
