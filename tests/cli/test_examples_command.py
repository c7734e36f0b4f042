"""``footplate examples``: what is listed, what is written, and what stays as somebody has changed it."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from tests.support import commands
from tests.support.commands import plain
from tests.support.project import ROOT

run = partial(commands.run, "examples")
SHIPPED = sorted(
    path.relative_to(ROOT / "examples").as_posix()
    for path in (ROOT / "examples").rglob("*")
    if path.is_file() and "__pycache__" not in path.parts and ".egg-info" not in str(path)
)


def test_every_example_is_listed_with_what_it_shows():
    listed = json.loads(run("--json").stdout)
    assert [example["file"] for example in listed] == SHIPPED
    assert all(len(example["about"]) > 10 for example in listed)
    shown = plain(run().stdout)
    assert all(name in shown for name in SHIPPED)


def test_examples_are_written_as_they_are_and_twice_is_once(tmp_path: Path):
    folder = tmp_path / "new" / "examples"
    for _ in range(2):
        done = run("--out", folder)
        assert done.exit_code == 0, done.output
    for name in SHIPPED:
        assert (folder / name).read_bytes() == (ROOT / "examples" / name).read_bytes()
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()) == SHIPPED


def test_a_changed_example_stays_and_nothing_is_written(tmp_path: Path):
    (tmp_path / "mybot.py").write_text("mine\n", "utf-8")
    done = run("--out", tmp_path)
    assert done.exit_code == 2
    assert "has mybot.py, and not as it comes; choose another folder" in " ".join(
        plain(done.output).replace("│", " ").split()
    )
    assert [path.name for path in tmp_path.iterdir()] == ["mybot.py"]
    assert (tmp_path / "mybot.py").read_text("utf-8") == "mine\n"
