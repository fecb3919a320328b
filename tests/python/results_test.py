"""Results: arrays, datasets, exports, plots, reports; files that are damaged, or still being written."""
import csv
import html
import json
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from conftest import PINTLE, SOURCE, make_pendulum

import pintle

NODE = shutil.which("node")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A run with its files in a folder."""
    return make_pendulum().run(tmp_path_factory.mktemp("pendulum") / "pendulum")


def columns(path):
    """The numbers of a table by the heads of its columns."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.reader(line for line in file if not line.startswith("#"))]
    return dict(zip(rows[0], np.array(rows[1:], dtype=float).T))


def ncdump(path, variable):
    text = subprocess.run(["ncdump", "-p", "17,17", "-v", variable, path], capture_output=True, text=True, check=True).stdout
    return np.array([float(word) for word in re.split(r"[\s,;]+", text.split("\ndata:\n")[1].split("=", 1)[1].rsplit("}", 1)[0]) if word])


# ---- arrays


def test_arrays_are_what_netcdf_says(files):
    for name in ("node.bob.position", "joint.pivot.angle", "system.kinetic_energy"):
        assert np.array_equal(ncdump(files.path, name), files[name].ravel())
    assert np.array_equal(ncdump(files.path, "time"), files.time)
    assert files["node.bob.position"].dtype == np.float64 and files["node.bob.position"].flags.c_contiguous


def test_arrays_are_what_the_command_exports(files, tmp_path):
    subprocess.run([PINTLE, "export", files.path, "-o", tmp_path / "command.csv"], check=True, capture_output=True)
    files.export(tmp_path / "package.csv")
    assert (tmp_path / "command.csv").read_bytes() == (tmp_path / "package.csv").read_bytes()
    table = columns(tmp_path / "command.csv")
    assert len(table) > 50
    position = next(values for name, values in table.items() if name.startswith("node.bob.position") and "z" in name)
    assert np.allclose(position, files["node.bob.position:z"], rtol=1e-9)


def test_components_and_patterns(files):
    position = files["node.bob.position"]
    for number, letter in enumerate("xyz"):
        assert np.array_equal(files[f"node.bob.position:{letter}"], position[:, number])
        assert np.array_equal(files[f"node.bob.position:{number + 1}"], position[:, number])
    assert np.allclose(files["node.bob.position:length"], np.linalg.norm(position, axis=1))
    assert files["node.bob.quaternion"].shape == (101, 4) and np.array_equal(files["node.bob.quaternion:w"], files["node.bob.quaternion"][:, 0])
    found = files.select("node.*.position:z")
    assert list(found) == ["node.bob.position:z"]
    assert len(files.select("joint.*")) > 3
    assert np.array_equal(files["time"], files.time)


def test_unknown_channels_bring_suggestions(files):
    with pytest.raises(KeyError, match="^\"result 'Pendulum': there is no channel 'node.bob.positon'; did you mean 'node.bob.position'"):
        files["node.bob.positon"]
    with pytest.raises(KeyError, match="result.select"):
        files["node.bob.*"]
    with pytest.raises(KeyError, match="result 'Pendulum': there is no channel 'nothing.*'; result.channels lists"):
        files.select("nothing.*")
    with pytest.raises(KeyError):
        files["node.bob.position:q"]
    assert "node.bob.position" in files and "node.bob.positon" not in files
    assert files.get("node.bob.positon") is None


def test_channels_have_units_and_descriptions(files):
    channel = files.channels["node.bob.velocity"]
    assert (channel.name, channel.unit, channel.size) == ("node.bob.velocity", "m/s", 3) and channel.doc
    assert len(files) == len(list(files)) == len(files.channels)
    assert files.title == "Pendulum" and files.settings and files.report["status"] == "finished"
    assert repr(files) == f"<Result 'Pendulum': 101 records, t = 0 to 0.1 s, {len(files)} channels>"


def test_dataset_of_xarray(files):
    xarray = pytest.importorskip("xarray")
    data = files.to_xarray()
    assert isinstance(data, xarray.Dataset) and set(data.data_vars) == set(files)
    assert np.array_equal(data["node.bob.position"].values, files["node.bob.position"])
    assert data["node.bob.position"].attrs["units"] == "m" and data["time"].attrs["units"] == "s"
    assert data["joint.pivot.angle"].dims == ("time",)
    assert np.array_equal(data["node.bob.position"].sel(components3="z").values, files["node.bob.position:z"])
    assert list(data["components4"].values) == ["w", "x", "y", "z"]
    assert float(data["joint.pivot.angle"].sel(time=0.05, method="nearest")) == pytest.approx(files["joint.pivot.angle"][50])
    some = files.to_xarray(["node.*.position:z", "joint.pivot.angle"])
    assert set(some.data_vars) == {"node.bob.position:z", "joint.pivot.angle"}
    assert some["node.bob.position:z"].attrs["units"] == "m"
    assert data.attrs["title"] == "Pendulum"


def test_package_does_without_xarray(files):
    program = f"""
import sys
sys.modules["xarray"] = None
import pintle
result = pintle.read_result({str(files.path)!r})
print(len(result.time))
try:
    result.to_xarray()
except ImportError as error:
    print(error)
"""
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert out.startswith("101\n") and "xarray" in out


# ---- files


def test_results_read_by_name(files):
    again = pintle.read_result(files.path)
    assert again.path == files.path and np.array_equal(again.time, files.time)


def test_missing_and_damaged_files_are_explained(files, tmp_path):
    with pytest.raises(pintle.ResultError, match="nowhere.nc"):
        pintle.read_result(tmp_path / "nowhere.nc")
    (tmp_path / "text.nc").write_text("no results")
    with pytest.raises(pintle.ResultError, match="text.nc"):
        pintle.read_result(tmp_path / "text.nc")
    with pytest.raises(pintle.ResultError):
        pintle.read_result(tmp_path)
    whole = files.path.read_bytes()
    for part in (10, 1000, len(whole) // 2):
        (tmp_path / "part.nc").write_bytes(whole[:part])
        try:  # records that are whole may be read, all else is told
            part_of_it = pintle.read_result(tmp_path / "part.nc")
            assert len(part_of_it.time) <= 101
            for name in part_of_it:
                values = part_of_it[name]
                assert np.array_equal(values, files[name][: len(values)])
        except (pintle.ResultError, KeyError) as error:
            assert "part.nc" in str(error)


def test_file_that_is_cut_short_while_it_is_open(tmp_path, pendulum):
    result = pendulum.run(tmp_path / "run")
    with open(result.path, "r+b") as file:
        file.truncate(result.path.stat().st_size // 2)
    for look in (lambda: result["node.bob.position"], lambda: result.select("node.*.velocity:x"), result.page):
        with pytest.raises(pintle.ResultError, match=r"run.nc: is cut short: \d+ of its 101 records are there"):
            look()


def test_file_that_a_new_run_replaces(tmp_path, pendulum):
    first = pendulum.run(tmp_path / "run")
    pendulum.analysis.end_time = 0.05
    second = pendulum.run(tmp_path / "run")
    assert len(second.time) == 51
    try:
        assert len(first["node.bob.position"]) in (51, 101)
    except (pintle.ResultError, KeyError) as error:
        assert "run.nc" in str(error)


def test_results_while_the_run_goes_on(pendulum):
    with pendulum.simulation() as simulation:
        simulation.step(10)
        result = simulation.result
        assert len(result.time) == 11 and result.report == {}
        simulation.step(30)
        assert simulation.result["node.bob.position"].shape[0] == 41
        assert result.refresh()
        assert len(result.time) == 41 and len(result["node.bob.position"]) == 41
        assert not result.refresh()
        simulation.run()
    assert result.refresh() and len(result.time) == 101
    assert result.report["status"] == "finished"


# ---- looking at it


@pytest.mark.parametrize("name", ["all.csv", "motion.glb", "motion.gltf", "scene.pvd"])
def test_exports(files, tmp_path, name):
    files.export(tmp_path / name)
    assert (tmp_path / name).stat().st_size > 100


def test_export_of_a_choice(files, tmp_path):
    files.export(tmp_path / "part.csv", "node.bob.position", start=0.02, end=0.08, every=2)
    table = columns(tmp_path / "part.csv")
    assert len(table) == 4
    times = next(iter(table.values()))
    assert times[0] == pytest.approx(0.02) and times[-1] == pytest.approx(0.08) and len(times) == 31


def test_export_refusals(files, tmp_path):
    with pytest.raises(pintle.ResultError, match="all.xlsx: files to export end in .* others take format=..."):
        files.export(tmp_path / "all.xlsx")
    with pytest.raises(pintle.ResultError, match="^every and frames begin at 1"):
        files.export(tmp_path / "all.csv", every=0)
    with pytest.raises(pintle.ResultError, match="positon"):
        files.export(tmp_path / "all.csv", "node.bob.positon")
    with pytest.raises(pintle.ResultError, match="missing"):
        files.export(tmp_path / "missing" / "all.csv")


@pytest.mark.skipif(not shutil.which("gnuplot"), reason="gnuplot draws")
@pytest.mark.parametrize("ending, begin", [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_plots(files, tmp_path, ending, begin):
    other = make_pendulum(length=1.2).run()
    files.plot(tmp_path / f"plot.{ending}", "node.bob.position:z", "joint.pivot.angle", others=[other], title="Two", start=0.01)
    assert (tmp_path / f"plot.{ending}").read_bytes().startswith(begin)
    with pytest.raises(pintle.ResultError, match="did you mean"):
        files.plot(tmp_path / f"wrong.{ending}", "node.bob.positon")
    with pytest.raises(pintle.ResultError, match="^difference=True takes two results"):
        files.plot(tmp_path / f"wrong.{ending}", "node.bob.position", difference=True)


def test_report_page(files, tmp_path):
    page = files.save_report(tmp_path / "report.html")
    assert page == tmp_path / "report.html"
    text = page.read_text(encoding="utf-8")
    assert text == files.page() and text.lstrip().lower().startswith("<!doctype html>") and "Pendulum" in text
    assert "http://" not in re.sub(r"http://www\.w3\.org/[^\"' ]*", "", text.split("<script", 1)[0])
    both = files.page(make_pendulum(length=1.5).run())
    assert len(both) > len(text)


def test_report_opens_in_a_browser(files, tmp_path, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    page = files.view()
    assert opened == [page.absolute().as_uri()] and page.exists()
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    files.view()
    assert "open" in capsys.readouterr().out


def test_notebook_shows_the_viewer(files):
    cell = files._repr_html_()
    assert cell.startswith("<iframe") and cell.endswith("</iframe>")
    source = re.search(r'srcdoc="([^"]*)"', cell).group(1)
    assert html.unescape(source) == files.page()


@pytest.mark.skipif(not NODE or not (SOURCE / "viewer/node_modules/playwright-core").exists(), reason="no browser at hand")
def test_cell_of_a_notebook_plays_in_a_browser(tmp_path):
    """The output of a cell as a notebook shows it: among others, in an iframe."""
    result = make_pendulum(end_time=2, step=5e-3).run()
    page = tmp_path / "notebook.html"
    page.write_text(f"<!doctype html><html><body><h1>A notebook</h1><pre>In [1]: model.run()</pre>{result._repr_html_()}</body></html>")
    script = SOURCE / "tests/python/play_cell.mjs"
    picture = tmp_path / "cell.png"
    done = subprocess.run([NODE, script, page, picture], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    seen = json.loads(done.stdout)
    assert seen["errors"] == []
    assert seen["later"] > seen["start"] and picture.stat().st_size > 5000
    assert seen["later"] <= 2


def test_what_is_of_another_kind_stays(files, tmp_path):
    notes = tmp_path / "notes"
    for ending, write in {
        "html": lambda path, **force: files.save_report(path, **force),
        "csv": lambda path, **force: files.export(path, **force),
        "png": lambda path, **force: files.plot(path, "node.bob.position", **force),
    }.items():
        path = notes.with_suffix(f".{ending}")
        path.write_text("mine")
        with pytest.raises(pintle.ResultError, match=r"is there and holds something else; .* force=True"):
            write(path)
        assert path.read_text() == "mine"
        write(path, force=True)
        write(path)
    with pytest.raises(pintle.ResultError, match="this is the file that is read"):
        files.save_report(files.path, force=True)
