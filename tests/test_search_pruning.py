"""Payments that a search leaves out of its tree."""

from __future__ import annotations

from hypothesis import given

from footplate.actions import ClaimRoute
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.searcher import Searcher
from footplate.boards import load_board
from footplate.game import Game
from footplate.observation import Observation
from tests.strategies import games_in_play

PRUNING = SearchOptions(prune=True).parameters()


def tried(observation: Observation) -> list[int]:
    """The actions at the root of a search that prunes."""
    searcher = Searcher(PRUNING)
    searcher.begin(observation.tables, observation.records)
    return [move.action for move in searcher.moves()]


def payments(observation: Observation, numbers: list[int]) -> dict[int, list[ClaimRoute]]:
    """The claims among the actions, by route."""
    found: dict[int, list[ClaimRoute]] = {}
    for number in numbers:
        action = observation.actions.action(number)
        if isinstance(action, ClaimRoute):
            found.setdefault(action.route, []).append(action)
    return found


@given(game=games_in_play())
def test_every_route_keeps_a_payment_and_nothing_but_payments_is_left_out(game):
    if game.is_over:
        return
    observation = game.observe(game.to_move)
    legal = [observation.actions.id(action) for action in observation.legal_actions()]
    kept = tried(observation)
    assert set(kept) <= set(legal)
    assert {n for n in legal if not isinstance(observation.actions.action(n), ClaimRoute)} <= set(kept)
    before, after = payments(observation, legal), payments(observation, kept)
    ends = {frozenset((claim.a, claim.b)) for claims in before.values() for claim in claims}
    assert {frozenset((claim.a, claim.b)) for claims in after.values() for claim in claims} == ends
    for route, claims in before.items():
        equals = [r for r in before if same_kind(game, r, route)]
        assert any(r in after for r in equals), "a route and all its equal tracks are left out"
        if route in after:
            fewest = min(claim.cards.get("locomotive", 0) for claim in claims)
            assert [claim for claim in claims if claim.cards.get("locomotive", 0) == fewest] == after[route]


def same_kind(game: Game, r: int, s: int) -> bool:
    """Whether two routes join the same cities, with the same length and colour."""
    one, other = game.board.routes[r], game.board.routes[s]
    return {one.a, one.b} == {other.a, other.b} and (one.length, one.color) == (other.length, other.color)


def with_hand(board: str, **cards: int) -> Game:
    """A game after the choice of tickets in which the player to move has these cards."""
    game = Game(load_board(board), 2, seed=4)
    while game.phase.name != "TURN":
        game.push(game.legal_actions()[-1])
    s = game.record
    colors = [*game.board.colors]
    taken = s.hand[0].copy()
    s.hand[0] = 0
    s.hand_n[0] = 0
    for kind, n in enumerate(taken):
        s.discard[kind] += n
        s.discard_n += n
    for name, n in cards.items():
        kind = 8 if name == "locomotive" else colors.index(name)
        s.hand[0, kind] = n
        s.hand_n[0] += n
    return game


def kept_for(game: Game, a: str, b: str) -> list[dict[str, int]]:
    observation = game.observe(0)
    claims = [claim for found in payments(observation, tried(observation)).values() for claim in found]
    return [dict(claim.cards) for claim in claims if {claim.a, claim.b} == {a, b}]


def test_locomotives_are_spared_while_the_colour_lasts():
    game = with_hand("usa", yellow=4, locomotive=3)
    assert kept_for(game, "Los Angeles", "El Paso") == []  # six black
    game = with_hand("usa", black=4, locomotive=3)
    assert kept_for(game, "Los Angeles", "El Paso") == [{"black": 4, "locomotive": 2}]
