"""Positions for tests of bots: who holds which tickets, who owns which routes, and what a bot does there."""

from __future__ import annotations

from footplate.agents import Agent, Budget, Decision, make_agent
from footplate.engine.cards import put_ticket
from footplate.engine.layout import HELD, IN_DECK
from footplate.engine.routes import owner
from footplate.engine.turn import claim_route
from footplate.game import Game
from tests.support.positions import give, kind, move_cards


def ticket_number(game: Game, pair: str) -> int:
    return next(i for i, t in enumerate(game.board.tickets) if f"{t.a}-{t.b}" == pair)


def hold_tickets(game: Game, seat: int, *pairs: str) -> None:
    """The seat holds exactly these tickets, written "City-City"; all that nobody holds lie in the ticket deck."""
    s, n = game.record, len(game.board.tickets)
    for t in range(n):
        if s.ticket[t] >> 5 == HELD + seat:
            put_ticket(s, t, IN_DECK, 0)
    for pair in pairs:
        put_ticket(s, ticket_number(game, pair), HELD + seat, 1 << seat)
    s.held_n[seat] = len(pairs)
    free = [t for t in range(n) if s.ticket[t] >> 5 == IN_DECK]
    s.ticket_head, s.ticket_n = 0, len(free)
    s.ticket_deck[: len(free)] = free


def build(game: Game, seat: int, *links: str) -> None:
    """The seat owns a track of each of these links, written "City-City", as if it had claimed it some time ago."""
    s, b, turn = game.record, game.tables.record, game.to_move
    s.player = seat
    for link in links:
        r = next(i for i, route in enumerate(game.board.routes) if f"{route.a}-{route.b}" == link)
        claim = next(c for c in range(b.n_claims) if b.claim_route[c] == r and b.claim_locos[c] == 0)
        card = game.board.colors[b.claim_colour[claim]]
        missing = int(b.route_length[r]) - int(s.hand[seat, kind(game, card)])
        if missing > 0:
            move_cards(game, card, missing, "deck", "hand", seat)
        claim_route(b, s, claim)
        assert owner(s, r) == seat
    s.player = turn


def answer(game: Game, spec: str | Agent, seed: int = 1) -> str:
    """What a bot does in the position, as text."""
    agent = make_agent(spec) if isinstance(spec, str) else spec
    agent.start(game.to_move, seed)
    answered = agent.act(game.observe(game.to_move), Budget())
    action = answered.action if isinstance(answered, Decision) else answered
    assert action in game.legal_actions()
    return action.text


__all__ = ["answer", "build", "give", "hold_tickets", "ticket_number"]
