"""What a page says over its WebSocket: read as it is meant, or refused with a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

from footplate.app.http.messages import Act, ChangePace, Join, Message, NotUnderstood, Ping, Search, read_message
from footplate.boards.limits import MAX_CARDS

NUMBER = "must be a whole number from 0 on"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({"type": "ping", "more": 1}, Ping(type="ping")),
        ({"type": "act", "version": 3, "action": 7}, Act(type="act", version=3, action=7, then=[])),
        ({"type": "act", "version": 3, "action": 7, "then": [1]}, Act(type="act", version=3, action=7, then=[1])),
        ({"type": "pace", "seconds": 2}, ChangePace(type="pace", seconds=2.0, held=None)),
        ({"type": "pace", "held": False}, ChangePace(type="pace", held=False)),
        ({"type": "search", "on": 1}, Search(type="search", on=True, longer=False)),
        ({"type": "join", "seat": None}, Join(type="join", seat=None)),
    ],
)
def test_a_message_is_read(said: dict[str, Any], meant: Message) -> None:
    assert read_message(json.dumps(said)) == meant


def test_a_seat_that_is_not_named_is_not_the_seat_null() -> None:
    said = [read_message(text).model_fields_set for text in ('{"type": "join"}', '{"type": "join", "seat": null}')]
    assert ["seat" in names for names in said] == [False, True]


@pytest.mark.parametrize(
    ("text", "sentence", "of"),
    [
        (None, "a message must be text", ""),
        ("x" * 5000, "a message has at most 4096 characters", ""),
        ("[" * 4000, "a message must be JSON", ""),
        ("[]", "a message must be a JSON object", ""),
        ("{}", "there is no message of type 'None'", ""),
        ('{"type": "fly"}', "there is no message of type 'fly'", ""),
        ('{"type": "' + "f" * 99 + '"}', f"there is no message of type '{'f' * 40}'", ""),
        ('{"type": "act", "action": 0}', f"version {NUMBER}", "act"),
        ('{"type": "act", "version": 0, "action": 2147483648}', f"action {NUMBER}", "act"),
        ('{"type": "act", "version": 0, "action": 1, "then": [true]}', "then must be a list of actions", "act"),
        (json.dumps({"type": "act", "version": 0, "action": 1, "then": [1] * (MAX_CARDS + 1)}),
         "then must be a list of actions", "act"),
        ('{"type": "undo", "version": null}', f"version {NUMBER}", "undo"),
        ('{"type": "pace", "seconds": null}', "seconds must be a number from 0 to 10", "pace"),
        ('{"type": "search", "on": []}', "on must be true or false", "search"),
        ('{"type": "join", "seat": -1}', f"seat {NUMBER}", "join"),
        ('{"type": "join", "token": "x"}', "token must be null: a link is used up before its seat is joined", "join"),
    ],
)  # fmt: skip
def test_a_message_that_is_not_understood_gets_a_sentence(text: str | None, sentence: str, of: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        read_message(text)
    assert (str(refused.value), refused.value.of) == (sentence, of)
