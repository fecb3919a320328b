"""Simulations: a model on its way, step by step or to its end."""
from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from . import _core
from .errors import Diagnostic, RunError, announce, diagnostics_from
from .result import Folder, Result, component_of, report_from
from .schemas import suggestion

if TYPE_CHECKING:
    from .model import Model

State = _core.State
OnStep = Callable[["Simulation"], Any]
Formulation = Literal["absolute", "partitioned", "joint", "linear"]
Group = Literal["spatial", "mixed", "local"]


class Inputs(MutableMapping[str, float]):
    """The inputs of a simulation: numbers that `input` drives give to the model from the next step on."""

    def __init__(self, core: _core.Simulation) -> None:
        self._core = core

    def __getitem__(self, name: str) -> float:
        return self._all()[self._known(name)]

    def __setitem__(self, name: str, value: float) -> None:
        number = float(value)
        if not math.isfinite(number):
            raise ValueError(f"the input '{name}' cannot be {number}")
        if not self._core.set_input(name, number):
            self._known(name)

    def __delitem__(self, name: str) -> None:
        raise TypeError("inputs belong to the model; they cannot be removed")

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def _all(self) -> dict[str, float]:
        return dict(self._core.inputs)

    def _known(self, name: str) -> str:
        names = self._all()
        if name not in names:
            there_are = f"there are {', '.join(map(repr, names))}" if names else "inputs are drives of type 'input'"
            raise KeyError(f"the model has no input '{name}'{suggestion(name, names)}; {there_are}")
        return name


def _expect(what: str, word: str | None, choices: tuple[str, ...]) -> None:
    if word is not None and word not in choices:
        raise ValueError(f"there is no {what} '{word}': {', '.join(choices[:-1])} or {choices[-1]}")


class Simulation:
    """A model that is run.

    `output` is the beginning of the names of the files it writes, PREFIX.nc and PREFIX.state; None: files that go with the
    result; False: none. `step`, `end_time`, `rho`, `group` and `formulation` go before what the model says.
    `resume=True` goes on from PREFIX.state of an earlier run; `force=True` replaces files of another kind that have these names.
    One simulation at a time writes the files of a prefix, until it is closed.

        with model.simulation(step=1e-3) as simulation:
            while not simulation.is_finished:
                simulation.inputs["torque"] = -10 * simulation["joint.pivot.angle"]
                simulation.step()
        result = simulation.result
    """

    def __init__(
        self,
        model: Model,
        output: str | os.PathLike[str] | bool | None = None,
        *,
        step: float | None = None,
        end_time: float | None = None,
        rho: float | None = None,
        group: Group | None = None,
        formulation: Formulation | None = None,
        resume: bool = False,
        force: bool = False,
    ) -> None:
        if output is True:
            raise TypeError("output: give the beginning of the files' names, None or False")
        _expect("formulation", formulation, get_args(Formulation))
        _expect("group", group, get_args(Group))
        if resume and not isinstance(output, (str, os.PathLike)):
            raise ValueError("resume: say with `output` which run is to go on")
        self._folder: Folder | None = None
        if output is None:
            self._folder = Folder()
            output = os.path.join(self._folder.name, "run")
        self._prefix = "" if output is False else os.fspath(output)
        if self._prefix.endswith(os.sep):
            raise ValueError(f"output: '{self._prefix}' is a folder; give the beginning of the files' names, too")
        overrides = {"step": step, "end_time": end_time, "rho": rho, "group": group, "formulation": formulation}
        self._core = _core.Simulation(*model._parts(), overrides, self._prefix, resume, force)
        self._places: dict[str, tuple[int, int]] = {}
        first = 0
        for name, _, _, size in self._core.variables:
            self._places[name] = (first, size)
            first += size
        self._is_closed = False
        self._announced = 0
        self._announce()

    # ---- going on

    def step(self, count: int = 1) -> None:
        """Takes steps; fewer when the end comes before."""
        self._advance(math.inf, count, None)

    def run(self, until: float | None = None, on_step: OnStep | None = None) -> Result:
        """Goes on to the end, or until a time is reached, and gives back the result so far (None with output=False).
        `on_step(simulation)` is called after every step, for controllers, say; when it returns False the run stays there."""
        call = None if on_step is None else lambda: on_step(self)
        self._advance(math.inf if until is None else until, -1, call)
        if self.is_finished:
            self._core.finish()
        return self.result if self._prefix else None  # type: ignore[return-value]  # those who write nothing know

    def _advance(self, until: float, count: int, on_step: Callable[[], Any] | None) -> None:
        if self._is_closed and not self.is_finished:
            raise RunError("the simulation is closed")
        self._core.advance(until, count, on_step)
        self._announce()
        if self._core.status == "failed":
            self._core.finish()
            error = RunError(self._core.failure, self._core.diagnostics)
            error.result = self.result if self._prefix else None
            raise error
        errors = self._core.file_errors
        if errors:
            raise RunError(errors[0])

    def close(self) -> None:
        """Ends the files. Simulations that are used in a `with` statement, or run to their end, are closed by themselves."""
        if not self._is_closed:
            self._core.finish()
            self._is_closed = True

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _announce(self) -> None:
        announce(self.diagnostics[self._announced :])
        self._announced = len(self.diagnostics)

    # ---- where it is

    @property
    def time(self) -> float:
        return self._core.time

    @property
    def step_number(self) -> int:
        return self._core.step

    @property
    def step_size(self) -> float:
        return self._core.step_size

    @property
    def end_time(self) -> float:
        return self._core.end_time

    @property
    def is_finished(self) -> bool:
        return self._core.is_at_end

    @property
    def formulation(self) -> str:
        return self._core.formulation

    @property
    def method(self) -> str:
        return self._core.method

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return diagnostics_from(self._core.diagnostics)

    @property
    def report(self) -> dict[str, Any]:
        """How it went so far: steps, iterations, energies, violation of the constraints."""
        return report_from(self._core.report)

    @property
    def channels(self) -> list[str]:
        """Names of all quantities."""
        return list(self._places)

    def __getitem__(self, name: str) -> Any:
        """A quantity now: "node.bob.position", or one component of it, "node.bob.position:z"."""
        stem, component = component_of(name)
        if stem not in self._places:
            raise KeyError(f"there is no channel '{stem}'{suggestion(stem, self._places)}")
        first, size = self._places[stem]
        values = self._core.values(first, size)
        if component:
            return component.pick(values, name)
        return values if size > 1 else float(values[0])

    # ---- what may be changed between steps

    @property
    def inputs(self) -> Inputs:
        return Inputs(self._core)

    @property
    def state(self) -> State:
        """Everything that changes, as a value. `simulation.state = state` goes back to it, also after the end or a failure, and
        what follows is the same bit for bit; results after its time are dropped."""
        return self._core.state

    @state.setter
    def state(self, state: State) -> None:
        if self._is_closed:
            raise RunError("the simulation is closed")
        self._core.state = state

    def save_state(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Writes the state to a file; `force=True`: also over something that is no state."""
        self._core.write_state(os.fspath(path), force)

    def load_state(self, path: str | os.PathLike[str]) -> None:
        self.state = self._core.read_state(os.fspath(path))

    # ---- what it has come to

    @property
    def result(self) -> Result:
        """The results so far."""
        if not self._prefix:
            raise RunError("the simulation writes no results (output=False)")
        if self._is_closed or self.is_finished:
            self._core.bring_files_up_to_date()
            return Result(self._prefix + ".nc", keep=self._folder)
        return Result(self._prefix + ".nc", keep=self._folder, writer=self._core)

    def __repr__(self) -> str:
        return f"<Simulation at t = {self.time:g} s of {self.end_time:g} s: {self.formulation}, {self.method}>"


@dataclass(frozen=True)
class Difference:
    """Where two runs differ most in a quantity."""

    unit: str
    largest: float
    scale: float  # the largest value itself
    time: float
    where: str


@dataclass(frozen=True)
class CrossCheck:
    """The model in another formulation: how it differs, or why it was not run."""

    formulation: str
    method: str
    refusal: str
    differences: dict[str, Difference]


def cross_check(model: Model, **options: Any) -> list[CrossCheck]:
    checks = []
    runs, diagnostics = _core.run_otherwise(*model._parts(), options)
    announce(diagnostics_from(diagnostics))
    for formulation, method, refusal, differences in runs:
        found = {name: Difference(*values) for name, values in differences.items()}
        checks.append(CrossCheck(formulation, method, refusal, found))
    return checks
