"""Small boards with rules about tickets that only some boards have, drawn at random in any mix."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from footplate.boards import Board
from footplate.game import Game
from tests.support.strategies import at_most, board_data, chances

DECKS = ("one", "apart", "two", "race")


def ticket_board(rng: random.Random, decks: str | None = None) -> Board:
    data, decks = board_data(rng), decks or rng.choice(DECKS)
    names = [city["name"] for city in data["cities"]]
    data["trains"] = min(63, data["trains"] + 8)
    while len(data["tickets"]) < 10:
        a, b = rng.sample(names, 2)
        data["tickets"].append({"a": a, "b": b, "points": rng.randint(1, 12), "long": False})
    data["tickets"] *= rng.choice((1, 1, 2))
    if rng.random() < 0.5:
        add_countries(data, rng)
    first = rng.choice(("bottom", "out", "shuffled"))
    data["special"]["rejected_tickets"] = {"first": first, "later": rng.choice(("bottom", "out"))}
    if decks in ("apart", "two"):
        for ticket in data["tickets"][: max(4, len(data["tickets"]) // 3)]:
            ticket["long"] = True
    if decks == "apart":
        data["initial_tickets"]["deal_long"] = rng.randint(1, 2)
        data["special"]["rejected_tickets"]["first"] = "out"
    elif decks == "two":
        data["special"]["ticket_decks"] = True
    elif decks == "race":
        add_race(data, names, rng)
    return Board.from_dict(data)


def add_countries(data: dict[str, Any], rng: random.Random) -> None:
    """Two countries with two border cities each, and tickets to and from them."""
    names = [city["name"] for city in data["cities"]]
    length, pairs = int(rng.choice(list(data["route_points"]))), max(route["pair"] for route in data["routes"]) + 1
    countries: dict[str, list[str]] = {"Left": [], "Right": []}
    for i, country in enumerate(countries):
        for j in range(2):
            name = f"{country} {j + 1}"
            countries[country].append(name)
            data["cities"].append({"name": name, "x": 0.02 + 0.96 * i, "y": 0.2 + 0.6 * j, "country": country})
            data["routes"].append(
                {"a": name, "b": rng.choice(names), "length": length, "color": "grey", "pair": pairs + 2 * i + j}
            )
    data["special"]["countries"] = countries
    if "districts" in data["special"]:
        data["special"]["districts"][0]["cities"] += [city for cities in countries.values() for city in cities]
    city = rng.choice(names)
    data["special"]["country_tickets"] = [
        {"from": city, "to": {"Left": rng.randint(1, 9), "Right": rng.randint(1, 9)}, "copies": rng.randint(1, 2)},
        {"a": "Left", "b": "Right", "points": rng.randint(1, 9)},
        {"from": "Right", "to": {"Left": 3, city: 7}},
    ]


def add_race(data: dict[str, Any], names: list[str], rng: random.Random) -> None:
    data["special"].pop("two_cards_at_once", None)
    data["special"]["objective"] = {"tickets_to_win": rng.randint(2, 5)}
    if not data["face_up"]:
        data["special"]["draw_cards"] = rng.randint(1, 3)
    if len(names) > 3:
        west, east = names[:1], names[-2:]
        data["special"]["coast_to_coast"] = {"west": west, "east": east, "tickets": rng.randint(1, 3)}


ticket_boards = chances.map(ticket_board)


@st.composite
def ticket_games(draw: st.DrawFn, decks: str | None = None, longest: int = 150) -> Game:
    """A game on such a board, some random actions into it, perhaps to its end."""
    board = ticket_board(draw(chances), decks)
    game = Game(board, at_most(board, draw(st.integers(1, 5))), seed=draw(st.integers(0, 2**64 - 1)))
    choices = draw(chances)
    for _ in range(draw(st.integers(0, longest))):
        if game.is_over:
            break
        play_one(game, choices)
    return game


def play_one(game: Game, choices: random.Random) -> None:
    """A random action; tickets more often than there are ways to draw them."""
    legal = game.legal_actions()
    tickets = [action for action in legal if action.kind in ("tickets", "split", "swap")]
    game.push(choices.choice(tickets if tickets and choices.random() < 0.3 else legal))
