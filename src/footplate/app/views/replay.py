"""A game that is over, step by step, with everything open: what the replay page shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from footplate.app.people.opponents import name_of
from footplate.app.people.seating import distinct
from footplate.app.views import game as views
from footplate.app.views.game import Market, PlayerFacts
from footplate.app.views.log import log_line
from footplate.app.views.special import player_special, seen_score, special_view
from footplate.app.views.tickets import capitalized, second_view, ticket_names
from footplate.boards import Ticket, board_title
from footplate.engine.layout import NO_TICKET
from footplate.errors import FootplateError, InvalidRecord
from footplate.game import Game
from footplate.plain_text import has_ink, printable
from footplate.records import GameRecord
from footplate.sentences import ticket_words

MOST_STEPS = 3000  # actions; the longest games of five players have about 1000
AGREED = "agreed"  # in the record of a game, as what it "ended": its players stopped before the rules ended it
_LIVERIES = 5


def players_of(record: GameRecord) -> list[PlayerFacts]:
    """The seats of a record: bots by their names on the page, everybody else as the record calls them."""
    names = distinct([_name(seat, number) for number, seat in enumerate(record.seats)])
    return [PlayerFacts(name, seat % _LIVERIES + 1, is_person=False) for seat, name in enumerate(names)]


def _name(seat: str, number: int) -> str:
    """A name as a file has it, fit to be shown: a file may call somebody anything."""
    if seat.isidentifier():
        return name_of(seat)
    return printable(seat) if has_ink(printable(seat)) else f"Seat {number + 1}"


def replay_view(
    record: GameRecord, players: Sequence[PlayerFacts], you: int | None = None, reasons: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """All positions of a game. ``reasons`` are those that bots gave for their moves, by number."""
    if len(record.moves) > MOST_STEPS:
        raise InvalidRecord(f"this game has {len(record.moves)} actions; a replay shows {MOST_STEPS} at most")
    names = [player.name for player in players]
    steps: list[dict[str, Any]] = []
    market = Market({}, record.board.rules.face_up)
    for game in record.steps():
        market.update(game.market)
        steps.append(_step(game, players, market, you, reasons or {}))
    if not game.is_over and record.headers.get("ended") == AGREED:
        game = game.stopped()
        steps[-1] = _step(game, players, market, you, reasons or {})
    return {
        "board": record.board.name,
        "title": board_title(record.board),
        "you": you,
        "players": [
            {"seat": seat, "name": player.name, "livery": player.livery, "kind": player.kind}
            for seat, player in enumerate(players)
        ],
        "steps": steps,
        "outcome": views.outcome_view(game, names),
    }


def _step(
    game: Game, players: Sequence[PlayerFacts], market: Market, you: int | None, reasons: Mapping[int, str]
) -> dict[str, Any]:
    shared = views.public_view(game, players, market.places)
    del shared["board"], shared["title"], shared["players"]
    return {
        **shared,
        "special": special_view(game, you, [player.name for player in players], None),
        "line": _line(game, reasons),
        "offer": [_plain(game, ticket) for ticket in _offer(game)],
        "seats": [_seat(game, seat) for seat in range(game.players)],
    }


def _line(game: Game, reasons: Mapping[int, str]) -> dict[str, Any] | None:
    """What led to this position, in words; None at the deal."""
    number = len(game.history) - 1
    if number < 0:
        return None
    event = game.history[number]
    return {**log_line([event], game.board), "why": reasons.get(number, ""), "elapsed": event.elapsed}


def _offer(game: Game) -> list[Ticket]:
    shown = game.record.offer[: int(game.record.offer_n)].tolist()
    return [game.tables.tickets[number] for number in shown if number != NO_TICKET]


def _seat(game: Game, seat: int) -> dict[str, Any]:
    return {
        "trains": game.trains[seat],
        "score": seen_score(game, seat),
        "hand": {card: n for card, n in game.hand_of(seat).items() if n},
        "tickets": [_ticket(game, ticket, seat) for ticket in game.tickets_of(seat)],
        **player_special(game, seat),
    }


def _plain(game: Game, ticket: Ticket) -> dict[str, Any]:
    return {**ticket_names(game.board, ticket), "points": ticket.points, "long": ticket.long}


def _ticket(game: Game, ticket: Ticket, seat: int) -> dict[str, Any]:
    needed, trains = game.trains_needed(ticket, seat), game.trains[seat]
    if game.is_over and needed != 0:
        return {**_plain(game, ticket), "state": "dead", "reason": "Not connected", "two_ways": None}
    state = "done" if needed == 0 else ("open" if needed is not None and needed <= trains else "dead")
    second = second_view(game, ticket, seat) if state == "done" else None
    reason = capitalized(ticket_words(needed, trains))
    if second and (second["done"] or not game.is_over):
        reason = second["words"]
    return {**_plain(game, ticket), "state": state, "reason": reason, "two_ways": second["done"] if second else None}


def position_at(record: GameRecord, step: int) -> Game:
    """The game after ``step`` actions."""
    for number, game in enumerate(record.steps()):
        if number == step:
            return game
    raise FootplateError(f"this game has {len(record.moves)} actions; there is no position after {step}")
