"""Payments that a search leaves out of its tree."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given

from footplate.actions import LOCOMOTIVE, Action, ClaimRoute
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.searcher import Searcher
from footplate.arena import play_match
from footplate.boards import load_board
from footplate.engine.layout import LOCO
from footplate.game import Game
from footplate.observation import Observation
from tests.support.strategies import games_in_play

Payment = tuple[tuple[str, int], ...]


def tried(observation: Observation) -> list[Action]:
    """The actions at the root of a search that prunes."""
    searcher = Searcher(SearchOptions(prune=True))
    searcher.begin(observation.tables, observation.records)
    return [observation.actions.action(move.action) for move in searcher.moves()]


def by_track(game: Game, actions: Iterable[Action]) -> dict[object, dict[int, list[dict[str, int]]]]:
    """What is paid for each route, under its cities, length and colour: equal tracks stand together."""
    found: dict[object, dict[int, list[dict[str, int]]]] = {}
    for action in actions:
        if isinstance(action, ClaimRoute):
            route = game.board.routes[action.route]
            kind = frozenset((route.a, route.b)), route.length, route.color, route.locomotives
            found.setdefault(kind, {}).setdefault(action.route, []).append(dict(action.cards))
    return found


def sensible(payments: list[dict[str, int]]) -> list[dict[str, int]]:
    """Of every colour the payment with the fewest locomotives; locomotives alone only if there is nothing else."""
    fewest: dict[frozenset[str], dict[str, int]] = {}
    for payment in payments:
        colour = frozenset(payment) - {LOCOMOTIVE}
        if colour not in fewest or payment.get(LOCOMOTIVE, 0) < fewest[colour].get(LOCOMOTIVE, 0):
            fewest[colour] = payment
    with_colour = [payment for colour, payment in fewest.items() if colour]
    return with_colour or list(fewest.values())


def plain(payments: list[dict[str, int]]) -> set[Payment]:
    return {tuple(sorted(payment.items())) for payment in payments}


@given(game=games_in_play())
def test_every_route_keeps_its_sensible_payments_and_nothing_else_is_left_out(game):
    if game.is_over:
        return
    check(game)


def may_be_wasteful(game: Game, action: Action) -> bool:
    """A claim that has nothing to do with tunnels, cards of any kind or locomotives that pay for some routes only."""
    if not isinstance(action, ClaimRoute) or game.board.rules.locomotives_only_on:
        return False
    return not game.board.routes[action.route].tunnel and not action.others


def check(game: Game) -> None:
    observation = game.observe(game.to_move)
    legal, kept = observation.legal_actions(), tried(observation)
    assert len(set(kept)) == len(kept)
    assert [a for a in legal if not may_be_wasteful(game, a)] == [a for a in kept if not may_be_wasteful(game, a)]
    before, after = (by_track(game, (a for a in actions if may_be_wasteful(game, a))) for actions in (legal, kept))
    assert set(after) == set(before)
    for kind, tracks in before.items():
        [(route, payments)] = after[kind].items()  # one of equal tracks
        assert plain(payments) == plain(sensible(tracks[route]))


def with_hand(board: str, **cards: int) -> Game:
    """A game in which the first turn comes and the player to move has these cards."""
    game = Game(load_board(board), 2, seed=4)
    while game.phase.name != "TURN":
        game.push(game.legal_actions()[-1])
    s = game.record
    s.hand[0] = 0
    for name, n in cards.items():
        s.hand[0, LOCO if name == LOCOMOTIVE else game.board.colors.index(name)] = n
    s.hand_n[0] = s.hand[0].sum()
    return game


def kept_for(game: Game, a: str, b: str) -> list[set[Payment]]:
    """The payments left for each track between two cities."""
    return [
        plain(payments)
        for (ends, *_), tracks in by_track(game, tried(game.observe(0))).items()
        if ends == {a, b}
        for payments in tracks.values()
    ]


def test_locomotives_are_spared_as_far_as_the_colour_goes():
    game = with_hand("usa", black=5, red=4, locomotive=3)
    check(game)
    assert kept_for(game, "Los Angeles", "El Paso") == [{(("black", 5), ("locomotive", 1))}]
    assert kept_for(game, "Dallas", "El Paso") == [{(("red", 4),)}]


def test_every_colour_may_pay_for_a_grey_route():
    game = with_hand("usa", black=1, red=4, locomotive=2)
    check(game)
    assert kept_for(game, "El Paso", "Phoenix") == [{(("red", 3),), (("black", 1), ("locomotive", 2))}]
    assert kept_for(game, "El Paso", "Santa Fe") == [{(("red", 2),), (("black", 1), ("locomotive", 1))}]


def test_locomotives_alone_pay_where_nothing_else_can():
    game = with_hand("usa", locomotive=3)
    check(game)
    assert kept_for(game, "El Paso", "Phoenix") == [{(("locomotive", 3),)}]


def test_of_two_equal_tracks_one_is_tried():
    game = with_hand("usa", red=2, locomotive=1)
    check(game)
    assert (
        len([a for a in game.legal_actions() if isinstance(a, ClaimRoute) and {a.a, a.b} == {"Atlanta", "Raleigh"}])
        == 4
    )
    assert kept_for(game, "Atlanta", "Raleigh") == [{(("red", 2),)}]


def test_search_that_prunes_plays_compiled_matches():
    result = play_match("small", ["ismcts:iterations=20,prune=true", "random"], 4, seed=1)
    assert result.results.shares.shape == (4, 2)
