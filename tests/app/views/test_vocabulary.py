"""The page and the server name things alike, and positions are looked at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from footplate.actions import Kind
from footplate.app.views import board_facts, ending
from footplate.app.views import game as views
from footplate.app.views.legal import nothing_legal
from footplate.app.views.log import event_view
from footplate.engine import entry_points
from footplate.game import Game
from footplate.view import Phase
from tests.support.app.games import found
from tests.support.claim_boards import alps

TYPES = (Path(views.__file__).parents[1] / "web" / "js" / "types.d.ts").read_text("utf-8")
NAMES = ["You", "Bob"]


def alternatives(declared: str) -> set[str]:
    """The words of ``export type Kind = "draw" | …``, or those that the variants of an object have as their kind."""
    text = re.search(rf"export type {declared} =\s(.*?);\n(?! )", TYPES, re.DOTALL)
    assert text is not None
    kinds = re.findall(r'kind: "(\w+)"', text[1])
    return set(kinds or re.findall(r'"(\w+)"', text[1]))


def test_the_page_knows_every_phase_kind_of_action_and_source_of_points():
    assert alternatives("Phase") == {phase.name.lower() for phase in Phase}
    assert alternatives("Kind") == alternatives("GameEvent") == set(Kind)
    assert alternatives("Source") == set(get_args(ending.Source))


def test_what_is_legal_has_a_place_for_every_kind():
    assert set(nothing_legal()) == set(Kind)
    legal = re.search(r"export interface Legal \{(.*?)\n\}", TYPES, re.DOTALL)
    assert legal is not None
    assert set(re.findall(r"(\w+): ", legal[1])) == set(Kind)


def test_every_kind_of_event_is_sent_with_its_fields():
    sent: dict[str, set[str]] = {}
    more = alps(
        stations={"cost_cards": [1, 2], "unused_points": 4},
        passengers={"per_city": {"Alp": 4, "Chur": 4}, "colors": ["red", "blue"]},
    )
    for board in ("usa", "small", "germany", "first_journey_usa", "small:pairs", alps(), more):
        game = found(board, lambda game: game.is_over)
        for event in game.history:
            data = event_view(event)
            assert data.keys() == event_view(event.seen_by(-1)).keys()
            sent[data["kind"]] = set(data) - {"kind", "seat", "turn", "reshuffled"}
    declared = re.search(r"export type GameEvent = (.*?)\n\);", TYPES, re.DOTALL)
    assert declared is not None
    for kind, fields in re.findall(r'\{ kind: "(\w+)";? ?(.*?)\}', declared[1]):
        if kind in sent:
            assert set(re.findall(r"(\w+): ", fields)) == sent[kind]
    assert set(sent) >= set(Kind) - {Kind.PASS}


@pytest.fixture
def listings(monkeypatch) -> list[None]:
    """One entry for each time that the engine lists the legal actions."""
    done: list[None] = []
    real = entry_points.list_legal

    def list_legal(*given):
        done.append(None)
        return real(*given)

    monkeypatch.setattr(entry_points, "list_legal", list_legal)
    return done


def test_legal_actions_are_listed_once_per_position(listings):
    game = Game("usa", 2, 3)
    views.seat_view(game, 0, NAMES)
    views.seat_view(game, 1, NAMES)
    views.watcher_view(game, NAMES)
    assert len(listings) == 1
    number = game.actions.id(game.legal_actions()[0])
    assert [view.is_legal(number) for view in (game, game.observe(0), game.observe(1))] == [True, True, False]
    game.copy().push("keep 1 2")
    game.push(number)
    assert len(listings) == 1
    views.seat_view(game, 1, NAMES)
    assert len(listings) == 2
    game.undo()
    assert game.is_legal(number)


def test_the_page_has_a_drawing_for_every_rule_that_sets_boards_apart():
    assert alternatives("SpecialRule") == set(board_facts.RULES)
