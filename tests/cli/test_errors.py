"""What the operating system refuses is a sentence and an exit code in every command, never a trace."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from footplate import Game, GameRecord
from footplate.cli.main import main
from footplate.errors import InvalidPosition
from tests.support.commands import refuses
from tests.support.forking import Forking, forking

RECORD = "RECORD"  # stands for a file with a game
START = "from footplate.cli.main import main; main()"
COMMANDS = [
    ["--help"],
    ["boards", "list"],
    ["boards", "list", "--json"],
    ["boards", "show", "mini"],
    ["boards", "check", "mini"],
    ["boards", "stats", "mini"],
    ["boards", "draw", "mini", "-o", "-"],
    ["agents"],
    ["agents", "greedy", "--json"],
    ["study", "list"],
    ["study", "run", "yang-heuristics", "--games", "2"],
    ["match", "random", "random", "--board", "mini", "--games", "2"],
    ["tournament", "--agents", "random,greedy", "--board", "mini", "--games", "2", "--out", "t"],
    ["replay", RECORD],
    ["replay", RECORD, "--list", "--json"],
    ["replay", RECORD, "--verify"],
    ["console", "--board", "mini", "--opponents", "random"],
]
needs_dev = pytest.mark.skipif(sys.platform != "linux", reason="/dev/full")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "record.txt"
    file.write_text(GameRecord.of(Game("mini", 2, 1), ["a", "b"]).to_text(), "utf-8")
    return file


def start(command: list[str], record: Path, shell: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a shell that does ``shell`` with its output."""
    words = [str(record) if word == RECORD else word for word in command]
    return subprocess.run(
        ["/bin/sh", "-c", f'"$0" -c "$1" {" ".join(words)} {shell}', sys.executable, START],
        capture_output=True, text=True, check=False, timeout=300, cwd=record.parent, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def said(done: subprocess.CompletedProcess[str]) -> str:
    return " ".join(done.stderr.split())


@pytest.fixture
def forked() -> Forking:
    return forking()


def check_full(status: int, errors: str) -> None:
    assert "Traceback" not in errors
    assert "Exception ignored" not in errors
    words = " ".join(errors.split())
    assert "output or a file can't be used: No space left on device" in words or (
        "standard output can't be used: No space left on device" in words
    )
    assert status == 1


@needs_dev
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_an_output_that_is_full(command: list[str], record: Path, forked: Forking) -> None:
    words = [str(record) if word == RECORD else word for word in command]
    done = forked.run(words, record.parent, output="/dev/full")
    check_full(done.status, done.errors)


@needs_dev
@pytest.mark.parametrize("command", [COMMANDS[0], COMMANDS[-1]], ids=" ".join)
def test_an_output_that_is_full_from_the_start(command: list[str], record: Path) -> None:
    done = start(command, record, "> /dev/full")
    check_full(done.returncode, done.stderr)


@needs_dev
@pytest.mark.parametrize(
    "command", [["boards", "list"], ["agents", "--json"], ["replay", RECORD, "--list"]], ids=" ".join
)
def test_an_output_that_is_closed(command: list[str], record: Path) -> None:
    done = start(command, record, ">&-")
    assert "Traceback" not in done.stderr
    assert "can't be used: Bad file descriptor" in said(done)
    assert done.returncode == 1


@needs_dev
@pytest.mark.parametrize("command", [["boards", "show", "usa"], ["boards", "show", "usa", "--json"]], ids=" ".join)
def test_a_reader_who_has_read_enough(command: list[str], record: Path) -> None:
    done = start(command, record, "| true")
    assert done.stderr == ""


@needs_dev
def test_all_streams_closed_harms_no_file(record: Path) -> None:
    before = record.read_bytes()
    done = start(["replay", RECORD, "--verify"], record, "<&- >&- 2>&-")
    assert done.returncode == 1
    assert record.read_bytes() == before


REFUSED = [
    PermissionError(errno.EACCES, "Permission denied", "/some/file"),
    OSError(errno.ENOSPC, "No space left on device"),
    NotADirectoryError(errno.ENOTDIR, "Not a directory", "/some/file"),
    IsADirectoryError(errno.EISDIR, "Is a directory", "/some/file"),
    OSError(errno.EIO, "Input/output error", "/some/file"),
    MemoryError(),
]


@pytest.mark.parametrize("error", REFUSED, ids=lambda error: type(error).__name__)
def test_whatever_the_system_refuses_is_a_sentence(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr("footplate.boards.load_board", refuse)
    monkeypatch.setattr(sys, "argv", ["footplate", "boards", "show", "usa"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 1
    sentence = capsys.readouterr().err
    assert sentence.startswith("Error: ")
    assert sentence.count("\n") == 1
    assert getattr(error, "strerror", None) is None or str(error.strerror) in sentence
    assert getattr(error, "filename", None) is None or "/some/file" in sentence


@pytest.mark.parametrize(
    "words",
    [
        ["tournament", "--agents", "random,greedy", "--board", "mini", "--games", "2", "--out", "file"],
        ["tournament", "--out", "file/t", "--resume"],
        ["study", "run", "yang-heuristics", "--games", "2", "--out", "file"],
        ["study", "run", "yang-heuristics", "--games", "2", "--out", "file/out"],
        ["match", "random", "random", "--games", "2", "--save", "file/games.txt"],
        ["console", "--board", "mini", "--opponents", "random", "--save", "file/game.txt"],
        ["replay", "file/record.txt"],
        ["boards", "show", "file/board.json"],
        ["boards", "draw", "mini", "-o", "file/mini.svg"],
        ["serve", "--database", "sqlite:///file/games.sqlite3", "--port", "0"],
    ],
    ids=" ".join,
)
def test_a_file_where_a_folder_should_be(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["footplate", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code in (1, 2)
    captured = capsys.readouterr()
    assert "file" in captured.err
    assert captured.out == ""
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("is_compiled", [True, False])
def test_ctrl_c_while_compiling_is_a_sentence(
    is_compiled: bool, record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def press() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("footplate.cli.replay.compile_once", press)
    monkeypatch.setattr("footplate.compile.cache.is_compiled", lambda: is_compiled)
    monkeypatch.setattr(sys, "argv", ["footplate", "replay", str(record)])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 130
    when = "" if is_compiled else " before the rules were compiled; the next start goes on with that"
    assert " ".join(capsys.readouterr().err.split()) == f"Stopped{when}."


@pytest.mark.parametrize(
    "command",
    [
        ["match", "random", "random", "--board", "mini"],
        ["tournament", "--agents", "random,greedy", "--board", "mini", "--out", "t"],
        ["study", "run", "yang-heuristics"],
        ["design", "evaluate", "mini"],
        ["design", "balance", "mini", "-o", "b.json"],
    ],
)
def test_more_games_than_anybody_plays_are_refused(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refuses([*command, "--games", str(10**400)], "--games", monkeypatch, capsys)


def test_positions_and_saved_games_that_are_nested_without_end_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(GameRecord.of(Game("mini", 2, 1), ["You", "greedy"], memory="[" * 100_000).to_text(), "utf-8")
    refuses(["console", "--resume", str(file)], "the header 'memory' is damaged", monkeypatch, capsys)
    with pytest.raises(InvalidPosition, match="nested too deeply"):
        Game.from_json("[" * 100_000)
