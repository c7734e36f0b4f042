"""What the set-up page says of boards, so that they can be told apart."""

from __future__ import annotations

from footplate.app.views.board_facts import board_facts, special_rules
from footplate.boards import catalogue_board, listed_boards
from tests.support.claim_boards import alps


def words(name: str) -> list[str]:
    return [rule["words"] for rule in special_rules(catalogue_board(name))]


def test_boards_say_what_is_special():
    assert words("europe") == ["Stations", "Tunnels", "Ferries", "Longest path"]
    assert words("germany")[:2] == ["Passengers", "Countries"]
    assert words("london") == ["Districts"]
    assert words("first_journey_usa") == ["A race"]
    assert words("small") == []


def test_boards_with_other_rules_say_something_else():
    facts = [board_facts(name, catalogue_board(name)) for name in listed_boards()]
    said = [(tuple(rule["words"] for rule in fact["special"][:3]), *fact["players"], fact["minutes"]) for fact in facts]
    assert len(set(said)) == len(said)


def test_boards_of_ones_own_are_told_apart_as_well():
    assert "Tunnels" in [rule["words"] for rule in special_rules(alps())]
