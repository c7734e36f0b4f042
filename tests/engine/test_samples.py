"""Samples agree with all that the observer has seen, and every world that agrees with it comes up in its turn.

The twin (tests/support/twins/samples.py) keeps every possible world; a simpler account of the deck follows games on all
boards.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

import pytest

from footplate.actions import ClaimRoute, DrawCard, DrawTickets, Kind, TakeCard
from footplate.boards import Board, load_board
from footplate.engine.layout import KINDS, PILE
from footplate.engine.memory import FORGOTTEN
from footplate.game import Game
from tests.support.claim_boards import alps
from tests.support.invariants import Fields, check_hidden, check_state
from tests.support.strategies import at_most
from tests.support.twins.samples import Belief, TicketBelief, in_all

BOARDS = ("small", "small:warwick", "mini", "new_york", "usa", "usa_1910", "t2r", "t2r:different+open", "t2r:private")


def crowd(cards: int, tickets: int = 9, trains: int = 40, locomotives: int = 0, tunnels: bool = False) -> Board:
    """Six cities, each joined to each by two short grey routes: few cards, and much to pay for.

    With ``tunnels`` half of them are tunnels, and two cards of any kind stand for one on the others.
    """
    names = [f"City {i}" for i in range(6)]
    pairs = list(itertools.combinations(range(6), 2))
    routes = [
        {"a": names[i], "b": names[j], "length": 1 + (i + j) % 2, "color": "grey", "pair": pair, "locomotives": 0,
         "double": 1, "tunnel": False}
        for pair, (i, j) in enumerate(pairs) for _ in range(2)
    ]  # fmt: skip
    data: dict[str, Any] = {
        "name": "crowd", "title": "A crowd", "players": [2, 3], "trains": trains, "colors": ["red", "yellow", "blue"],
        "cards_per_color": cards, "locomotives": locomotives, "initial_cards": 1, "face_up": 1,
        "max_face_up_locomotives": None,
        "initial_tickets": {"deal": 3, "keep": 1}, "draw_tickets": {"deal": 3, "keep": 1},
        "route_points": {"1": 1, "2": 2}, "longest_path_bonus": None, "globetrotter_bonus": None, "end_trains": 2,
        "double_routes_min_players": 2, "tie_breaks": [], "layout": {"aspect": 1.2},
        "cities": [{"name": name, "x": (i % 3) / 3 + 0.1, "y": (i // 3) / 3 + 0.1} for i, name in enumerate(names)],
        "routes": routes,
        "tickets": [{"a": names[i], "b": names[j], "points": 5, "long": False} for i, j in pairs[:tickets]],
        "special": {}, "sources": [], "notes": [],
    }  # fmt: skip
    for i, route in enumerate(routes if tunnels else ()):
        route.update({"tunnel": True} if i % 2 else {"substitutes": 2})
    return Board.from_dict(data)


def play(
    board: Board | str, players: int, seed: int, steps: int, likes: type = DrawCard
) -> Iterator[tuple[Game, Game]]:
    """(before, after) of every action of a random game in which people like to draw, and to pay."""
    game, rng = Game(board, players, seed), random.Random(seed)
    yield game, game
    for _ in range(steps):
        if game.is_over:
            return
        before, legal = game.copy(), game.legal_actions()
        claims = [action for action in legal if isinstance(action, ClaimRoute)]
        liked = [action for action in legal if isinstance(action, likes)]
        some = claims if claims and rng.random() < 0.5 else liked if liked and rng.random() < 0.8 else legal
        game.push(rng.choice(some))
        yield before, game


def compare(chances: Mapping[Any, float], counts: Mapping[Hashable, int], n: int) -> None:
    """No impossible world, each possible one if it is to be expected, and as often as it should be, within 5 sigma."""
    assert set(counts) <= set(chances), "a sample contradicts what was seen"
    for world, chance in chances.items():
        expected = n * chance
        assert abs(counts.get(world, 0) - expected) < 5 * (expected * (1 - chance) + 1) ** 0.5, (world, expected)


def sampled(game: Game, seat: int, n: int, world_of: Callable[[Game], Hashable]) -> Counter[Hashable]:
    observation = game.observe(seat)
    return Counter(world_of(Game.sample(observation, seed)) for seed in range(n))


@pytest.mark.parametrize(("players", "cards", "seeds"), [(2, 4, 3), (3, 5, 2), (3, 6, 1)])
def test_cards_are_sampled_as_the_enumeration_of_all_worlds_says(players, cards, seeds):
    seen: Counter[str] = Counter()
    for seed in range(seeds):
        rng, beliefs = random.Random(seed), []
        for before, game in play(crowd(cards), players, seed, 110):
            beliefs = beliefs or [Belief(game, seat) for seat in range(players)]
            for belief in beliefs:
                if before is not game:
                    belief.see(before, game)
                in_doubt = game.record.paid_n > 0
                if belief.shuffles and (in_doubt or rng.random() < 0.2):
                    compare(belief.chances(), sampled(game, belief.seat, 300, belief.world_of), 300)
                    seen["doubt" if in_doubt else "no doubt"] += 1
                    seen["shuffled twice"] += belief.shuffles > 1
    assert seen["no doubt"] > 20
    assert seen["shuffled twice"] > 10
    assert players == 2 or seen["doubt"] > 20


@pytest.mark.parametrize(("players", "cards", "seeds"), [(2, 5, 1), (3, 6, 2)])
def test_cards_of_tunnels_are_sampled_as_the_enumeration_of_all_worlds_says(players, cards, seeds):
    """Also while a tunnel or cards of any kind are being decided about, and with cards that were taken back."""
    seen: Counter[str] = Counter()
    for seed in range(seeds):
        rng, beliefs = random.Random(seed), []
        for before, game in play(crowd(cards, locomotives=1, tunnels=True), players, seed, 110):
            beliefs = beliefs or [Belief(game, seat) for seat in range(players)]
            for belief in beliefs:
                if before is not game:
                    belief.see(before, game)
                paying = game.phase.name in ("TUNNEL", "SUBSTITUTES")
                declined = bool(game.history) and game.history[-1].kind is Kind.DECLINE
                if len(belief.worlds) < 400 and (paying or declined or rng.random() < 0.1):
                    compare(belief.chances(), sampled(game, belief.seat, 300, belief.world_of), 300)
                    seen[game.phase.name] += 1
                    seen["taken back"] += declined
                    seen["shuffled"] += belief.shuffles > 0
    assert min(seen["TUNNEL"], seen["SUBSTITUTES"], seen["taken back"], seen["shuffled"]) > 10, seen


@pytest.mark.parametrize("players", [2, 3])
def test_frequencies_are_right_where_payments_are_in_doubt(players):
    """One position with many worlds, and many samples of it."""
    best: tuple[int, Game, Belief] | None = None
    beliefs: list[Belief] = []
    for before, game in play(crowd(6), players, 7, 90):
        beliefs = beliefs or [Belief(game, seat) for seat in range(players)]
        for belief in beliefs:
            if before is not game:
                belief.see(before, game)
        if beliefs[0].shuffles == 1:
            weight = len(beliefs[0].worlds) * (1 + int(game.record.paid_n))
            if len(beliefs[0].worlds) < 150 and (best is None or weight > best[0]):
                chances = beliefs[0].chances()
                best = weight, game.copy(), beliefs[0]
                expected = chances
    assert best is not None
    assert len(expected) >= 3
    compare(expected, sampled(best[1], 0, 6000, best[2].world_of), 6000)


def test_right_after_a_reshuffle_an_only_opponent_s_hand_is_known():
    """The deck is what the discard was, so all else that is unseen is in that hand."""
    found = 0
    for _, game in play("usa", 2, 3, 400, TakeCard):
        s = game.record
        if game.history and game.history[-1].reshuffled and not game.history[-1].n_cards:
            found += 1
            for seat in range(2):
                for seed in range(20):
                    sample = Game.sample(game.observe(seat), seed)
                    assert sample.hand_of(1 - seat) == game.hand_of(1 - seat)
                    assert sorted(sample.record.deck[: s.deck_n]) == sorted(s.deck[: s.deck_n])
    assert found


def lying_open(game: Game) -> list[int]:
    s = Fields(game)
    turned_up = s.turned_up[: s.turned_n] if game.phase.name == "TUNNEL" else []
    return [s.face_up[k] + s.discard[k] + turned_up.count(k) for k in range(KINDS)]


class DeckAccount:
    """What can be in the deck, kept by watching: all that was shuffled into it, less what the market showed since."""

    def __init__(self, game: Game) -> None:
        market = Fields(game).face_up
        self.could = Counter({kind: n - market[kind] for kind, n in enumerate(in_all(game))})
        self.drawn: list[Counter[int]] = [Counter() for _ in range(game.players)]
        self.shuffled = False

    def see(self, before: Game, game: Game) -> None:
        old, new, p = Fields(before), Fields(game), before.to_move
        blind = isinstance(game.history[-1].action, DrawCard)
        moved = Counter({k: new.hand[p][k] - old.hand[p][k] for k in range(KINDS)})
        lay, lies = lying_open(before), lying_open(game)
        open_now = {k: lies[k] - lay[k] for k in range(KINDS)}
        if game.history[-1].reshuffled:  # nobody else has a card of this deck yet, but who drew the first one
            self.shuffled = True
            self.could = Counter(new.deck[: new.deck_n])
            self.drawn = [Counter() for _ in range(game.players)]
            if blind:
                self.could.update(moved)
                self.drawn[p].update(moved)
            return
        self.could.subtract(open_now)
        if blind:
            self.drawn[p].update(moved)
        else:
            self.could.subtract(moved)

    def check(self, sample: Game, seat: int) -> None:
        s = Fields(sample)
        deck = Counter(s.deck[: s.deck_n])
        for kind, n in deck.items():
            assert n <= self.could[kind] - self.drawn[seat][kind], "this card can't be in the deck"


@pytest.mark.parametrize("name", [*BOARDS, "alps", "nordic"])
def test_samples_agree_with_a_table_that_keeps_count(name):
    shuffles = 0
    board = alps() if name == "alps" else load_board(name)
    for players, seed in itertools.product((2, 3, 5), range(2)):
        account = None
        for before, game in play(board, at_most(board, players), seed, 400):
            account = account or DeckAccount(game)
            if before is not game:
                account.see(before, game)
            seat = game.turn % game.players
            observation = game.observe(seat)
            check_state(game)
            for number in range(3):
                sample = Game.sample(observation, number)
                check_hidden(sample)
                assert sample.observe(seat).to_bytes() == observation.to_bytes()
                account.check(sample, seat)
        shuffles += account is not None and account.shuffled
    assert shuffles or name.startswith("t2r")  # where the discard is never shuffled


def test_when_there_is_no_room_to_remember_payments_the_deck_is_still_right():
    """As if the room were full from the shuffle on: the next payment in doubt makes all of them forgotten."""
    forgotten = 0
    account = None
    for before, game in play(crowd(6), 3, 1, 200):
        account = account or DeckAccount(game)
        if before is not game:
            account.see(before, game)
        s = game.record
        if s.paid_n == FORGOTTEN:
            forgotten += 1
            for seat, number in itertools.product(range(3), range(20)):
                sample = Game.sample(game.observe(seat), number)
                account.check(sample, seat)
                assert sample.observe(seat).to_bytes() == game.observe(seat).to_bytes()
        elif s.deck_full:
            s.paid_n = (PILE - int(s.deck_full)) // 2
    assert forgotten > 5


@pytest.mark.parametrize("players", [2, 3])
def test_tickets_are_sampled_as_the_enumeration_of_all_worlds_says(players):
    """A ticket put back comes up for one other player: it is with that one, or among those put back again."""
    vague = 0
    for seed in range(6):
        beliefs: list[TicketBelief] = []
        for before, game in play(crowd(12, tickets=9 + players), players, seed, 40, DrawTickets):
            beliefs = beliefs or [TicketBelief(game, seat) for seat in range(players)]
            for belief in beliefs:
                if before is not game:
                    belief.see(before, game)
                chances = belief.chances()
                n = 200 if len(chances) > 1 else 50  # a certain world can only be contradicted
                if len(chances) > 1 or game.record.offer_n == 0:
                    compare(chances, sampled(game, belief.seat, n, belief.world_of), n)
                    vague += len(chances) > 1
    assert vague > 10
