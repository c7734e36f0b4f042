"""What a release needs: workflows that name what exists, an image whose steps run, and promises that the code keeps."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from tools import image, release

from footplate import __version__
from footplate.cli.main import app
from footplate.plugins import AGENTS, DESIGN_METHODS, ENCODERS, METHODS, STUDIES
from tests.support.project import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
RELEASES = (ROOT / "docs" / "releases.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


def read(path: Path) -> dict[str, Any]:
    """A workflow; YAML 1.1 reads its key ``on`` as true."""
    content: dict[Any, Any] = yaml.safe_load(path.read_text("utf-8"))
    return {"on" if key is True else key: value for key, value in content.items()}


def jobs() -> list[tuple[str, dict[str, Any]]]:
    return [(f"{path.name}:{name}", job) for path in WORKFLOWS for name, job in read(path)["jobs"].items()]


def steps() -> list[tuple[str, dict[str, Any]]]:
    return [(name, step) for name, job in jobs() for step in job.get("steps", [])]


# ---------------------------------------------------------------- workflows


def test_actions_are_pinned_by_a_whole_version():
    used = [step["uses"] for _, step in steps() if "uses" in step]
    assert used
    assert [action for action in used if not re.search(r"@(v\d+\.\d+\.\d+|[0-9a-f]{40})$", action)] == []
    versions = {tuple(action.split("@")) for action in used}
    assert len({name for name, _ in versions}) == len(versions), "one action in two versions"


def test_every_job_has_a_limit_and_no_more_rights_than_it_needs():
    for path in WORKFLOWS:
        assert read(path)["permissions"] == {"contents": "read"}, path.name
    rights = {name: job["permissions"] for name, job in jobs() if "permissions" in job}
    assert rights == {
        "release.yml:pypi": {"id-token": "write"},
        "release.yml:image": {"contents": "read", "packages": "write"},
        "release.yml:page": {"contents": "write"},
    }
    assert [name for name, job in jobs() if "uses" not in job and "timeout-minutes" not in job] == []


def test_what_strangers_write_is_in_no_command():
    """An expression in ``run`` is put into the script as text; only a job's own matrix is that harmless."""
    found = [match for _, step in steps() for match in re.findall(r"\$\{\{\s*(\S+)", step.get("run", ""))]
    assert [expression for expression in found if not expression.startswith("matrix.")] == []


def test_commands_name_what_exists():
    targets = set(re.findall(r"^([a-z0-9]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for name, step in steps():
        command = step.get("run", "")
        assert set(re.findall(r"\bmake ([a-z0-9]+)", command)) <= targets, name
        for file in re.findall(r"(?<![\w/.-])((?:tools|tests|\.ci)/[\w/.]+)", command):
            assert (ROOT / file).exists(), f"{name}: {file}"
        for extras in re.findall(r"\.whl\)\[([\w,]+)\]", command):
            assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"]), name


def test_jobs_need_jobs_of_their_file_and_files_that_one_has_made():
    for path in WORKFLOWS:
        names = read(path)["jobs"]
        for job in names.values():
            needed = job.get("needs", [])
            assert set([needed] if isinstance(needed, str) else needed) <= set(names)
    made = {step["with"]["name"] for _, step in steps() if "upload-artifact" in step.get("uses", "")}
    fetched = {step["with"]["name"] for _, step in steps() if "download-artifact" in step.get("uses", "")}
    assert made == fetched == {"dist"}


def test_three_systems_with_every_python_that_the_package_names():
    matrix = read(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]["systems"]["strategy"]["matrix"]
    tried = {(system.partition("-")[0], python) for system, python in product(matrix["os"], matrix["python"])}
    assert tried == set(product(("ubuntu", "macos", "windows"), PYTHONS))
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d+$", line)]
    assert named == PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


def test_a_release_comes_after_all_tests_and_from_one_environment():
    content = read(ROOT / ".github" / "workflows" / "release.yml")
    assert content["on"] == {"push": {"tags": ["v*"]}}
    assert set(content["jobs"]["pypi"]["needs"]) == {"tests", "version"}
    assert content["jobs"]["pypi"]["environment"] == "pypi"
    assert content["jobs"]["tests"]["uses"] == "./.github/workflows/tests.yml"
    assert "workflow_call" in read(ROOT / ".github" / "workflows" / "tests.yml")["on"]
    assert content["jobs"]["image"]["needs"] == content["jobs"]["page"]["needs"] == "pypi"


# ---------------------------------------------------------------- the tag, the changelog, the citation


def test_a_release_is_refused_unless_all_name_its_version():
    changelog, citation = (
        "# Changelog\n\n## 1.2.3 (2027-01-31)\n\n- New.\n\n## 1.2.2 (2027-01-01)\n",
        "a\nversion: 1.2.3\n",
    )
    assert release.problems("v1.2.3", "1.2.3", changelog, citation) == []
    assert release.notes("1.2.3", changelog) == "- New."
    assert len(release.problems("v1.2.4", "1.2.3", changelog, citation)) == 1
    assert len(release.problems("1.2.3", "1.2.3", changelog, citation)) == 1
    assert len(release.problems("v1.2.2", "1.2.2", changelog, citation)) == 1
    assert len(release.problems("v1.2.3", "1.2.3", "## 1.2.3 (unreleased)\n", citation)) == 1


def test_the_citation_is_of_this_version_and_names_nobody_and_no_host():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == __version__ == release.current_version()
    assert citation["license"] == PROJECT["license"]
    assert citation["authors"] == [{"name": "Footplate maintainers"}]
    assert {"message", "title", "type"} <= set(citation)


# ---------------------------------------------------------------- what is promised


def promised() -> dict[str, list[str]]:
    rows = re.findall(r"^\| `(footplate[\w.]*)` \| (.+) \|$", RELEASES, re.MULTILINE)
    return {module: re.findall(r"`(\w+)`", names) for module, names in rows}


def test_the_promised_names_are_those_of_the_code():
    assert len(promised()) == 7
    for module, names in promised().items():
        assert names == sorted(import_module(module).__all__), module
        assert all(hasattr(import_module(module), name) for name in names), module


def test_the_promised_commands_and_groups_are_those_of_the_code():
    section = RELEASES.partition("## Commands")[2].partition(".\n")[0]
    assert re.findall(r"`([\w-]+)`", section) == sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    named = re.findall(r"`(footplate\.\w+)`", RELEASES.partition("| plug-ins |")[2].partition("\n")[0])
    assert named == [AGENTS, ENCODERS, METHODS, DESIGN_METHODS, STUDIES]


def test_the_readme_has_every_extra():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert set(re.findall(r"^\| `footplate\[(\w+)\]` \|", readme, re.MULTILINE)) == set(
        PROJECT["optional-dependencies"]
    )


# ---------------------------------------------------------------- the image


def test_the_image_is_made_of_files_that_docker_is_given():
    given = {
        line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[:1] == "!"
    }
    copied = [words.split()[:-1] for name, words in image.steps(DOCKERFILE) if name == "COPY" and "--from" not in words]
    assert {name for names in copied for name in names} == given
    assert [name for name in given if not (ROOT / name).exists()] == []


def test_the_image_keeps_what_it_must_in_its_volume():
    steps = dict(image.steps(DOCKERFILE))
    environment = dict(word.split("=") for word in steps["ENV"].split())
    assert steps["VOLUME"] == "/kept"
    assert {environment["XDG_DATA_HOME"], environment["XDG_CACHE_HOME"]} == {"/kept/data", "/kept/cache"}
    assert steps["USER"] != "0"


def test_steps_are_run_in_a_folder(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    text = (
        "# a comment\nFROM base AS build\nCOPY LICENSE pyproject.toml /source/\nCOPY examples /source/examples\n"
        "RUN mkdir /kept && \\\n cp /source/LICENSE /kept/it && echo $PLACE\nENV PLACE=/kept/it OTHER=1\n"
        'RUN echo $PLACE\nUSER 1000\nENTRYPOINT ["/opt/run"]\nCMD ["serve"]\n'
    )
    entry, usual, environment = image.build(text, tmp_path)
    assert (entry, usual) == ([f"{tmp_path}/opt/run"], ["serve"])
    assert (tmp_path / "kept" / "it").read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")
    assert (tmp_path / "source" / "examples" / "mybot.py").is_file()
    assert capfd.readouterr().out.split() == [f"{tmp_path}/kept/it"]
    assert (environment["OTHER"], "PYTHONPATH" in environment) == ("1", False)
    with pytest.raises(ValueError, match="this knows no HEALTHCHECK"):
        image.build("HEALTHCHECK NONE\n", tmp_path)
