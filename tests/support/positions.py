"""Positions set up by hand: who has which cards, tickets and routes."""

from __future__ import annotations

from footplate.boards import Board
from footplate.engine.layout import HELD, IN_DECK, LOCO, PLAYERS
from footplate.game import Game
from footplate.view import Phase
from tests.support.invariants import check_cards


def started(board: str | Board = "usa", players: int = 2, seed: int = 1) -> Game:
    """A game after everybody has kept all first tickets."""
    game = Game(board, players, seed)
    while game.phase is Phase.FIRST_TICKETS:
        game.push(game.legal_actions()[-1])
    return game


def kind(game: Game, card: str) -> int:
    return LOCO if card == "locomotive" else game.board.colors.index(card)


def move_cards(game: Game, card: str, n: int, source: str, target: str, seat: int | None = None) -> None:
    """Move n cards of a kind between "deck", "discard", "market" and "hand" (of ``seat``); nothing is lost."""
    s, k, seat = game.record, kind(game, card), game.to_move if seat is None else seat
    if source == "deck":
        deck = list(s.deck[: s.deck_n])
        for _ in range(n):
            deck.remove(k)
        s.deck[:] = deck + [0] * (len(s.deck) - len(deck))
        s.deck_n = len(deck)
    for place, sign in ((source, -1), (target, 1)):
        if place == "discard":
            s.discard[k] += sign * n
            s.discard_n += sign * n
        elif place == "market":
            s.face_up[k] += sign * n
            s.shown += sign * n
        elif place == "hand":
            s.hand[seat, k] += sign * n
            s.hand_n[seat] += sign * n
    if target == "deck":
        s.deck[s.deck_n : s.deck_n + n] = k
        s.deck_n += n


def empty_the_deck(game: Game, target: str = "hand") -> None:
    """Everything in the deck goes to the discard, or, with what lies in the discard, to the other player's hand."""
    s = game.record
    for card in (*game.board.colors, "locomotive"):
        n = list(s.deck[: s.deck_n]).count(kind(game, card))
        move_cards(game, card, n, "deck", target, seat=1 - game.to_move)
        if target == "hand":
            move_cards(game, card, int(s.discard[kind(game, card)]), "discard", "hand", seat=1 - game.to_move)


def set_market(game: Game, cards: list[str]) -> None:
    for card in (*game.board.colors, "locomotive"):
        move_cards(game, card, int(game.record.face_up[kind(game, card)]), "market", "deck")
    for card in cards:
        move_cards(game, card, 1, "deck", "market")


def give(game: Game, seat: int | None = None, **cards: int) -> None:
    """The seat's hand becomes exactly these cards; the rest of the hand goes back to the deck."""
    seat = game.to_move if seat is None else seat
    for card in (*game.board.colors, "locomotive"):
        move_cards(game, card, int(game.record.hand[seat, kind(game, card)]), "hand", "deck", seat)
    game.record.known[seat] = 0
    for card, n in cards.items():
        move_cards(game, card, n, "deck", "hand", seat)
    check_cards(game)


def end_turn(game: Game) -> None:
    """The player to move draws two cards from the deck."""
    game.push("draw")
    game.push("draw")


def finished(board: str | Board = "usa", players: int = 2) -> Game:
    game = Game(board, players, seed=2)
    while not game.is_over:
        game.push(game.legal_actions()[0])
    return game


def level(game: Game) -> None:
    """Everybody to 0 points: no routes, no tickets."""
    s = game.record
    s.route[:] = 0
    s.points[:] = 0
    for t in range(len(game.tables.tickets)):
        s.ticket[t] = IN_DECK << PLAYERS


def hold(game: Game, seat: int, a: str, b: str) -> None:
    t = next(i for i, ticket in enumerate(game.tables.tickets) if {ticket.a, ticket.b} == {a, b})
    game.record.ticket[t] = (HELD + seat) << PLAYERS | 1 << seat


def lay(game: Game, seat: int, *pairs: str) -> None:
    for pair in pairs:
        r = next(i for i, route in enumerate(game.board.routes) if {route.a, route.b} == set(pair.split("-")))
        game.record.route[r] = 31 | (seat + 1) << PLAYERS
