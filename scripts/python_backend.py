"""Builds the Python package for pip (PEP 517, 660): CMake makes the module and the command, and this packs them as a wheel.

It builds in build/release where that is configured for the Python that asks, otherwise in a folder of its own. Another one is chosen by
`pip install . --config-settings build-dir=FOLDER`, or PINTLE_BUILD_DIR in the environment; configure it with CMake as you like.
"""
import base64
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOABI = sysconfig.get_config_var("SOABI")  # "cpython-311-x86_64-linux-gnu"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = re.search(r"project\(pintle VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
STEM = f"pintle-{VERSION}"


def get_requires_for_build_wheel(config_settings=None):
    return []  # what is needed comes from Debian's packages


get_requires_for_build_editable = get_requires_for_build_sdist = get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = Path(metadata_directory) / f"{STEM}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_bytes(metadata())
    return folder.name


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    folder = build(config_settings)
    made = folder / "python/pintle"
    files = [path for path in (ROOT / "python/pintle").iterdir() if path.suffix in (".py", ".pyi", ".typed")]
    files += [made / "kinds.pyi", made / f"_core.{SOABI}.so"]
    contents = {f"pintle/{path.name}": path.read_bytes() for path in sorted(files)}
    return write_wheel(wheel_directory, contents, (folder / "pintle").read_bytes())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package and the command stay where they are built: what is changed is there after the next build."""
    folder = build(config_settings)
    command = f'#!/bin/sh\nexec "{folder}/pintle" "$@"\n'
    return write_wheel(wheel_directory, {"pintle.pth": f"{folder}/python\n".encode()}, command.encode())


def build_sdist(sdist_directory, config_settings=None):
    """What git knows of, as it is in the checkout."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        sys.exit(f"pintle: sources are packed from a git checkout, which {ROOT} is not\n{listed.stderr}")
    name = f"{STEM}.tar.gz"
    with tarfile.open(Path(sdist_directory) / name, "w:gz") as archive:
        for path in filter(None, listed.stdout.split("\0")):
            if (ROOT / path).exists():
                archive.add(ROOT / path, f"{STEM}/{path}")
        about = tarfile.TarInfo(f"{STEM}/PKG-INFO")
        about.size = len(metadata())
        archive.addfile(about, io.BytesIO(metadata()))
    return name


# ---- building


def build(config_settings):
    """Builds the package and the command; gives back the folder."""
    if not shutil.which("cmake"):
        give_up("cmake is missing")
    os.environ.setdefault("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count()))
    folder = build_folder(config_settings or {})
    if not is_for_this_python(folder):
        os.environ.setdefault("CMAKE_GENERATOR", "Ninja")
        python = Path(sys.executable).resolve()  # that of a virtual environment is a link, which may vanish
        options = ["-DPINTLE_PYTHON=ON", f"-DPython3_EXECUTABLE={python}"]
        if not (folder / "CMakeCache.txt").exists():
            options.append("-DPINTLE_TESTS=OFF")
        run("cmake", "-S", ROOT, "-B", folder, *options)
    run("cmake", "--build", folder, "--target", "pintle", "pintle_python")
    return folder


def build_folder(settings):
    chosen = settings.get("build-dir") or os.environ.get("PINTLE_BUILD_DIR")
    if chosen:
        return Path(chosen).resolve()
    usual = ROOT / "build/release"
    return usual if is_for_this_python(usual) else ROOT / "build" / sys.implementation.cache_tag


def is_for_this_python(folder):
    try:
        cache = (folder / "CMakeCache.txt").read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return False
    wanted = {"PINTLE_PYTHON:BOOL=ON", f"PINTLE_PYTHON_SOABI:INTERNAL={SOABI}", f"CMAKE_HOME_DIRECTORY:INTERNAL={ROOT}"}
    return wanted <= set(cache)


def run(*command):
    if subprocess.run(command).returncode:
        give_up("the build failed; its messages are above")


def give_up(reason):
    sys.exit(f"pintle: {reason}.\nOn Debian 12 `make packages` in {ROOT} installs all that a build needs.")


# ---- packing


def metadata():
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {PROJECT['name']}",
        f"Version: {VERSION}",
        f"Summary: {PROJECT['description']}",
        f"License: {PROJECT['license']['text']}",
        "License-File: LICENSE",
        f"Requires-Python: {PROJECT['requires-python']}",
        *(f"Requires-Dist: {name}" for name in PROJECT["dependencies"]),
    ]
    for extra, names in PROJECT["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {name}; extra == "{extra}"' for name in names)]
    return ("\n".join(lines) + "\n").encode()


def write_wheel(directory, contents, command):
    python = f"cp{sysconfig.get_config_var('py_version_nodot')}"
    tag = f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    about = f"Wheel-Version: 1.0\nGenerator: pintle {VERSION}\nRoot-Is-Purelib: false\nTag: {tag}\n"
    files = {
        **contents,
        f"{STEM}.data/scripts/pintle": command,
        f"{STEM}.dist-info/LICENSE": (ROOT / "LICENSE").read_bytes(),
        f"{STEM}.dist-info/METADATA": metadata(),
        f"{STEM}.dist-info/WHEEL": about.encode(),
    }
    record = f"{STEM}.dist-info/RECORD"
    rows = [f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items()]
    files[record] = ("".join(rows) + f"{record},,\n").encode()
    name = f"{STEM}-{tag}.whl"
    with zipfile.ZipFile(Path(directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path)  # without the time: the same build packs the same wheel
            is_program = path.endswith((".so", "/scripts/pintle"))
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return name


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
