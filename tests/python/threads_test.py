"""Threads: others run while a simulation solves, simulations run beside each other, files do not get mixed up."""
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import make_mass, make_pendulum

import pintle
from pintle import at, body, callback, joint, load, node


def make_chain(links, **analysis):
    axis = {"rotation_vector": ["-90 deg", 0, 0]}
    model = pintle.Model("Chain", pintle.gravity(acceleration=[0, 0, -9.81]), pintle.analysis.dynamic(**analysis))
    before = at("ground", orientation=axis)
    for i in range(links):
        link = model.add(node(name=f"link {i}", position=[i + 0.5, 0, 0]))
        model.add(body(name=f"link {i}", node=link, mass=1, inertia=[0.01, 0.1, 0.1]))
        model.add(joint.revolute_hinge(name=f"hinge {i}", a=before, b=at(link, [-0.5, 0, 0], axis)))
        before = at(link, [0.5, 0, 0], axis)
    return model


def gets_turns_while_solving(model):
    """Whether another thread gets more turns than it would between slices of 50 ms, where it gets one now and then anyway."""
    ticks, is_over = [], threading.Event()

    def watch():
        while not is_over.is_set():
            time.sleep(0.001)
            ticks.append(time.perf_counter())

    watcher = threading.Thread(target=watch)
    watcher.start()
    begin = time.perf_counter()
    model.run(output=False)
    end = time.perf_counter()
    is_over.set()
    watcher.join()
    return sum(begin < tick < end for tick in ticks) > 3 * ((end - begin) / 0.05 + 1)


def test_others_run_while_it_solves():
    """Never, if the interpreter were not let go; not always, where other work keeps the machine from it."""
    model = make_chain(60, end_time=1, step=1e-3)
    assert any(gets_turns_while_solving(model) for _ in range(20))


def test_two_runs_beside_each_other():
    """Each waits in the middle for the other to come there."""
    together, has_met = threading.Barrier(2, timeout=250), threading.local()
    are_two = False

    def meet(t):
        if are_two and t > 0.1 and not hasattr(has_met, "is_so"):
            has_met.is_so = True
            together.wait()
        return 0.0

    model = make_chain(40, end_time=0.2, step=1e-3)
    model.add(load.force(name="nothing", at="link 3", value=[callback(meet), 0, 0]))
    alone = model.run()
    are_two = True
    with ThreadPoolExecutor(2) as pool:
        results = [job.result() for job in [pool.submit(model.run) for _ in range(2)]]
    for result in results:
        for name in alone:
            assert np.array_equal(alone[name], result[name]), name


def test_eight_threads_with_files_and_functions(tmp_path):
    """All of it at once: files being written, read and exported, functions of Python called."""
    def one(number):
        model = make_pendulum(length=1 + 0.1 * number)
        model.add(load.force(name="push", at="bob", value=[callback(lambda t: number * t), 0, 0]))
        last = []
        for turn in range(4):
            result = model.run(tmp_path / f"run {number}")
            assert np.allclose(result["load.push.force"][:, 0], number * result.time)
            last.append(result["node.bob.position"])
            result.export(tmp_path / f"run {number}.csv", "node.bob.position")
            assert np.array_equal(result.select("node.*.position")["node.bob.position"], last[-1])
        assert all(np.array_equal(last[0], item) for item in last)
        return last[0]

    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(one, range(8)))
    for number in (0, 7):
        assert np.array_equal(together[number], one(number))


def test_one_result_read_by_many(pendulum):
    result = pendulum.run()
    expected = {name: result[name] for name in result}
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda name: (name, result[name]), list(result) * 5):
            assert np.array_equal(expected[found[0]], found[1])


def test_simulation_of_another_thread_is_not_disturbed():
    """A second thread that asks a simulation at work is refused or served between steps, never let in."""
    model = make_chain(30, end_time=1e4, step=1e-3)
    with model.simulation(output=False) as simulation:
        stop = threading.Event()
        worker = threading.Thread(target=lambda: simulation.run(on_step=lambda s: s.step_number < 100 or not stop.is_set()))
        worker.start()
        while not stop.is_set():
            try:
                simulation["time"]
            except pintle.RunError:  # refused
                stop.set()
        worker.join()
        steps, once = simulation.step_number, simulation["node.link 29.position"]
    with model.simulation(output=False) as simulation:
        simulation.step(steps)
        assert np.allclose(once, simulation["node.link 29.position"], rtol=0, atol=1e-12)


def test_error_of_one_thread_stays_there():
    def bad(t):
        raise RuntimeError("of this thread")

    models = [make_mass(load.force(at="mass", value=[callback(bad if i % 2 else lambda t: 1.0), 0, 0])) for i in range(8)]

    def run(model):
        try:
            return model.run().report["status"]
        except RuntimeError as error:
            return str(error)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(run, models)) == ["finished", "of this thread"] * 4


def test_functions_that_sleep_let_others_run():
    def slow(t):
        time.sleep(0.0005)
        return 1.0

    model = make_mass(load.force(at="mass", value=[callback(slow), 0, 0]), end_time=0.2)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: model.run(), range(4)))
    assert all(result["node.mass.velocity"][-1, 0] == pytest.approx(0.1) for result in results)
