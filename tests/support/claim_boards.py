"""Boards on which claims are paid in other ways: tunnels, ferries, cards of any kind, locomotives that don't count."""

from __future__ import annotations

import random
from typing import Any

from footplate.boards import Board
from footplate.game import Game
from tests.support.invariants import check_state
from tests.support.positions import give, kind, started

ROUTES = (
    {"a": "Alp", "b": "Bern", "length": 2, "color": "red", "tunnel": True},
    {"a": "Bern", "b": "Chur", "length": 3, "color": "grey", "tunnel": True},
    {"a": "Chur", "b": "Dorf", "length": 6, "color": "red", "locomotives": 2, "substitutes": 3},
    {"a": "Alp", "b": "Dorf", "length": 9, "color": "grey", "substitutes": 4},
    {"a": "Alp", "b": "Chur", "length": 2, "color": "green"},
    {"a": "Bern", "b": "Dorf", "length": 2, "color": "grey", "locomotives": 1},
)


def alps(routes: tuple[dict[str, Any], ...] = ROUTES, **special: Any) -> Board:
    """Four cities and a route of every kind."""
    places = {"Alp": (0.1, 0.1), "Bern": (0.9, 0.1), "Chur": (0.9, 0.9), "Dorf": (0.1, 0.9)}
    data = {
        "name": "alps", "title": "Alps", "players": [2, 3], "trains": 20, "colors": ["red", "blue", "green", "yellow"],
        "cards_per_color": 12, "locomotives": 8, "initial_cards": 4, "face_up": 5, "max_face_up_locomotives": None,
        "initial_tickets": {"deal": 1, "keep": 1}, "draw_tickets": {"deal": 1, "keep": 1},
        "route_points": {"1": 1, "2": 2, "3": 4, "6": 15, "9": 27}, "longest_path_bonus": None, "end_trains": 2,
        "double_routes_min_players": 3, "special": special,
        "cities": [{"name": name, "x": x, "y": y} for name, (x, y) in places.items()],
        "routes": [dict(route) for route in routes],
        "tickets": [{"a": "Alp", "b": b, "points": 3} for b in ("Bern", "Chur", "Dorf")],
    }  # fmt: skip
    return Board.from_dict(data)


def with_claim_rules(rng: random.Random, data: dict[str, Any]) -> dict[str, Any]:
    """Some of these rules, at random, for a board file without."""
    routes, special = data["routes"], data["special"]
    for route in routes:
        route["tunnel"] = rng.random() < 0.3
        if not route["tunnel"] and rng.random() < 0.3:
            route["substitutes"] = rng.randint(1, 4)
    if rng.random() < 0.5 and any(route["tunnel"] for route in routes):
        special["tunnels"] = {"reveal": rng.randint(1, 5)}
    ferries = any(route["locomotives"] for route in routes)
    limits = (["ferry"], ["tunnel", "ferry"]) if ferries else (["tunnel"], ["ferry"], ["tunnel", "ferry"])
    if rng.random() < 0.5:
        special["locomotives_only_on"] = rng.choice(limits)
    if rng.random() < 0.5:
        special["face_up_locomotive_counts_as_two_draws"] = False
    return data


def put_on_top(game: Game, *cards: str) -> None:
    """The deck's next cards are these, in this order."""
    s = game.record
    deck = s.deck[: s.deck_n].tolist()
    for card in cards:
        deck.remove(kind(game, card))
    s.deck[: s.deck_n] = deck + [kind(game, card) for card in reversed(cards)]


RED_TUNNEL = "claim Alp-Bern 2 red with 2 red"


def tunnel(*turned_up: str, claim: str = RED_TUNNEL, **hand: int) -> Game:
    """A game after a claim that turned up these cards."""
    game = started(alps())
    give(game, **hand)
    put_on_top(game, *turned_up)
    game.push(claim)
    check_state(game)
    return game
