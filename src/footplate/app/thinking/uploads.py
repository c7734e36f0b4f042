"""Files that strangers have sent, checked: in a worker, since nobody knows what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from footplate.app.thinking.jobs import Checked, Upload
from footplate.app.views.replay import players_of, replay_view
from footplate.boards import Board
from footplate.errors import FootplateError, InvalidBoard, InvalidRecord
from footplate.records import parse_records

MOST_LISTED = 200  # games of a file that the page offers
_MAGIC = "footplate-record"


def check(upload: Upload) -> Checked:
    """What is kept of it; reasons if nothing can be made of it."""
    try:
        if upload.kind == "board":
            return Checked(Board.from_json(upload.text).to_json())
        return Checked(_game(upload.text, upload.game), _listed(upload.text))
    except InvalidBoard as error:
        return Checked(problems=error.reasons)
    except FootplateError as error:
        return Checked(problems=(str(error),))


def _game(text: str, number: int) -> str:
    """The text of one game of a file, which replays without fault."""
    record = next(islice(parse_records(text.splitlines()), number - 1, None), None)
    if record is None:
        raise InvalidRecord(f"there is no game {number} in this file")
    replay_view(record, players_of(record))
    record.replay()
    return record.to_text()


def _listed(text: str) -> list[dict[str, Any]]:
    listed = islice(enumerate(_headers(text), start=1), MOST_LISTED)
    return [{"game": n, **{key: headers.get(key, "") for key in ("board", "seats", "result")}} for n, headers in listed]


def _headers(text: str) -> Iterator[dict[str, str]]:
    """The headers of each record of a file, whatever they say."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith(_MAGIC):
            found = {}
        elif line.startswith(("end ", "unfinished ")):
            yield found
        elif not line[:1].isdigit():
            key, colon, value = line.partition(":")
            if colon:
                found[key.strip()] = value.strip()
