"""Simulations: in one go, step by step, stopped, resumed, in other formulations; and what goes wrong."""
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
import warnings

import numpy as np
import pytest
from conftest import EXAMPLES, make_mass, make_pendulum

import pintle
from pintle import analysis, at, body, drive, joint, load, node, solver


def every_channel(result):
    return {name: result[name] for name in result}


def assert_same(first, second):
    """Bit for bit."""
    assert list(first) == list(second)
    assert np.array_equal(first.time, second.time)
    for name in first:
        assert np.array_equal(first[name], second[name], equal_nan=True), name


# ---- going on


def test_run_goes_to_the_end(pendulum):
    result = pendulum.run()
    assert len(result.time) == 101 and result.time[-1] == pytest.approx(0.1, abs=1e-12)
    assert result.report["status"] == "finished" and result.report["steps"] == 100


def test_spectral_radius_goes_to_the_method_that_has_one(pendulum):
    for rho in (5, -0.1):
        with pytest.raises(pintle.ModelError, match="must be from 0 to 1"):
            pendulum.run(rho=rho)
    with pytest.raises(pintle.ModelError, match="rk4.*has no spectral radius"):
        pendulum.run(formulation="joint", rho=0.5)
    pendulum.solver = solver.joint(integrator="generalised_alpha", rho=0.9)
    usual, damped = pendulum.run(), pendulum.run(rho=0.1)
    assert damped.settings["rho"] == "0.1"
    assert not np.array_equal(usual["node.bob.position"], damped["node.bob.position"])
    with pytest.raises(pintle.ModelError, match="no spectral radius"):
        pendulum.run(formulation="partitioned", rho=0.5)
    with pytest.raises(pintle.ModelError, match="the joint formulation has no groups to choose from"):
        pendulum.run(group="local")


def test_step_by_step_is_the_run_in_one_go(pendulum):
    with pendulum.simulation() as simulation:
        seen = [simulation["node.bob.position"]]
        while not simulation.is_finished:
            simulation.step()
            seen.append(simulation["node.bob.position"])
    whole = pendulum.run()
    assert_same(simulation.result, whole)
    assert np.array_equal(seen, whole["node.bob.position"])


@pytest.mark.parametrize("formulation", ["absolute", "partitioned", "joint", "linear"])
def test_pieces_make_the_whole(pendulum, formulation):
    pendulum.nodes["bob"].position = [0, 0, -1]
    pendulum.joints["pivot"].b = at("bob", [0, 0, 1], {"rotation_vector": ["-90 deg", 0, 0]})
    pendulum.add(load.force(name="push", at="bob", value=[drive.sine(amplitude=1, angular_velocity=30), 0, 0]))
    with pendulum.simulation(formulation=formulation) as simulation:
        simulation.step(7)
        assert simulation.step_number == 7
        simulation.run(until=0.05)
        assert simulation.time == pytest.approx(0.05, abs=1e-9)
        simulation.run(on_step=lambda s: s.step_number < 80)
        assert simulation.step_number == 80 and not simulation.is_finished
        simulation.run()
    assert simulation.formulation == formulation
    assert_same(simulation.result, pendulum.run(formulation=formulation))


def test_steps_beyond_the_end_are_none(pendulum):
    with pendulum.simulation() as simulation:
        simulation.step(1000)
        assert simulation.is_finished and simulation.step_number == 100
        simulation.step()
        simulation.run(until=5)
        assert simulation.step_number == 100


def test_until_now_takes_no_step(pendulum):
    with pendulum.simulation() as simulation:
        simulation.run(until=0.01)
        simulation.run(until=0.01)
        simulation.run(until=0)
        assert simulation.step_number == 10


def test_options_go_before_the_model(pendulum):
    with pendulum.simulation(step=2e-3, end_time=0.2, rho=0.8) as simulation:
        assert (simulation.step_size, simulation.end_time) == (2e-3, 0.2)
        simulation.run()
    assert len(simulation.result.time) == 101
    assert pendulum.analysis.end_time == 0.1


@pytest.mark.parametrize("options", [{"formulation": "relative"}, {"group": "global"}, {"output": True}, {"output": "folder/"}, {"resume": True}])
def test_options_that_make_no_sense_are_refused(pendulum, options):
    with pytest.raises((ValueError, TypeError)):
        pendulum.simulation(**options)


def test_misspelt_option_is_refused(pendulum):
    with pytest.raises(TypeError, match="end_tim"):
        pendulum.run(end_tim=3)


def test_negative_step_is_a_mistake(pendulum):
    with pytest.raises(pintle.PintleError, match="step"):
        pendulum.run(step=-1)


# ---- on_step


def test_on_step_is_called_after_every_step(pendulum):
    steps = []
    with pendulum.simulation() as simulation:
        simulation.run(on_step=lambda s: steps.append(s.step_number))
    assert steps == list(range(1, 101))


def test_on_step_stops_by_false_only(pendulum):
    for answer, steps in ((False, 1), (np.False_, 1), (None, 100), (0, 100), ("", 100), (np.True_, 100)):
        with pendulum.simulation(output=False) as simulation:
            simulation.run(on_step=lambda _, answer=answer: answer)
            assert simulation.step_number == steps, answer


def test_error_in_on_step_comes_through(pendulum):
    def fail(simulation):
        if simulation.step_number == 3:
            raise ZeroDivisionError("in the controller")

    with pendulum.simulation() as simulation:
        with pytest.raises(ZeroDivisionError, match="in the controller"):
            simulation.run(on_step=fail)
        assert simulation.step_number == 3
        simulation.run()  # it can go on
    assert len(simulation.result.time) == 101


def test_model_run_takes_on_step(pendulum):
    count = []
    pendulum.run(on_step=lambda s: count.append(s.time))
    assert len(count) == 100


# ---- quantities and inputs


def test_quantities_now(pendulum):
    with pendulum.simulation() as simulation:
        assert simulation["time"] == 0
        simulation.step(5)
        position = simulation["node.bob.position"]
        assert position.shape == (3,) and simulation["node.bob.position:z"] == position[2]
        assert simulation["node.bob.position:3"] == position[2]
        assert simulation["node.bob.velocity:length"] == pytest.approx(np.linalg.norm(simulation["node.bob.velocity"]))
        assert isinstance(simulation["joint.pivot.angle"], float)
        assert "node.bob.position" in simulation.channels
        position[0] = 17  # a copy
        assert simulation["node.bob.position"][0] != 17
        with pytest.raises(KeyError, match="did you mean 'node.bob.position'"):
            simulation["node.bob.positon"]
        with pytest.raises(KeyError, match="component"):
            simulation["node.bob.position:w"]


def test_quantities_before_the_first_step_are_those_of_the_first_record(pendulum):
    with pendulum.simulation() as simulation:
        first = {name: simulation[name] for name in simulation.channels}
        simulation.run()
    for name in simulation.result:
        assert np.array_equal(first[name], simulation.result[name][0]), name


def test_inputs_act_from_the_next_step_on():
    model = make_mass(load.force(name="push", at="mass", value=[drive.input(input="push", initial_value=1), 0, 0]))
    with model.simulation(formulation="joint") as simulation:
        assert dict(simulation.inputs) == {"push": 1}
        simulation.run(until=0.5)
        simulation.inputs["push"] = np.float64(-1)
        assert simulation.inputs["push"] == -1 and len(simulation.inputs) == 1 and "push" in simulation.inputs
        simulation.run()
        assert simulation["node.mass.velocity:x"] == pytest.approx(0, abs=1e-12)
        assert simulation["node.mass.position:x"] == pytest.approx(1 + 2 * 0.5 * 0.5 * 0.25)


def test_input_refusals(cart):
    with cart.simulation(output=False) as simulation:
        with pytest.raises(KeyError, match="did you mean 'push'"):
            simulation.inputs["puhs"] = 1
        with pytest.raises(KeyError, match="has no input 'pull'"):
            simulation.inputs["pull"]
        with pytest.raises(ValueError, match="cannot be nan"):
            simulation.inputs["push"] = float("nan")
        with pytest.raises(TypeError):
            del simulation.inputs["push"]
        with pytest.raises((TypeError, ValueError)):
            simulation.inputs["push"] = "much"


# ---- states


@pytest.mark.parametrize("formulation", ["absolute", "partitioned", "joint"])
def test_state_goes_back_bit_for_bit(cart, formulation):
    cart.analysis.end_time = 0.2
    with cart.simulation(formulation=formulation) as simulation:
        simulation.run(until=0.1)
        there = simulation.state
        simulation.run(until=0.2)
        first = simulation["node.pole.position"]
        once = every_channel(simulation.result)
        simulation.state = there
        assert simulation.time == there.time == pytest.approx(0.1)
        assert simulation.state == there
        assert len(simulation.result.time) == 51
        simulation.run()
        assert np.array_equal(first, simulation["node.pole.position"])
    again = every_channel(simulation.result)
    assert all(np.array_equal(once[name], again[name]) for name in once)
    whole = cart.run(formulation=formulation)
    assert np.allclose(whole["node.pole.position"], again["node.pole.position"], rtol=0, atol=1e-9)


def test_state_is_a_value(pendulum):
    with pendulum.simulation(output=False) as simulation:
        first = simulation.state
        q = first.q.copy()
        simulation.step(10)
        assert np.array_equal(first.q, q) and first != simulation.state
        assert (first.time, first.step) == (0, 0)
        assert first.v.shape == first.a.shape == (6,) and first.multipliers.shape == (5,) and first.x.shape == (0,)


def test_state_can_be_tried_out_many_times(cart):
    """Shooting from one state: the same model with different inputs."""
    ends = []
    with cart.simulation(output=False, end_time=1) as simulation:
        simulation.run(until=0.02)
        start = simulation.state
        for push in (-1, 0, 1, 0):
            simulation.state = start
            simulation.inputs["push"] = push
            simulation.run(until=0.1)
            ends.append(simulation["node.cart.position:x"])
    assert ends[0] < ends[1] < ends[2] and ends[1] == ends[3]


def test_state_of_another_model_is_refused(pendulum, cart):
    with pendulum.simulation(output=False) as one, cart.simulation(output=False) as other:
        with pytest.raises(pintle.PintleError):
            one.state = other.state
        with pytest.raises(TypeError):
            one.state = 3
        assert one.state != 3


@pytest.mark.parametrize("source, target", [("absolute", "joint"), ("joint", "absolute"), ("partitioned", "joint"), ("absolute", "partitioned")])
def test_state_may_come_from_another_formulation(cart, source, target):
    with cart.simulation(output=False, formulation=source, end_time=0.2) as first:
        first.run(until=0.1)
        with cart.simulation(output=False, formulation=target, end_time=0.2) as second:
            second.state = first.state
            second.run()
        first.run()
        assert np.allclose(first["node.pole.position"], second["node.pole.position"], rtol=0, atol=1e-6)


def test_small_motions_do_not_go_on_from_large_ones(pendulum):
    pendulum.nodes["bob"].position = [0, 0, -1]
    pendulum.joints["pivot"].b = at("bob", [0, 0, 1], {"rotation_vector": ["-90 deg", 0, 0]})
    with pendulum.simulation(output=False) as one, pendulum.simulation(output=False, formulation="linear") as other:
        with pytest.raises(pintle.RunError, match="linear formulation"):
            other.state = one.state
        other.run()


def test_way_back_from_the_end_and_from_a_failure():
    model = make_mass(load.force(name="push", at="mass", value=["push", 0, 0]), end_time=0.1)
    model.add(drive.callback(name="push", function="push", of="node.mass.position.x"))
    factor = [1.0]
    model.callbacks["push"] = lambda t, x: factor[0] * x
    with model.simulation() as simulation:
        simulation.run(until=0.05)
        there = simulation.state
        first = every_channel(simulation.run())
        factor[0] = float("inf")
        simulation.state = there
        with pytest.raises(pintle.RunError):
            simulation.run()
        factor[0] = 1.0
        simulation.state = there
        result = simulation.run()
        assert result.report["status"] == "finished"
        assert all(np.array_equal(first[name], result[name]) for name in first)


def test_state_files(tmp_path, pendulum):
    with pendulum.simulation(output=False) as simulation:
        simulation.step(10)
        simulation.save_state(tmp_path / "here.state")
        written = simulation.state
        simulation.step(10)
        expected = simulation.state
    with pendulum.simulation(output=False) as simulation:
        simulation.load_state(tmp_path / "here.state")
        assert simulation.step_number == 10 and simulation.state == written
        simulation.step(10)
        assert simulation.state == expected
        with pytest.raises(pintle.RunError, match="nowhere"):
            simulation.load_state(tmp_path / "nowhere.state")
        with pytest.raises(pintle.RunError):
            simulation.save_state(tmp_path / "no folder" / "here.state")


def test_run_is_resumed_from_its_files(tmp_path, pendulum):
    pendulum.output = pintle.output.results(checkpoint_every=20)
    first = pendulum.run(tmp_path / "run", end_time=0.04)
    assert (tmp_path / "run.nc").exists() and (tmp_path / "run.state").exists()
    resumed = pendulum.run(tmp_path / "run", resume=True)
    assert len(first.time) == 41
    assert_same(resumed, pendulum.run())


def test_nothing_to_resume_from(tmp_path, pendulum):
    with pytest.raises(pintle.RunError, match="run.state"):
        pendulum.run(tmp_path / "run", resume=True)


def test_one_simulation_at_a_time_writes_the_files_of_a_prefix(tmp_path, pendulum):
    first = pendulum.simulation(tmp_path / "run")
    first.step(3)
    with pytest.raises(pintle.RunError, match=r"run.lock: process \d+ is writing these files; close\(\) the simulation of this program"):
        pendulum.simulation(tmp_path / "run")
    with pendulum.simulation(tmp_path / "other"):
        pass
    early = first.state
    first.step(3)
    first.state = early  # its files are begun anew from there, by the same simulation
    with pytest.raises(pintle.RunError, match="is writing these files"):
        pendulum.simulation(tmp_path / "run")
    first.close()
    pendulum.run(tmp_path / "run")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.nc", "other.state", "run.nc", "run.state"]


def test_the_lock_goes_with_a_run_that_fails(tmp_path, pendulum):
    def stop(simulation):
        raise KeyError("stop")

    with pytest.raises(KeyError):
        pendulum.run(tmp_path / "run", on_step=stop)
    pendulum.run(tmp_path / "run")


def test_what_is_of_another_kind_stays(tmp_path, pendulum):
    pendulum.linear().animate(0, tmp_path / "run")
    for call in (pendulum.run, pendulum.simulation):
        with pytest.raises(pintle.RunError, match=r"run.nc' is there and holds the results of a linear analysis; .* force=True"):
            call(tmp_path / "run")
    assert len(pendulum.run(tmp_path / "run", force=True).time) == 101
    with pytest.raises(pintle.ResultError, match="holds the results of a run"):
        pendulum.linear().animate(0, tmp_path / "run")
    (tmp_path / "notes.txt").write_text("mine")
    with pendulum.simulation(output=False) as simulation:
        with pytest.raises(pintle.RunError, match="holds something else"):
            simulation.save_state(tmp_path / "notes.txt")
        simulation.save_state(tmp_path / "notes.txt", force=True)
        simulation.save_state(tmp_path / "notes.txt")


def test_results_that_were_cut_are_not_gone_on_with(tmp_path, pendulum):
    pendulum.run(tmp_path / "run", end_time=0.05)
    results = tmp_path / "run.nc"
    size = results.stat().st_size
    os.truncate(results, size - 1)
    with pytest.raises(pintle.RunError, match=f"run.nc: is cut short: {size - 1} of the {size} bytes"):
        pendulum.run(tmp_path / "run", resume=True)


def test_closed_simulation_can_be_resumed(tmp_path, pendulum):
    pendulum.output = pintle.output.results(checkpoint_every=10)
    with pendulum.simulation(tmp_path / "run") as simulation:
        simulation.run(until=0.03)
    with pytest.raises(pintle.RunError, match="closed"):
        simulation.step()
    assert len(simulation.result.time) == 31
    assert_same(pendulum.run(tmp_path / "run", resume=True), pendulum.run())


# ---- formulations


def test_formulations_give_the_same(cart):
    results = {name: cart.run(end_time=0.5, formulation=name) for name in ("absolute", "partitioned", "joint")}
    for name, result in results.items():
        assert np.allclose(result["node.pole.position"], results["joint"]["node.pole.position"], atol=2e-5), name


def test_cross_check(cart):
    cart.analysis.end_time = 0.2
    checks = cart.cross_check()
    assert [check.formulation for check in checks] == ["partitioned", "joint"]
    for check in checks:
        assert not check.refusal and check.method
        assert check.differences["position"].largest < 1e-5
        assert check.differences["position"].unit == "m" and check.differences["position"].where


def test_cross_check_with_functions():
    def spring(t, x):
        return -50 * x

    force = load.force(name="spring", at="mass", value=[pintle.callback(spring, of="node.mass.position.x"), 0, 0])
    for check in make_mass(force, end_time=0.2).cross_check():
        assert not check.refusal and check.differences["position"].largest < 1e-3


# ---- failures and warnings


def make_impossible():
    """A rod of 1 m between points that are 3 m apart and held."""
    model = pintle.Model("Impossible", pintle.analysis.dynamic(end_time=1, step=0.01))
    model.add(node(name="a", position=[3, 0, 0]), body(node="a", mass=1, inertia=[1, 1, 1]))
    model.add(joint.clamp(name="held", a=at("ground", [3, 0, 0]), b="a"))
    model.add(joint.distance(name="rod", a="ground", b="a", length=1))
    return model


def test_model_that_cannot_be_assembled_is_a_model_error():
    with pytest.raises(pintle.ModelError) as caught:
        make_impossible().run()
    assert caught.value.diagnostics and "rod" in str(caught.value)
    with pytest.raises(pintle.ModelError):
        make_impossible().check()


def make_failing(**analysis):
    """Its force is beyond all numbers after half a second."""
    blow = drive.expression(expression="exp(1000*max(t - 0.5, 0)^2*1000)")
    return make_mass(load.force(name="blow", at="mass", value=[blow, 0, 0]), **analysis)


def test_step_that_fails_is_explained_and_keeps_the_results():
    with pytest.raises(pintle.RunError) as caught:
        make_failing(end_time=3).run()
    error = caught.value
    assert "t =" in str(error)
    assert error.result is not None and 0.4 < error.result.time[-1] < 3
    assert error.result.report["status"] == "failed"


def test_failed_simulation_says_so_again():
    with make_failing(end_time=3).simulation() as simulation:
        for _ in range(2):
            with pytest.raises(pintle.RunError):
                simulation.run()
        assert simulation.report["status"] == "failed"
        assert not simulation.is_finished


def test_failure_without_files():
    with make_failing(end_time=3).simulation(output=False) as simulation:
        with pytest.raises(pintle.RunError) as caught:
            simulation.run()
    assert caught.value.result is None


def make_redundant(pendulum):
    pendulum.add(joint.in_plane(name="once more", a=at("ground", orientation={"rotation_vector": ["-90 deg", 0, 0]}), b="bob"))
    return pendulum


def test_warnings_of_the_model_are_warnings_here(pendulum):
    make_redundant(pendulum)
    with pytest.warns(pintle.ModelWarning, match="redundant") as caught:
        pendulum.run()
    assert [item.filename for item in caught] == [__file__]
    with pytest.warns(pintle.ModelWarning, match="redundant") as caught:
        pendulum.simulation(output=False)
    assert [item.filename for item in caught] == [__file__]
    assert [item.severity for item in pendulum.check()] == ["warning"]


def test_warnings_of_reading_are_told_as_well(pendulum):
    pendulum.add(drive.input(name="torque"))
    for action in (pintle.Model.run, pintle.Model.simulation, pintle.Model.cross_check, pintle.Model.linear, pintle.Model.equilibrium):
        with pytest.warns(pintle.ModelWarning, match="'torque' .* is never used") as caught:
            action(pendulum)
        assert [item.filename for item in caught] == [__file__]


def test_warnings_of_a_cross_check_come_once(pendulum):
    make_redundant(pendulum)
    with pytest.warns(pintle.ModelWarning, match="redundant") as caught:
        pendulum.cross_check()
    texts = [str(item.message) for item in caught]
    assert len(texts) == len(set(texts)) and {item.filename for item in caught} == {__file__}


def test_messages_use_the_words_of_python(pendulum, cart, tmp_path):
    def told(action):
        with pytest.raises(pintle.PintleError) as caught:
            action()
        assert not re.search(r"(^|[\s`])-{1,2}[a-z]|`pintle ", str(caught.value)), caught.value
        return str(caught.value)

    assert "\nend_time: error" in told(lambda: pendulum.run(end_time=-1))
    assert "\nstep: error" in told(lambda: pendulum.run(step=-1))
    assert "output=..." in told(lambda: pendulum.run(tmp_path / "none" / "run"))
    assert "analysis.dynamic(" in told(lambda: pintle.Model("Nothing", node(name="a")).run())
    assert "help(pintle.node)" in told(lambda: pintle.Model("Nothing", analysis.dynamic(end_time=1, step=1)).run())
    pendulum.add(joint.linear_velocity(at="bob", direction=[0, 1, 0]))
    assert 'formulation="absolute"' in told(lambda: pendulum.run(formulation="partitioned"))
    pendulum.solver = solver.absolute(method="crank_nicolson")
    assert "\nrho: error" in told(lambda: pendulum.run(rho=0.5))


def test_warning_can_be_made_an_error(pendulum):
    make_redundant(pendulum)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(pintle.ModelWarning):
            pendulum.run()


def test_no_output_no_result(pendulum, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pendulum.simulation(output=False) as simulation:
        simulation.run(until=0.05)
        assert simulation["joint.pivot.angle"] != 0
        with pytest.raises(pintle.RunError, match="output=False"):
            simulation.result
        simulation.run()
    assert list(tmp_path.iterdir()) == []


def test_run_without_output_is_a_run(pendulum):
    assert pendulum.run(output=False) is None


def test_folder_that_is_missing(pendulum, tmp_path):
    with pytest.raises(pintle.RunError, match="missing"):
        pendulum.run(tmp_path / "missing" / "run")


def test_analyses_at_rest_are_not_run(pendulum):
    pendulum.analysis = pintle.analysis.equilibrium()
    with pytest.raises(pintle.RunError, match="model.equilibrium()"):
        pendulum.run()


def test_files_go_with_the_result(pendulum):
    result = pendulum.run()
    folder = result.path.parent
    assert folder.exists()
    del result
    assert not folder.exists()


def test_simulations_print_themselves(pendulum):
    with pendulum.simulation(output=False) as simulation:
        assert repr(simulation).startswith("<Simulation at t = 0 s of 0.1 s: absolute, ")
        assert simulation.method in repr(simulation)


# ---- Ctrl-C


def test_interrupt_leaves_whole_files(tmp_path):
    program = tmp_path / "long.py"
    program.write_text(textwrap.dedent(f"""
        import pintle
        model = pintle.read_model({str(EXAMPLES / 'heavy_top.json')!r})
        print("running", flush=True)
        try:
            model.run("run", formulation="joint", end_time=1e5)
        except KeyboardInterrupt:
            result = pintle.read_result("run.nc")
            print(len(result.time), result.time[-1], result.report["status"], flush=True)
            raise
    """))
    process = subprocess.Popen([sys.executable, program], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "running\n"
    while process.poll() is None and not (tmp_path / "run.state").exists():
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=250)
    assert "KeyboardInterrupt" in err and process.returncode != 0
    records, last, status = out.split()
    assert int(records) > 10 and status == "stopped"
    model = pintle.read_model(EXAMPLES / "heavy_top.json")
    more = model.run(tmp_path / "run", resume=True, formulation="joint", end_time=float(last) + 0.05)
    assert len(more.time) > int(records)
