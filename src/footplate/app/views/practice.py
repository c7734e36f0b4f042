"""The first turns, practised: a game of two on five cities, in which one is told step by step what to do.

A real game lies behind it. Its record is the list of one's own actions, which the page keeps: the server keeps nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from footplate.actions import Kind
from footplate.app.views import game as views
from footplate.app.views.legal import nothing_legal
from footplate.boards import Board
from footplate.errors import IllegalAction
from footplate.game import Game

NAME = "practice"  # of its board
YOU = 0
_PLAYERS = (views.PlayerFacts("You", 1, is_person=True), views.PlayerFacts("Robin", 4, is_person=False))
_SEED = 6165  # deals you two red cards and the ticket from Alder to Cedar, and two blue cards face up

_CHOOSE = "Choose it on the map, then how to pay."
_DONE = "Ticket done: +{done}"
_SUM = "Alder is joined to Cedar. Routes gave {routes} points, the ticket {done}: together {total}."
_MORE = "A turn is two cards, or one route, or new tickets. Everything else is explained when you meet it."
_NOT_THIS_CARD = "{card} cards pay for {colour} routes. The first stretch of your way is blue."
_NOT_THE_DECK = "From the deck you get a card by chance. Blue lies face up."
_NO_CARDS = "You have the cards that you need: claim a route."
_NOT_THIS_ROUTE = "You could pay for it, but not now."
_NO_TICKETS = "One ticket is enough for practice."


@dataclass(frozen=True)
class Step:
    """What one is to do, in words: take a ``card``, or claim a route between two cities. Then the other plays."""

    number: int  # what the bar of progress counts; several steps may have the same
    title: str
    words: str
    card: str = ""
    ends: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()


_STEPS = (
    Step(
        1,
        "Take two blue cards",
        "Your ticket: Alder to Cedar. The first stretch is blue. Take a blue card, then the other.",
        card="blue",
    ),
    Step(
        1,
        "Take two blue cards",
        "That is one. A turn is two cards: take the other blue one.",
        card="blue",
        answer=("take yellow", "draw"),
    ),
    Step(
        2,
        "Claim Alder – Birch",
        f"It has two blue spaces: two blue cards, two of your trains, 2 points. {_CHOOSE}",
        ends=("Alder", "Birch"),
        answer=("claim Cedar-Elm 2 yellow with 2 yellow",),
    ),
    Step(2, "Now you: Birch – Cedar", f"It takes red, and you have two. {_CHOOSE}", ends=("Birch", "Cedar")),
)
_LAST = _STEPS[-1].number + 1
_BEGINNINGS = [n for n, step in enumerate(_STEPS) if not n or step.title != _STEPS[n - 1].title]  # numbers of actions


@lru_cache
def practice_board() -> Board:
    """Five cities, four colours, no locomotives."""
    places = {
        "Alder": (0.06, 0.4), "Birch": (0.5, 0.1), "Cedar": (0.94, 0.5), "Dune": (0.26, 0.92), "Elm": (0.72, 0.94),
    }  # fmt: skip
    links = (
        ("Alder", "Birch", "blue"), ("Birch", "Cedar", "red"), ("Alder", "Dune", "green"), ("Birch", "Dune", "grey"),
        ("Cedar", "Elm", "yellow"), ("Dune", "Elm", "grey"),
    )  # fmt: skip
    tickets = (("Alder", "Cedar", 4), ("Cedar", "Elm", 2), ("Alder", "Elm", 4), ("Birch", "Elm", 4))
    one = {"deal": 1, "keep": 1}
    return Board.from_dict(
        {
            "name": NAME,
            "title": "First turns",
            "players": [2, 2],
            "trains": 10,
            "colors": ["red", "blue", "yellow", "green"],
            "cards_per_color": 6,
            "locomotives": 0,
            "initial_cards": 2,
            "face_up": 3,
            "max_face_up_locomotives": None,
            "initial_tickets": one,
            "draw_tickets": one,
            "route_points": {"1": 1, "2": 2},
            "longest_path_bonus": None,
            "end_trains": 2,
            "double_routes_min_players": 2,
            "tie_breaks": [],
            "layout": {"aspect": 1.5},
            "cities": [{"name": name, "x": x, "y": y} for name, (x, y) in places.items()],
            "routes": [
                {"a": a, "b": b, "length": 2, "color": colour, "pair": pair}
                for pair, (a, b, colour) in enumerate(links)
            ],
            "tickets": [{"a": a, "b": b, "points": points} for a, b, points in tickets],
        }
    )


def practice(actions: Sequence[int]) -> dict[str, Any]:
    """The lesson after one's own ``actions``: the views since the last of them, and the step that comes now.

    IllegalAction if one of the actions is not what its step asks for.
    """
    lesson = _Lesson()
    for number in actions:
        lesson.act(number)
    return {"views": lesson.views, "lesson": lesson.facts()}


class _Lesson:
    """The game as it stands, and how far one has come."""

    def __init__(self) -> None:
        self._game = Game(practice_board(), 2, _SEED)
        self._game.push("keep 1")
        self._game.push("keep 1")
        self._market = views.Market(self._game.market, self._game.board.rules.face_up)
        self._acted = 0
        self.views = [self._view()]

    @property
    def _step(self) -> Step | None:
        """What comes now; None when all is done."""
        return _STEPS[self._acted] if self._acted < len(_STEPS) else None

    def act(self, number: int) -> None:
        """Do what the step asks for; then the other plays."""
        step = self._step
        if step is None or number not in _numbers(self.views[-1]["legal"]):
            raise IllegalAction("this is not what the practice asks for now")
        self._acted += 1
        self.views = []
        actions: list[int | str] = [number, *step.answer]
        for action in actions:
            self._game.push(action)
            self._market.update(self._game.market)
            self.views.append(self._view())

    def _view(self) -> dict[str, Any]:
        """What the page is sent of a game, where only what the step asks for can be done."""
        shared = views.public_view(self._game, _PLAYERS, self._market.places)
        for player in shared["players"]:
            player |= {"free": False, "left": False, "agrees": False, "searched": False, "chosen": False}
            player |= {"clock": None, "clock_runs": False, "away_since": None, "bot_in": None, "plays": None}
        own = views.seat_view(self._game, YOU, [player.name for player in _PLAYERS])
        if self._step and self._game.to_move == YOU:
            self._restrict(own["legal"], own["why_not"], self._step)
        around = {
            "here": [YOU], "is_host": True, "is_shared": False, "help": False, "stand_in": "", "next": None,
            "practice": None, "study": False, "compiling": False,
            "thinking": None, "pace": None, "trouble": "", "can_undo": False, "outcome": None,
            "timing": {"kind": "none", "seconds": 0, "added": 0, "away": None},
            "played": None, "said": [], "phrases": [], "end": {"agreed": [], "asked": [], "again": 0},
        }  # fmt: skip
        return {"type": "view", "game": NAME, **shared, **own, **around}

    def _restrict(self, can: dict[Kind, Any], why_not: dict[str, Any], step: Step) -> None:
        """Take away what the step does not ask for, and say why instead."""
        cards, claims = can[Kind.TAKE], can[Kind.CLAIM]
        can |= nothing_legal()
        can[Kind.TAKE] = {card: number for card, number in cards.items() if card == step.card}
        routes = self._game.board.routes
        can[Kind.CLAIM] = {n: ways for n, ways in claims.items() if _ends(routes[int(n)]) == step.ends}
        for card in cards.keys() - can[Kind.TAKE].keys():
            other = _NOT_THIS_CARD.format(card=card.capitalize(), colour=card)
            why_not["market"][card] = other if step.card else _NO_CARDS
        for n in claims.keys() - can[Kind.CLAIM].keys():
            why_not["routes"][n] = f"{_NOT_THIS_ROUTE} {step.title}."
        why_not["deck"] = _NOT_THE_DECK if step.card else _NO_CARDS
        why_not["tickets"] = _NO_TICKETS

    def facts(self) -> dict[str, Any]:
        """The step in words, what lights up for it, and whereto one step back leads."""
        step, view = self._step, self.views[-1]
        score, (ticket,) = view["score"], view["tickets"]
        done = _SUM.format(**score, total=score["routes"] + score["done"])
        return {
            "step": step.number if step else _LAST,
            "of": _LAST,
            "done": step is None,
            "title": step.title if step else _DONE.format(**score),
            "words": step.words if step else done,
            "more": "" if step else _MORE,
            "keys": self._keys(step) if step else [],
            "cities": list((step and step.ends) or (ticket["a"], ticket["b"])),
            "back": max((begun for begun in _BEGINNINGS if begun < self._acted), default=None),
        }

    def _keys(self, step: Step) -> list[str]:
        """The keys that do it."""
        if step.ends:
            return ["C", step.ends[1], "Enter", "Enter"]
        return [str(place + 1) for place, card in enumerate(self._market.places) if card == step.card]


def _numbers(can: dict[Kind, Any]) -> set[int]:
    """The actions that a view allows."""
    ways = [way["action"] for payments in can[Kind.CLAIM].values() for way in payments]
    return {*can[Kind.TAKE].values(), *ways}


def _ends(route: Any) -> tuple[str, str]:
    return route.a, route.b
