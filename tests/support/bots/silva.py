"""Positions on the USA board for the Silva bots, set up in the words of the game."""

from __future__ import annotations

from footplate.agents import Budget, make_agent
from footplate.engine.layout import HELD, IN_DECK, PLAYERS
from footplate.game import Game
from tests.support.positions import give, set_market, started

NOTHING_USEFUL = ["white", "white", "white", "black", "black"]


def ticket_number(game: Game, name: str) -> int:
    return next(i for i, ticket in enumerate(game.tables.tickets) if f"{ticket.a} to {ticket.b}" == name)


def trade(game: Game, one: int, other: int) -> None:
    """Two tickets change places, wherever they are."""
    s = game.record
    s.ticket[one], s.ticket[other] = int(s.ticket[other]), int(s.ticket[one])
    ring = s.ticket_deck.tolist()
    changed = {one: other, other: one}
    s.ticket_deck[: len(game.tables.tickets)] = [changed.get(t, t) for t in ring[: len(game.tables.tickets)]]
    s.offer[:] = [changed.get(t, t) if i < s.offer_n else t for i, t in enumerate(s.offer.tolist())]


def hold(game: Game, *names: str) -> None:
    """Seat 0 has exactly these tickets; the others go to the bottom of the ticket deck."""
    s, wanted = game.record, [ticket_number(game, name) for name in names]
    for i, new in enumerate(wanted):
        held = [t for t in range(len(game.tables.tickets)) if s.ticket[t] >> PLAYERS == HELD]
        if new not in held:
            trade(game, next(t for t in held if t not in wanted[: i + 1]), new)
    for t in range(len(game.tables.tickets)):
        if s.ticket[t] >> PLAYERS == HELD and t not in wanted:
            s.ticket[t] = IN_DECK << PLAYERS | 1
            s.ticket_deck[(int(s.ticket_head) + int(s.ticket_n)) % len(game.tables.tickets)] = t
            s.ticket_n += 1
            s.held_n[0] -= 1


def offered(players: int, *names: str) -> Game:
    """Seat 0 is offered these three tickets to begin with."""
    game = Game("usa", players, seed=1)
    for i, name in enumerate(names):
        trade(game, int(game.record.offer[i]), ticket_number(game, name))
    return game


def claim(game: Game, text: str, **cards: int) -> None:
    """The player to move claims a route with cards that are given for it."""
    give(game, **cards)
    game.push(text)


def pass_round(game: Game) -> None:
    """Everybody but seat 0 draws two cards."""
    while game.to_move != 0:
        game.push("draw")


def position(*tickets: str, players: int = 4, mine: dict[str, dict[str, int]] | None = None) -> Game:
    """Seat 0 to move with these tickets, after it has claimed the routes ``mine`` (claim -> cards paid)."""
    game = started("usa", players)
    for text, cards in (mine or {}).items():
        claim(game, text, **cards)
        pass_round(game)
    hold(game, *tickets)
    set_market(game, NOTHING_USEFUL)
    give(game)
    return game


def answer(game: Game, spec: str) -> str:
    """What a fresh bot does here."""
    agent = make_agent(spec)
    agent.start(game.to_move, seed=1)
    action = agent.act(game.observe(game.to_move), Budget())
    assert action in game.legal_actions()
    return str(action.text)
