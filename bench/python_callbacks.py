#!/usr/bin/env python3
"""What Python costs within a run: functions in the equations, controllers after the steps, readings.

    PYTHONPATH=build/release/python /usr/bin/python3 bench/python_callbacks.py

A call's overhead is the time of a run with a function, less that of the same run with a formula, over the number of calls, less
the time of a plain call of the function from Python. Times are those of the thread on the processor, the least of several rounds.
"""
import time

import numpy as np

import pintle
from pintle import analysis, body, callback, drive, load, node

ROUNDS, STEPS = 7, 20000


def mass(value):
    model = pintle.Model("Mass", analysis.dynamic(end_time=STEPS * 1e-3, step=1e-3))
    model.add(node(name="mass", position=[1, 0, 0]), body(node="mass", mass=2, inertia=[0.1, 0.1, 0.1]))
    model.add(load.force(name="push", at="mass", value=value))
    model.add(load.force(name="input", at="mass", value=[0, 0, drive.input(input="push")]))
    return model


def seconds(action):
    """The least time on the processor."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.thread_time()
        action()
        best = min(best, time.thread_time() - begin)
    return best


def run_time(model, on_step=None):
    """Of the steps alone."""
    best = float("inf")
    for _ in range(ROUNDS):
        with model.simulation(output=False, formulation="joint") as simulation:
            begin = time.thread_time()
            simulation.run(on_step=on_step)
            best = min(best, time.thread_time() - begin)
    return best


class Counted:
    """Counts the calls of a function, in a run of its own."""

    def __init__(self, function):
        self.function, self.calls = function, 0

    def __call__(self, *arguments):
        self.calls += 1
        return self.function(*arguments)


def plain_call(function, *arguments, count=200000):
    def calls():
        for _ in range(count):
            function(*arguments)

    def nothing():
        for _ in range(count):
            pass

    return (seconds(calls) - seconds(nothing)) / count


def function_row(title, function, formula, arguments, **options):
    counted = Counted(function)
    run_time_counted = mass(value_of(counted, options))
    with run_time_counted.simulation(output=False, formulation="joint") as simulation:
        counted.calls = 0
        simulation.run()
    calls = counted.calls
    with_function = run_time(mass(value_of(function, options)))
    with_formula = run_time(mass(formula))
    plain = plain_call(function, *arguments)
    whole = (with_function - with_formula) / calls
    print(f"| {title} | {calls / STEPS:.1f} | {1e6 * with_formula / STEPS:.2f} | {1e6 * with_function / STEPS:.2f} | "
          f"{with_function / with_formula:.2f} | {1e6 * whole:.2f} | {1e6 * plain:.2f} | {1e6 * (whole - plain):.2f} |")


def value_of(function, options):
    made = callback(function, **options)
    return made if isinstance(made, list) else [made, 0, 0]


def main():
    print("| function | calls/step | formula, us/step | function, us/step | ratio | us/call | plain call, us | overhead, us |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    function_row("of the time: 0.0", lambda t: 0.0, ["0*t", 0, 0], (0.1,))
    function_row("of 2 numbers: -x - v", lambda t, x, v: -x - v, ["-node.mass.position.x - node.mass.velocity.x", 0, 0], (0.1, 0.2, 0.3),
                 of=["node.mass.position.x", "node.mass.velocity.x"])
    vector = np.array([1.0, 2.0, 3.0])
    function_row("of a vector, 3 components: (0, 0, 0)", lambda t, p: (0.0, 0.0, 0.0), [f"0*node.mass.position.{c}" for c in "xyz"],
                 (0.1, vector), of="node.mass.position.xyz", components=3)
    function_row("of 2 vectors, 3 components: -p - v", lambda t, p, v: -p - v,
                 [f"-node.mass.position.{c} - node.mass.velocity.{c}" for c in "xyz"], (0.1, vector, vector),
                 of=["node.mass.position.xyz", "node.mass.velocity.xyz"], components=3)

    model = mass(["-node.mass.position.x", 0, 0])
    without = run_time(model)
    print("\n| after every step | us/step | more than without |")
    print("| --- | --- | --- |")
    print(f"| nothing | {1e6 * without / STEPS:.2f} | |")

    def look(simulation):
        simulation["node.mass.position:x"]

    def control(simulation):
        simulation.inputs["push"] = -simulation["node.mass.position:x"]

    for title, on_step in (("an empty function", lambda s: None), ("a reading", look), ("a reading and an input", control)):
        took = run_time(model, on_step)
        print(f"| {title} | {1e6 * took / STEPS:.2f} | {1e6 * (took - without) / STEPS:.2f} |")

    with model.simulation(output=False, formulation="joint") as simulation:
        simulation.step()
        simulation["time"]
        print("\n| at one state | us |")
        print("| --- | --- |")
        for title, action in (("simulation[\"time\"]", lambda: simulation["time"]),
                              ("simulation[\"node.mass.position\"]", lambda: simulation["node.mass.position"]),
                              ("simulation[\"node.mass.position:x\"]", lambda: simulation["node.mass.position:x"]),
                              ("simulation.inputs[\"push\"] = 0", lambda: simulation.inputs.__setitem__("push", 0.0)),
                              ("simulation.step()", simulation.step)):
            print(f"| {title} | {1e6 * plain_call(action, count=2000):.2f} |")


if __name__ == "__main__":
    main()
