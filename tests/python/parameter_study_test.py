"""Two hundred runs in one process: right, and nothing is left behind."""
import ctypes
import gc
import math
import os
import sys
import tempfile

import numpy as np
import pytest
from conftest import make_pendulum

from pintle import callback, load

G = 9.81


class Mallinfo(ctypes.Structure):
    """What glibc's allocator tells, in bytes: uordblks in use, hblkhd in blocks of their own."""

    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]


def in_use():
    """Bytes that were asked for and not given back, and objects of Python. How much the system keeps resident for the process
    is another thing: that follows from what else the machine does."""
    gc.collect()
    mallinfo2 = ctypes.CDLL(None).mallinfo2
    mallinfo2.restype = Mallinfo
    told = mallinfo2()
    return told.uordblks + told.hblkhd, sys.getallocatedblocks()


def period_of(result):
    """From crossings of the vertical, upward and downward."""
    x = result["node.bob.position"][:, 0]
    at = np.flatnonzero(np.sign(x[1:]) != np.sign(x[:-1]))
    crossings = result.time[at] - x[at] * (result.time[at + 1] - result.time[at]) / (x[at + 1] - x[at])
    return 2 * np.diff(crossings).mean()


def swing(model, length):
    """Released 0.05 rad beside the vertical."""
    angle = 0.05
    model.nodes["bob"].position = [length * math.sin(angle), 0, -length * math.cos(angle)]
    model.joints["pivot"].b = {"node": "bob", "offset": [-length * math.sin(angle), 0, length * math.cos(angle)],
                               "orientation": {"rotation_vector": ["-90 deg", 0, 0]}}
    return model


def assert_nothing_is_left(before, after, runs):
    """Not a kilobyte for each of the runs, nor ten objects: the interpreter keeps some for later."""
    assert after[0] - before[0] < 1000 * runs, f"{after[0] - before[0]} bytes more"
    assert after[1] - before[1] < 10 * runs, f"{after[1] - before[1]} objects more"


@pytest.fixture
def own_temporary_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_two_hundred_runs_leave_nothing_behind(own_temporary_folder):
    model = make_pendulum(end_time=4, step=4e-3)
    # Now and then a function, a run that is not ended, one that fails.
    model.add(load.force(name="none", at="bob", value=[callback(lambda t: 0.0), 0, 0]))
    lengths = np.linspace(0.3, 2.0, 200)
    periods = []
    for number, length in enumerate(lengths):
        swing(model, length)
        result = model.run(formulation="joint")
        periods.append(period_of(result))
        if number % 10 == 0:
            with model.simulation() as simulation:
                simulation.step(3)
            with pytest.raises(ZeroDivisionError), model.simulation() as simulation:
                simulation.run(on_step=lambda s: 1 / 0)
        if number == 50:
            del result, simulation
            before = in_use(), len(os.listdir("/proc/self/fd")), len(os.listdir(own_temporary_folder))
    del result, simulation
    after = in_use(), len(os.listdir("/proc/self/fd")), len(os.listdir(own_temporary_folder))
    assert_nothing_is_left(before[0], after[0], runs=149)
    assert after[1:] == before[1:] and after[2] == 0

    # 2 pi sqrt(I / (m g l)) (1 + a^2 / 16)
    expected = 2 * np.pi * np.sqrt((2 * lengths**2 + 0.01) / (2 * G * lengths)) * (1 + 0.05**2 / 16)
    assert np.allclose(periods, expected, rtol=2e-5)


def test_models_that_come_and_go_leave_nothing_behind():
    def build():
        model = make_pendulum()
        model.add(load.force(name="push", at="bob", value=callback(lambda t, p: -p, of="node.bob.position.xyz", components=3)))
        model.check()
        model.linear()
        model.copy().to_json()

    for _ in range(50):
        build()
    before = in_use()
    for _ in range(200):
        build()
    assert_nothing_is_left(before, in_use(), runs=200)
