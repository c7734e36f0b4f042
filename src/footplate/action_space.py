"""Actions of a board: values <-> the engine's small integers <-> text, "claim Boston-Montreal 2 grey with 2 red".

All three forms round-trip through the ``ActionSpace`` of a board. What is stored is read back exactly. People may type
less than the whole text: any words that single out one of the legal actions will do ("claim boston-montreal red").
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import starmap
from numbers import Integral

from footplate import actions as A
from footplate.actions import DECK, LOCOMOTIVE, Action
from footplate.arguments import plain_text, shown
from footplate.boards import Board
from footplate.boards.check.values import as_typed
from footplate.boards.limits import MAX_OFFER
from footplate.engine import layout as L
from footplate.engine.due import ways_to_pay_due
from footplate.engine.special import most_due
from footplate.engine.tables import Claim, Tables
from footplate.engine.two_cards import pairs_of
from footplate.errors import IllegalAction


def card_of(board: Board, kind: int) -> str:
    """The name of a kind of card: its colour, or "locomotive"."""
    return LOCOMOTIVE if kind == L.LOCO else board.colors[kind]


def cards_by_kind(board: Board) -> list[tuple[int, str]]:
    """The kinds of card that a board has, by number and name."""
    return [(kind, card_of(board, kind)) for kind in (*range(len(board.colors)), L.LOCO)]


class ActionSpace:
    """All actions of a board for a number of players, numbered as the engine numbers them."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._actions: dict[int, Action] = {L.DRAW_DECK: A.DrawCard()}
        self._actions |= {L.DRAW_TICKETS: A.DrawTickets(), L.PASS: A.Pass()}
        self._actions |= {L.FACE_UP + kind: A.TakeCard(card) for kind, card in cards_by_kind(tables.board)}
        for mask in range(1, 1 << MAX_OFFER):
            numbers = tuple(i + 1 for i in range(MAX_OFFER) if mask >> i & 1)
            self._actions[L.DRAW_TICKETS + mask] = A.KeepTickets(numbers)
        self._actions |= {L.CLAIM + i: self._claim(claim) for i, claim in enumerate(tables.claims)}
        for special, actions in self._special().items():
            first, behind = tables.bare["special_first"][0, special : special + 2].tolist()
            self._actions |= {first + i: action for i, action in actions.items() if behind > first}
        self._ids = {action: number for number, action in self._actions.items()}

    def _claim(self, claim: Claim) -> A.ClaimRoute:
        board = self._tables.board
        route = board.routes[claim.route]
        parallel = board.tracks_beside(claim.route)
        track = parallel.index(claim.route) + 1 if len(parallel) > 1 else 0
        paid_with = None if claim.colour == L.LOCO else board.colors[claim.colour]
        ends, others = (route.a, route.b, track, route.length, route.color), claim.replaced * route.substitutes
        return A.ClaimRoute(claim.route, *ends, paid_with, claim.locomotives, others, claim.replaced)

    def _special(self) -> Mapping[int, Mapping[int, Action]]:
        """Kinds of action that only some boards have: the actions of a kind, numbered from its first one."""
        board, cards = self._tables.board, cards_by_kind(self._tables.board)
        passengers = board.rules.passengers.colors if board.rules.passengers else ()
        payments = {
            i * L.KINDS + kind: A.PayDue(None if kind == L.LOCO else card, due - locos, locos)
            for i, (due, locos) in enumerate(ways_to_pay_due(most_due(board)))
            for kind, card in cards
            if (kind == L.LOCO) == (due == locos)
        }
        draws = {L.DRAW_DECK: DECK} | {L.FACE_UP + kind: card for kind, card in cards}
        pairs = [(draws[one], draws[other]) for one, other in pairs_of(board)]
        splits = {
            short * (MAX_OFFER + 1) + long: A.SplitTickets(short, long)
            for short in range(MAX_OFFER + 1)
            for long in range(MAX_OFFER + 1 - short)
            if short + long
        }
        return {
            L.PAY: payments,
            L.GIVE: {kind: A.GiveCard(card) for kind, card in cards},
            L.DECLINE: {0: A.Decline()},
            L.BUILD: dict(enumerate(map(A.BuildStation, board.city_index))),
            L.TAKE: dict(enumerate(map(A.TakePassenger, passengers))),
            L.SPLIT: splits,
            L.SWAP: {0: A.SwapTickets()},
            L.PAIR: dict(enumerate(starmap(A.DrawTwo, pairs))),
        }

    def __len__(self) -> int:
        """One more than the largest action number (some numbers are not used by a board with few colours)."""
        return int(self._tables.record.n_actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions.values())

    def action(self, number: int) -> Action:
        try:
            return self._actions[number]
        except (KeyError, TypeError):
            raise IllegalAction(f"there is no action number {shown(number)} on {self._tables.board.name}") from None

    def of_numbers(self, numbers: Iterable[int]) -> list[Action]:
        return [self._actions[number] for number in numbers]

    def id(self, action: Action) -> int:
        try:
            return self._ids[action]
        except (KeyError, TypeError):
            name = repr(action.text) if isinstance(action, Action) else shown(action)
            raise IllegalAction(f"there is no action {name} on {self._tables.board.name}") from None

    def understood(self, answer: object, legal: Callable[[], Sequence[Action]]) -> Action:
        """The action that somebody means: an Action, its number, or its text (see ``parse``)."""
        if isinstance(answer, Action):
            return answer
        if isinstance(answer, str):
            return self.parse(answer, legal())
        if isinstance(answer, Integral) and not isinstance(answer, bool):
            return self.action(int(answer))
        given = reprlib.repr(answer)
        raise IllegalAction(
            f"answered with {given} ({type(answer).__name__}) instead of an Action, its number or its text"
        )

    @cached_property
    def _by_text(self) -> dict[str, Action]:
        return {action.text: action for action in self}

    @cached_property
    def _as_typed(self) -> dict[str, Action]:
        return {as_typed(action.text): action for action in self}

    def read(self, text: str, legal: Callable[[], Sequence[Action]] = list) -> Action:
        """What was stored: the action with exactly this text. ``legal`` is for the error's message alone."""
        plain_text("text", text, "claim A-B 3 red with 3 red")
        try:
            return self._by_text[text]
        except KeyError:
            raise _no_action(text, legal()) from None

    def parse(self, text: str, legal: Sequence[Action] = ()) -> Action:
        """What somebody typed: the action that it names in full, or the one of ``legal`` that its words single out."""
        plain_text("text", text, "take red")
        words = as_typed(text)
        if action := self._as_typed.get(words):
            return action
        found = [action for action in legal if any(_fits(words, name) for name in _names(action))]
        found = _without_equal_tracks(found)
        if len(found) == 1:
            return found[0]
        if found:
            raise IllegalAction(f"{text.strip()!r} can mean: " + "; ".join(action.text for action in found[:8]))
        raise _no_action(text, legal)


def _no_action(text: str, legal: Sequence[Action]) -> IllegalAction:
    return IllegalAction(f"{text.strip()!r} is not an action here. " + what_is_legal(legal))


def _names(action: Action) -> list[str]:
    """Texts that name the action: for a claim, the two cities in either order."""
    names = [as_typed(action.text)]
    if isinstance(action, A.ClaimRoute):
        here, there = as_typed(f"{action.a}-{action.b}"), as_typed(f"{action.b}-{action.a}")
        names.append(names[0].replace(here, there, 1))
    return names


def _tokens(words: str) -> list[str]:
    """Words, where "2 red" is one and "boston-miami#1" are three."""
    return re.sub(r"\b(\d+) (?=[a-z])", r"\1_", words.replace("-", " ").replace("#", " #")).split()


def _fits(words: str, name: str) -> bool:
    """Whether the words occur in the name, in this order; "red" also fits "2 red"."""
    rest = iter(_tokens(name))
    return bool(words) and all(
        any(word in (token, token.partition("_")[2]) for token in rest) for word in _tokens(words)
    )


def _without_equal_tracks(actions: list[Action]) -> list[Action]:
    """Equal payments for equal parallel tracks are the same to a player: keep the first of each."""
    kept: dict[str, Action] = {}
    for action in actions:
        track = f"#{action.track} " if isinstance(action, A.ClaimRoute) else ""
        kept.setdefault(action.text.replace(track, " ") if track else action.text, action)
    return list(kept.values())


def what_is_legal(legal: Sequence[Action], most: int = 8) -> str:
    """A sentence for error messages."""
    if not legal:
        return "Nothing is legal now."
    shown = "; ".join(action.text for action in legal[:most])
    more = f"; and {len(legal) - most} more" if len(legal) > most else ""
    return f"Legal now: {shown}{more}."


@lru_cache(maxsize=64)
def action_space(tables: Tables) -> ActionSpace:
    """The action space of a board for a number of players (made once)."""
    return ActionSpace(tables)
