#!/usr/bin/python3
"""Draws docs/pictures/small_motion.png: linear and joint runs of the two systems of document 001 in seas of several heights.

usage: draw_small_motion.py [pintle]     (needs ncdump and python3-matplotlib)
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from draw_heavy_top import ROOT, read

SMALL_HEIGHTS = (1 / 8, 1 / 4, 1 / 2, 1)
HEIGHT = '"name": "height", "type": "constant", "value": 1'


def run(pintle, example, height, formulation, folder):
    """Times, and a function that reads the position of a node."""
    text = (ROOT / "examples" / f"{example}.json").read_text(encoding="utf-8")
    if HEIGHT not in text:
        raise ValueError(f"{example}: no drive 'height'")
    model = folder / f"{example}.json"
    model.write_text(text.replace(HEIGHT, HEIGHT[:-1] + repr(height)), encoding="utf-8")
    prefix = folder / f"{example}_{formulation}"
    subprocess.run([pintle, "run", str(model), "-q", "-o", str(prefix), "--formulation", formulation], check=True)
    results = prefix.with_suffix(".nc")
    return read(results, "time"), lambda node: read(results, f"node.{node}.position")


def largest_difference(pintle, example, nodes, height, folder):
    _, linear = run(pintle, example, height, "linear", folder)
    _, joint = run(pintle, example, height, "joint", folder)
    return max(abs(a - b) for node in nodes for a, b in zip(linear(node), joint(node)))


def draw_motion(axes, pintle, example, node, component, height, folder):
    for formulation, style in (("joint", "-"), ("linear", "--")):
        time, position = run(pintle, example, height, formulation, folder)
        axes.plot(time, position(node)[component::3], style, linewidth=1.0, label=formulation)
    axes.set_title(f"{example.replace('_', ' ')}, height {height:g}: {node}, {'xyz'[component]}", fontsize=9)
    axes.set_xlabel("t [s]")
    axes.set_ylabel("m")
    axes.grid(True, linewidth=0.3)
    axes.legend(fontsize=8, loc="upper left")


def draw_differences(axes, pintle, example, nodes, folder):
    differences = [largest_difference(pintle, example, nodes, height, folder) for height in SMALL_HEIGHTS]
    axes.loglog(SMALL_HEIGHTS, differences, "o-", label="largest difference")
    axes.loglog(SMALL_HEIGHTS, [differences[-1] * h**2 for h in SMALL_HEIGHTS], "k:", label="slope 2")
    axes.set_xticks(SMALL_HEIGHTS, ["1/8", "1/4", "1/2", "1"])
    axes.set_xticks([], minor=True)
    axes.set_title("linear - joint", fontsize=9)
    axes.set_xlabel("height")
    axes.set_ylabel("m")
    axes.grid(True, which="both", linewidth=0.3)
    axes.legend(fontsize=8)


def main():
    pintle = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/pintle")
    systems = (("three_barges", ("bow", "middle", "stern"), "stern", 0, 16), ("sliding_mass_buoy", ("buoy", "mass"), "mass", 2, 8))
    figure, rows = plt.subplots(2, 3, figsize=(13, 6.5))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for axes, (example, nodes, node, component, heavy) in zip(rows, systems):
            draw_motion(axes[0], pintle, example, node, component, 1, folder)
            draw_motion(axes[1], pintle, example, node, component, heavy, folder)
            draw_differences(axes[2], pintle, example, nodes, folder)
    figure.tight_layout()
    target = ROOT / "docs/pictures/small_motion.png"
    figure.savefig(target, dpi=90)
    print(target)


if __name__ == "__main__":
    main()
