"""Analyses at rest: equilibrium, small motions about it."""
from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .result import Folder, Result
from .schemas import suggestion


class Equilibrium(Mapping[str, Any]):
    """The model at rest: quantities by name, as results have them."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.iterations: int = found["iterations"]
        self.imbalance: float = found["imbalance"]
        self._quantities: dict[str, tuple[str, NDArray[np.float64]]] = found["quantities"]

    def __getitem__(self, name: str) -> Any:
        if name not in self._quantities:
            raise KeyError(f"there is no channel '{name}'{suggestion(name, self._quantities)}")
        values = self._quantities[name][1]
        return values if len(values) > 1 else float(values[0])

    def unit(self, name: str) -> str:
        return self._quantities[name][0]

    def __iter__(self) -> Iterator[str]:
        return iter(self._quantities)

    def __len__(self) -> int:
        return len(self._quantities)

    def __repr__(self) -> str:
        return f"<Equilibrium after {self.iterations} iterations, out of balance by {self.imbalance:.1e}>"


@dataclass(frozen=True)
class Mode:
    """u = shape exp(value t); of a conjugate pair the one with the positive imaginary part."""

    value: complex
    shape: NDArray[np.complex128]  # of the coordinates
    motion: dict[str, NDArray[np.complex128]]  # of the nodes: way and turn

    @property
    def frequency(self) -> float:
        """|value| / 2 pi, in Hz."""
        return abs(self.value) / (2 * math.pi)

    @property
    def damping_ratio(self) -> float:
        return -self.value.real / abs(self.value) if self.value else 0.0


class LinearModel:
    """M u'' + C u' + K u = B w about the equilibrium, in the coordinates of the joints; w are the inputs of the model."""

    def __init__(self, found: dict[str, Any], animate: Callable[[int, str, bool], None]) -> None:
        matrices = found["matrices"]
        self._animate = animate
        self.equilibrium = Equilibrium(found)
        self.coordinates: list[str] = matrices["coordinates"]
        self.mass: NDArray[np.float64] = matrices["mass"]
        self.damping: NDArray[np.float64] = matrices["damping"]
        self.stiffness: NDArray[np.float64] = matrices["stiffness"]
        self.inputs: list[str] = matrices["inputs"]
        self.input_matrix: NDArray[np.float64] = matrices["input_matrix"]  # a column for each input
        self._states: int = matrices["states"]
        self.modes = [Mode(*mode) for mode in found["modes"]]

    @property
    def frequencies(self) -> NDArray[np.float64]:
        """Of all modes, in Hz, slowest first."""
        return np.array([mode.frequency for mode in self.modes])

    def state_space(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """A and B of z' = A z + B w with z = (u, u') and the inputs w; the model must have no first-order states and inertia in every
        coordinate."""
        if self._states:
            raise ValueError("the model has first-order states; use mass, damping and stiffness")
        n = len(self.mass)
        a = np.zeros((2 * n, 2 * n))
        a[:n, n:] = np.eye(n)
        a[n:, :n] = -np.linalg.solve(self.mass, self.stiffness)
        a[n:, n:] = -np.linalg.solve(self.mass, self.damping)
        b = np.zeros((2 * n, len(self.inputs)))
        b[n:] = np.linalg.solve(self.mass, self.input_matrix)
        return a, b

    def animate(self, mode: int, output: str | os.PathLike[str] | None = None, *, force: bool = False) -> Result:
        """The motion of modes[mode] as a result to look at: some periods without damping, of a size that one sees well. It is written
        to `output`.nc, or goes with the result; `force=True` replaces results of another kind."""
        self.modes[mode]  # IndexError
        folder = Folder() if output is None else None
        path = os.path.join(folder.name, "mode.nc") if folder else f"{os.fspath(output or '')}.nc"
        self._animate(mode % len(self.modes), path, force)
        return Result(path, folder)

    def state_matrix(self) -> NDArray[np.float64]:
        """A alone."""
        return self.state_space()[0]

    def __repr__(self) -> str:
        return f"<LinearModel: {len(self.coordinates)} coordinates, {len(self.modes)} modes>"
