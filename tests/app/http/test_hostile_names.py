"""Hostile names of boards, bots and records, sent to the server: none of them is a path to a file."""

from __future__ import annotations

import builtins
import io
import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from footplate.boards import catalogue_board, is_of_catalogue, load_board
from footplate.errors import InvalidBoard
from footplate.records import GameRecord
from tests.support.app.games import played
from tests.support.app.seats import bot, person


@pytest.fixture
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The folder of sound board files, of which nobody may open one from now on."""
    monkeypatch.chdir(tmp_path)
    text = load_board("small").to_json()
    for name in ("x.json", "usa:x.json", "small:x.json"):
        (tmp_path / name).write_text(text)
    for opener in ((builtins, "open"), (io, "open"), (os, "open")):
        monkeypatch.setattr(*opener, _watched(getattr(*opener)))
    return str(tmp_path)


def _watched(opener: Any) -> Any:
    def opened(file: Any, *rest: Any, **more: Any) -> Any:
        assert not str(file).endswith("x.json"), f"{file} was opened"
        return opener(file, *rest, **more)

    return opened


NAMES = [
    "x.json", "x.json:warwick", "./x.json", "{folder}/x.json", "{folder}/x.json:warwick", "usa:x.json",
    "usa:x.json:warwick", "usa:x.json:y", "usa:../x.json:warwick", "small:x.json:warwick",
    "usa:{folder}/x.json:warwick",
    "small:warwick:x.json", "small:warwick+x.json", "custom-x.json", "custom-../x.json:warwick", "game-x.json",
    "replay-x.json", "mini:", "small:", "usa\x00.json", "file:///x.json", "~/x.json",
]  # fmt: skip


def test_no_board_s_name_is_a_path(client, secret):
    record = GameRecord.of(played(), ["Ann", "Bob"]).to_text()
    for name in (name.format(folder=secret) for name in NAMES):
        answer = client.post("/api/games", json={"board": name, "seats": [person(), bot("greedy")]})
        assert answer.status_code in (404, 422), answer.text
        for end in ("", "/rules", "/map?width=400&height=400", "/thumbnail.svg"):
            assert client.get(f"/api/boards/{quote(name, safe='')}{end}").status_code in (404, 422)
        text = record.replace("board: small", f"board: {name}")
        assert client.post("/api/replays", json={"record": text}).status_code == 422


def test_a_board_may_be_called_like_a_file(secret):
    """Whether it is that of the catalogue is asked of every board that somebody uploads."""
    for name in NAMES:
        board = load_board("small").with_rules()
        vars(board)["name"] = name.format(folder=secret)
        assert not is_of_catalogue(board)
        with pytest.raises(InvalidBoard):
            catalogue_board(board.name)


SPECS = [
    "net:x.json", "net:file=x.json", "net-ismcts:x.json", "net-ismcts:name=usa,file=x.json", "adaptive:profile=x.json",
    "mixed:first=[net:file=x.json],second=greedy", "mixed:first=x.json,second=base", "net:../x.json", "x.json:Bot",
]  # fmt: skip


def test_no_bot_s_parameter_is_a_path(client, secret):
    for spec in SPECS:
        answer = client.post("/api/games", json={"board": "small", "seats": [person(), bot(spec)]})
        assert answer.status_code == 422, answer.text
