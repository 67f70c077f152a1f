import json
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from importlib.metadata import distribution, distributions
from pathlib import Path

import grimp
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
TOOLS = Path(sysconfig.get_path("scripts"))

AT_THE_TOP = {"pyproject.toml", "README.md", "scorekeeper", "templates", "static", "tests", ".ci"}
# The advisory predates reportlab 3.5.55, which restricts the hosts of fetched pictures.
MENDED_SINCE = {("reportlab", ">=0.0")}
REGISTRY = re.compile(r"(?i)\b(pypi|pythonhosted|npmjs|deb\.debian)\.(org|com|net)\b")


def run(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def assert_passes(*command):
    result = run(*command)

    assert result.returncode == 0, f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}"


def tracked_files():
    """Return the files that git tracks or would track: a new file is checked before a commit."""
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    assert listed.returncode == 0, listed.stderr

    return [Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_imports_point_down_only():
    assert_passes(TOOLS / "lint-imports", "--no-cache")


def test_every_feature_of_the_pages_is_among_those_that_import_no_other():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (apart,) = (each for each in contracts["contracts"] if each["type"] == "independence")
    features = (ROOT / "scorekeeper" / "web").glob("*/__init__.py")

    assert sorted(apart["modules"]) == sorted(f"scorekeeper.web.{f.parent.name}" for f in features)


def test_the_rules_import_nothing_but_the_standard_library():
    graph = grimp.build_graph("scorekeeper", include_external_packages=True, cache_dir=None)
    pure = [f"scorekeeper.{room}" for room in ("rules", "codec", "messages", "analysis")]
    rooms = {*pure, *(below for room in pure for below in graph.find_descendants(room))}

    strangers = {
        f"{room} imports {imported}"
        for room in rooms
        for imported in graph.find_modules_directly_imported_by(room)
        if imported not in rooms and imported.split(".")[0] not in sys.stdlib_module_names
    }

    assert not strangers


def test_ruff_finds_nothing():
    assert_passes(TOOLS / "ruff", "check")


def test_every_python_file_is_formatted():
    assert_passes(TOOLS / "ruff", "format", "--check", "--diff")


def test_every_type_is_strict():
    assert_passes(TOOLS / "mypy")


def test_djlint_finds_nothing_in_the_templates():
    assert_passes(TOOLS / "djlint", "templates", "--lint")


def test_biome_finds_nothing_in_the_scripts_and_the_stylesheet():
    """Lints the files and compares their format; needs no network."""
    assert_passes(TOOLS / "biome", "ci", "--config-path=.ci", "static")


def test_no_line_of_a_template_is_longer_than_120_characters():
    long = {
        f"{path.relative_to(ROOT)}:{number}"
        for path in ROOT.glob("templates/**/*.html")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 120
    }

    assert not long


def test_the_packages_that_are_installed_fit_each_other():
    assert_passes(sys.executable, "-m", "pip", "check")


def test_no_package_that_is_installed_is_known_to_be_insecure():
    """Uses the newest database that needs no network; help/security.md names the other check."""
    listed = json.loads(
        distribution("safety-db").locate_file("safety_db/insecure.json").read_text()
    )
    installed = {canonicalize_name(each.name): each.version for each in distributions()}

    found = {
        (name, version)
        for name, version in installed.items()
        for insecure in listed.get(name, ())
        if version in SpecifierSet(insecure) and (name, insecure) not in MENDED_SINCE
    }

    assert len(installed.keys() & listed.keys()) > 10  # the database knows our dependencies
    assert not found


def test_the_top_level_holds_nothing_but_the_agreed_names():
    paths = {path for path in tracked_files() if path.parts[0] not in AT_THE_TOP}

    strays = {str(path) for path in paths if len(path.parts) > 1 or path.name[0] != "."}

    assert not strays


def test_no_file_names_a_package_registry():
    named = {
        f"{path}: {found[0]}"
        for path in tracked_files()
        if (found := REGISTRY.search((ROOT / path).read_text("utf-8", errors="replace")))
    }

    assert not named


def test_the_wheel_carries_every_file_that_the_program_needs(tmp_path):
    needed = {
        path if path.parts[0] == "scorekeeper" else Path("scorekeeper", path)
        for path in tracked_files()
        if path.parts[0] in {"scorekeeper", "templates", "static"}
    }

    assert_passes(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    carried = {Path(name) for name in zipfile.ZipFile(wheel).namelist()}

    assert needed <= carried, sorted(map(str, needed - carried))
