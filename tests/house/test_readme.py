"""What the README and the pages in docs/ show, works: their Python runs, and so do their commands.

A block of commands is run line by line in one folder; the blocks of a tutorial are run in the same one, in their order.
It holds the page's files: Python whose first line is a comment with a file's name, such as ``# mybot.py``, and those of
examples/. Only lines that start with ``footplate`` are run, without a shell; those that start with ``make`` must name
a target of the Makefile.
"""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from footplate.boards import listed_boards
from tests.support.forking import Done, Forking, forking
from tests.support.project import FENCE, ROOT

SHELLS = {"console", "bash", "sh", "shell"}


@dataclass(frozen=True)
class Block:
    page: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    def commands(self, program: str) -> list[str]:
        """The commands that start with ``program``, prompts taken off and continued lines joined."""
        lines = self.text.replace("\\\n", " ").splitlines()
        commands = [line.strip().removeprefix("$ ") for line in lines]
        return [command for command in commands if command.split()[:1] == [program]]


def blocks(*pages: Path) -> list[Block]:
    found = []
    for page in pages:
        text = page.read_text("utf-8") if page.exists() else ""
        for match in FENCE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(Block(str(page.relative_to(ROOT)), line, match[1], match[2]))
    return found


README = blocks(ROOT / "README.md")
PAGES = README + blocks(ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
PYTHON = [block for block in PAGES if block.language == "python"]
SHELL = [block for block in PAGES if block.language in SHELLS]
TUTORIALS = [
    Block(page, 1, "console", "\n".join(block.text for block in SHELL if block.page == page))
    for page in sorted({block.page for block in SHELL if Path(block.page).name.startswith("tutorial-")})
]
RUN = [block for block in SHELL if block.page not in {tutorial.page for tutorial in TUTORIALS}] + TUTORIALS


def write_files(page: str, folder: Path) -> None:
    """The examples, and what the page shows as files; where a page shows a file twice, the later one stays."""
    for example in (ROOT / "examples").glob("*.py"):
        shutil.copy(example, folder)
    for block in PYTHON:
        name = re.match(r"# (\w+\.py)\n", block.text)
        if block.page == page and name:
            (folder / name[1]).write_text(block.text, "utf-8")


@pytest.fixture
def forked() -> Forking:
    return forking()


def check(done: Done, what: str) -> None:
    assert done.status == 0, f"{what} exited with {done.status}\n{done.output}\n{done.errors}"


def test_the_readme_shows_python_and_commands() -> None:
    assert any(block.language == "python" for block in README)
    assert any(block.commands("footplate") for block in README if block.language in SHELLS)


@pytest.mark.parametrize("block", PYTHON, ids=str)
def test_python_runs(block: Block, forked: Forking, tmp_path: Path) -> None:
    (tmp_path / "block.py").write_text(block.text, "utf-8")
    check(forked.run(["block.py"], tmp_path), str(block))


@pytest.mark.parametrize("block", [block for block in RUN if block.commands("footplate")], ids=str)
def test_commands_run(block: Block, forked: Forking, tmp_path: Path) -> None:
    write_files(block.page, tmp_path)
    for command in block.commands("footplate"):
        check(forked.run(shlex.split(command, comments=True)[1:], tmp_path, typed="quit\n"), command)


@pytest.mark.parametrize("block", [block for block in SHELL if block.commands("make")], ids=str)
def test_make_targets_exist(block: Block) -> None:
    targets = set(re.findall(r"^([a-z0-9]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for command in block.commands("make"):
        named = [word for word in command.split("#")[0].split()[1:2] if "=" not in word]
        assert set(named) <= targets, command


def test_the_number_of_boards_is_that_of_the_page():
    """``mini``, which is for tests, is not offered and does not count."""
    said = re.search(r"Footplate comes with (\d+) boards", (ROOT / "README.md").read_text("utf-8"))
    assert said is not None
    assert int(said[1]) == len(listed_boards())
