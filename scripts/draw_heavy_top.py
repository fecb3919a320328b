#!/usr/bin/python3
"""Draws docs/pictures/heavy_top.png from the results of `make demo` (needs ncdump and python3-matplotlib)."""
import re
import subprocess
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

ROOT = Path(__file__).resolve().parent.parent


def read(path, name):
    """The numbers of one variable, by ncdump."""
    text = subprocess.run(["ncdump", "-v", name, "-p", "9,12", str(path)], capture_output=True, text=True, check=True).stdout
    data = text[text.index("data:"):]
    return [float(word) for word in re.findall(r"-?\d[\d.e+-]*", data[data.index("=") + 1:])]


def main():
    results = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build/demo/heavy_top.nc"
    time = read(results, "time")
    position = read(results, "node.top.position")
    x, y, z = position[0::3], position[1::3], position[2::3]
    figure = plt.figure(figsize=(10, 4.2))
    space = figure.add_subplot(1, 2, 1, projection="3d")
    space.plot(x, y, z, linewidth=0.8, color="tab:blue")
    space.plot([0], [0], [0], "ko", markersize=4)
    space.set_title("Heavy top: path of the centre of mass")
    space.set_xlabel("x [m]")
    space.set_ylabel("y [m]")
    space.set_zlabel("z [m]")
    plane = figure.add_subplot(1, 2, 2)
    plane.plot(time, z, color="tab:blue")
    plane.set_title("Height: nutation on slow precession")
    plane.set_xlabel("t [s]")
    plane.set_ylabel("z [m]")
    plane.grid(True, linewidth=0.3)
    figure.tight_layout()
    target = ROOT / "docs/pictures/heavy_top.png"
    target.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(target, dpi=110)
    print(target)


if __name__ == "__main__":
    main()
