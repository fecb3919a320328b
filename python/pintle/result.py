"""Results: channels of a run as arrays, and ways to look at them."""
from __future__ import annotations

import html
import json
import os
import shutil
import tempfile
import weakref
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core

PathLike = str | os.PathLike[str]
Array = NDArray[np.float64]


LETTERS = {3: "xyz", 4: "wxyz"}  # of components


@dataclass(frozen=True)
class Channel:
    """A quantity of a result."""

    name: str
    unit: str
    doc: str
    size: int


@dataclass(frozen=True)
class Component:
    """What stands behind the colon of a name: x, y, z, w, a number from 1 on, or length."""

    word: str

    def pick(self, values: Array, name: str) -> float:
        if self.word == "length":
            return float(np.linalg.norm(values))
        letters = LETTERS.get(len(values), "xyz")
        index = letters.find(self.word) if len(self.word) == 1 and self.word.isalpha() else -1
        if self.word.isdigit():
            index = int(self.word) - 1
        if not 0 <= index < len(values):
            raise KeyError(f"'{name}': there is no component '{self.word}'")
        return float(values[index])


def component_of(name: str) -> tuple[str, Component | None]:
    stem, colon, word = name.rpartition(":")
    return (stem, Component(word)) if colon else (name, None)


def report_from(text: str) -> dict[str, Any]:
    """How a run went: its status, numbers such as `steps` and `largest_violation`, messages."""
    if not text:
        return {}
    report: dict[str, Any] = json.loads(text)
    return {**report.pop("numbers", {}), **report}


class Folder:
    """A folder for files that go with a result; it goes when nobody holds on to it any more."""

    def __init__(self) -> None:
        self.name = tempfile.mkdtemp(prefix="pintle-")
        weakref.finalize(self, shutil.rmtree, self.name, ignore_errors=True)


class Result(Mapping[str, Array]):
    """The results of a run. `result["node.bob.position"]` is an array with one row per record, `result.time` has their times;
    `result["node.bob.position:z"]` is one component. In a notebook a result shows itself in the viewer."""

    def __init__(self, path: PathLike, keep: Any = None, writer: _core.Simulation | None = None) -> None:
        self.path = Path(path)
        self._keep = keep  # the folder of files that go with the result
        self._writer = weakref.ref(writer) if writer else None
        self._opened: _core.ResultFile | None = None
        if not writer:
            self._file

    @property
    def _file(self) -> _core.ResultFile:
        """Opened when it is first looked at, where a simulation writes it: loops of many short runs need not wait for it."""
        if self._opened is None:
            writer = self._writer() if self._writer else None
            if writer is not None:
                writer.bring_files_up_to_date()
            self._opened = _core.ResultFile(os.fspath(self.path))
        return self._opened

    @property
    def title(self) -> str:
        return self._file.title

    @property
    def model(self) -> str:
        """The file of the model."""
        return self._file.model

    @property
    def settings(self) -> dict[str, str]:
        return dict(self._file.settings)

    @property
    def report(self) -> dict[str, Any]:
        """How the run went; empty while it goes on."""
        return report_from(self._file.report)

    @property
    def time(self) -> Array:
        return self._file.times

    @property
    def channels(self) -> dict[str, Channel]:
        return {item[0]: Channel(*item) for item in self._file.channels}

    def refresh(self) -> bool:
        """Takes notice of records written since; True when there are some."""
        return self._file.refresh()

    def select(self, pattern: str) -> dict[str, Array]:
        """All channels that a pattern means: "node.*.position:z"; KeyError when there are none."""
        return {name: values for name, (_, values) in self._file.read(pattern).items()}

    def __getitem__(self, name: str) -> Array:
        if name == "time":
            return self.time
        found = self.select(name)
        if len(found) > 1:
            raise KeyError(f"'{name}' means {len(found)} channels; use result.select('{name}')")
        return next(iter(found.values()))

    def __iter__(self) -> Iterator[str]:
        return iter(self.channels)

    def __len__(self) -> int:
        return len(self._file.channels)

    def to_xarray(self, channels: Sequence[str] = ()) -> Any:
        """An xarray.Dataset with units and descriptions; xarray must be installed."""
        import xarray

        known = self.channels
        names = [name for word in channels for name in self.select(word)] if channels else list(known)
        dataset = xarray.Dataset(coords={"time": ("time", self.time, {"units": "s"})}, attrs={"title": self.title, **self.settings})
        for name in names:
            values = self[name]
            channel = known.get(name) or known[component_of(name)[0]]
            dimensions = ["time"]
            if values.ndim > 1:
                dimensions.append(f"components{values.shape[1]}")
                if values.shape[1] in LETTERS:
                    dataset.coords[dimensions[-1]] = list(LETTERS[values.shape[1]])
            dataset[name] = (dimensions, values, {"units": channel.unit, "long_name": channel.doc})
        return dataset

    def _written(self) -> Path:
        """The file, with what there was when it was first looked at."""
        self._file
        return self.path

    # ---- looking at it

    def page(self, other: Result | None = None) -> str:
        """The report as one page of HTML, with another run beside it if one is given."""
        return self._file.page(other._file if other else None)

    def save_report(self, path: PathLike, other: Result | None = None, *, force: bool = False) -> Path:
        """Writes the report, which opens in any browser without a network; `force=True`: also over something that is no page."""
        page = Path(path)
        self._file.write_page(os.fspath(page), other._file if other else None, force)
        return page

    def view(self, other: Result | None = None, *, force: bool = False) -> Path:
        """Opens the report in a browser; it lies beside the results."""
        page = self.save_report(self.path.with_suffix(".html"), other, force=force)
        if not webbrowser.open(page.absolute().as_uri()):
            print(f"no browser could be started; open {page} yourself")
        return page

    def _repr_html_(self) -> str:
        """The viewer in a notebook."""
        return f'<iframe srcdoc="{html.escape(self.page())}" style="width:100%;height:640px;border:0" allowfullscreen></iframe>'

    def plot(
        self,
        path: PathLike,
        *channels: str,
        title: str = "",
        x: str = "",
        size: str = "",
        start: float | None = None,
        end: float | None = None,
        others: Sequence[Result] = (),
        difference: bool = False,
        force: bool = False,
    ) -> None:
        """Draws channels with gnuplot into FILE.png, FILE.svg or FILE.pdf, those of other results beside them; `force=True`: also over
        something that is no picture."""
        words = [os.fspath(result._written()) for result in (self, *others)] + list(channels)
        _core.plot(words, os.fspath(path), title, x, size, start, end, difference, force)

    def export(
        self,
        path: PathLike,
        *channels: str,
        format: str = "",
        start: float | None = None,
        end: float | None = None,
        every: int | None = None,
        frames: int | None = None,
        force: bool = False,
    ) -> None:
        """Writes a table (.csv), grids for ParaView (.pvd, .vtu) or an animation (.glb, .gltf); `force=True`: also over something else."""
        _core.export_results(self._written(), os.fspath(path), list(channels), format, start, end, every, frames, force)

    def __repr__(self) -> str:
        span = f"t = {self.time[0]:g} to {self.time[-1]:g} s" if len(self.time) else "no records"
        return f"<Result {self.title!r}: {len(self.time)} records, {span}, {len(self)} channels>"


def read_result(path: PathLike) -> Result:
    """The results in a file that a run wrote, also one that still goes on."""
    return Result(path)
