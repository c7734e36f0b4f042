"""What the pages name exists: commands and their options, scripts, make targets, files, tests, rooms and modules.

An option that stands alone belongs to a command of its paragraph, or else to the one that the page named last.
"""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main
from tools.site.contents import PARTS
from tools.site.files import summary

from footplate.cli.main import app
from tests.support.project import FENCE, PACKAGE, ROOT

PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")] + sorted(
    (ROOT / "docs").glob("*.md")
)
SOURCES = sorted(PACKAGE.rglob("*.py"))
SPAN = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w.][\w.-]*(/[\w.-]+)*/?")
SUFFIXES = (".py", ".md", ".toml", ".txt", ".json", ".html", ".js", ".ts", ".css", "/")
NOT_FOR_READERS = re.compile(r"\bissue \d+\b|\bshared/|\breference/\w|/work/", re.IGNORECASE)


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@dataclass(frozen=True)
class Command:
    """A command as it is written somewhere: its words, and the options that it has."""

    words: tuple[str, ...]
    options: frozenset[str]

    def unknown(self, words: list[str]) -> list[str]:
        """The options among the words that it doesn't have. After ``--`` come other things."""
        named = words[: words.index("--")] if "--" in words else words
        options = [word.partition("=")[0].rstrip(".,;:)") for word in named if re.match(r"-{1,2}[a-z]", word)]
        return [option for option in options if option not in self.options]


@cache
def root_command() -> Any:
    return typer.main.get_command(app)


def footplate_command(words: list[str]) -> Command | str:
    """The command that ``footplate WORDS`` runs, or what is wrong with them."""
    command = root_command()
    path = ["footplate"]
    for word in words:
        if not hasattr(command, "commands") or word.startswith("-"):
            break
        if word not in command.commands:
            return f"{' '.join(path)} has no command {word!r}"
        command = command.commands[word]
        path.append(word)
    options = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    return Command(tuple(path), frozenset({*options, "--help", "-h"}))


def script(words: list[str]) -> Command | str:
    """A Python file in the repository; what it says between quotes may be its options."""
    path = ROOT / words[0]
    if not path.is_file():
        return f"there is no {words[0]}"
    return Command(("python", words[0]), frozenset(re.findall(r"[\"'](--[\w-]+)[\"']", path.read_text("utf-8"))))


def make_target(words: list[str]) -> Command | str:
    targets = set(re.findall(r"^([a-z0-9]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = [word for word in words[:1] if "=" not in word]
    return Command(("make",), frozenset()) if set(named) <= targets else f"make has no target {words[0]!r}"


PROGRAMS = {"footplate": footplate_command, "make": make_target}


def commands_in(line: str) -> Iterator[tuple[Command | str, list[str]]]:
    """The commands of a line of a terminal, each with all its words; bots' own programs are not looked at."""
    try:
        words = shlex.split(line.strip().removeprefix("$ "), comments=True)
    except ValueError:
        return
    program = Path(words[0]).name if words else ""
    if program in PROGRAMS:
        yield PROGRAMS[program](words[1:]), words[1:]
    elif program.startswith("python") and words[1:2] and words[1].startswith("benchmarks/"):
        yield script(words[1:]), words[2:]


def wrong_commands(text: str) -> list[str]:
    """What is wrong with the commands and the options that a page names."""
    wrong: list[str] = []
    last: Command | None = None
    fences: list[str] = []

    def keep(match: re.Match[str]) -> str:
        fences.append(match[2])
        return f"\n\n\0{len(fences) - 1}\n\n"

    for paragraph in re.split(r"\n\s*\n", FENCE.sub(keep, text)):
        fenced = re.match(r"\s*\0(\d+)", paragraph)
        spans = fences[int(fenced[1])].replace("\\\n", " ").splitlines() if fenced else SPAN.findall(paragraph)
        named: list[Command] = []
        alone: list[list[str]] = []
        for span in spans:
            for command, words in commands_in(span):
                if isinstance(command, str):
                    wrong.append(f"{span}: {command}")
                else:
                    wrong += [f"{span}: {' '.join(command.words)} has no {option}" for option in command.unknown(words)]
                    named.append(command)
            if re.match(r"-{1,2}[a-z]", span):
                alone.append(span.split())
        candidates = named or ([last] if last else [])
        for words in alone:
            if not any(command.unknown(words) == [] for command in candidates):
                wrong.append(f"{' '.join(words)}: not an option of {[' '.join(c.words) for c in candidates]}")
        last = next((command for command in reversed(named) if command.options), last)
    return wrong


def files_in(text: str) -> list[str]:
    """Names in the prose that look like files or folders of this repository, and where links lead."""
    prose = FENCE.sub("", text)
    spans = [span.partition("::")[0] for span in SPAN.findall(prose)]
    named = [span for span in spans if FILE.fullmatch(span) and span.endswith(SUFFIXES) and not span.isupper()]
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", prose)]
    return named + [link for link in links if link and "://" not in link]


@cache
def all_files() -> frozenset[str]:
    folders = ("src", "tests", "docs", "examples", "benchmarks")
    return frozenset(path.name for folder in folders for path in (ROOT / folder).rglob("*"))


def is_there(name: str, page: Path, text: str) -> bool:
    if name.startswith(".venv") or re.match(r"[A-Z]+\.", name):  # made by make; NAME.json is anybody's
        return True
    folders = (ROOT, page.parent, PACKAGE, PACKAGE / "app" / "web", ROOT / "tests")
    if any((folder / name).exists() for folder in folders):
        return True
    shown = f"# {name}\n" in text  # a file of the reader's, shown on the page
    return shown or ("/" not in name.rstrip("/") and name.rstrip("/") in all_files())


def missing_tests(text: str) -> list[str]:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)", text)
    return [
        f"{file}::{test}" for file, test in named
        if not (ROOT / file).is_file() or f"def {test}(" not in (ROOT / file).read_text("utf-8")
    ]  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_and_options_exist(page: Path) -> None:
    assert wrong_commands(page.read_text("utf-8")) == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    assert [name for name in files_in(text) if not is_there(name, page, text)] == []
    assert missing_tests(text) == []


def test_readers_are_sent_nowhere_they_cannot_go() -> None:
    """No folders beside the repository and no numbers of issues: who installs the package has neither."""
    wrong = {name_of(path): NOT_FOR_READERS.findall(path.read_text("utf-8")) for path in (*PAGES, *SOURCES)}
    assert {name: found for name, found in wrong.items() if found} == {}


def texts_of(source: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_commands_in_help_and_messages_exist() -> None:
    names = "|".join(root_command().commands)
    wrong = []
    for text in (text for source in SOURCES for text in texts_of(source)):
        for found in re.findall(rf"(?:Example: |\n)?footplate ((?:{names})\b[^`\n;]*)", text):
            for command, words in commands_in(f"footplate {found.replace(chr(39), '')}"):
                if isinstance(command, str):
                    wrong.append(command)
                else:
                    wrong += [f"{found}: has no {option}" for option in command.unknown(words)]
        wrong += [f"{text}: no such command" for name in re.findall(r"Example: footplate ([a-z]+)", text)
                  if name not in root_command().commands]  # fmt: skip
    assert wrong == []


# ---------------------------------------------------------------- the site


def test_every_page_has_a_place_on_the_site() -> None:
    placed = [page for part in PARTS for page in part.pages if not page.endswith("/")]
    generated = {"commands", "files", "walks"}
    beside = {"CONTRIBUTING", "CHANGELOG", "SECURITY"}
    pages = {page.stem for page in (ROOT / "docs").glob("*.md")}
    assert sorted(placed) == sorted(pages | generated | beside)
    assert not {"search", "genindex", "py-modindex"} & set(placed), "the site has pages of its own by these names"


def test_every_file_says_what_it_is_for() -> None:
    """The site's list of files is made of the first paragraphs of their docstrings."""
    silent = [name_of(source) for source in SOURCES if source.name != "__main__.py" and not summary(source)]
    long = {name_of(source): len(summary(source)) for source in SOURCES if len(summary(source)) > 300}
    assert (silent, long) == ([], {})


# ---------------------------------------------------------------- the checks themselves


def test_the_checks_see_what_they_should() -> None:
    for good in (
        "`footplate match a b --games 2` and its `--json`",
        "```console\nfootplate boards draw usa -o usa.svg  # a map\n```\nWith `--theme dark` it is dark.",
        "`footplate bench`\n\nThen `--seconds 3`.",
        "`make test` and `python benchmarks/page.py --json`",
        "`cmd:./bot --depth 3` is a bot's own",
    ):
        assert wrong_commands(good) == [], good
    for bad in (
        "`footplate knit`",
        "`footplate boards paint usa`",
        "`footplate match a b --metrics`",
        "`footplate match a b`\n\nWith `--seconds 3` it stops.",
        "`--games` of no command",
        "`make coffee`",
        "`python benchmarks/page.py --speed`",
        "`python benchmarks/none.py`",
    ):
        assert len(wrong_commands(bad)) == 1, bad
    page = ROOT / "docs" / "arena.md"
    there = {
        name: is_there(name, page, "") for name in ("arena/ratings.py", "app.md", "elo.py", "arena/elo.py", "../lab/")
    }
    assert there == {"arena/ratings.py": True, "app.md": True, "elo.py": False, "arena/elo.py": False, "../lab/": False}
    assert files_in("`a/b.py::test_x` [c](d.md#e) `f` `GET /x.json` ```x```") == ["a/b.py", "d.md"]
    assert missing_tests("`tests/house/test_docs.py::test_files_exist` `tests/house/test_docs.py::test_no`") == [
        "tests/house/test_docs.py::test_no"
    ]
    assert NOT_FOR_READERS.search("see Issue 5")
    assert not NOT_FOR_READERS.search("issues of a shared cache")
