"""What balancing learns from games: on boards whose real shares are known, because they were made up."""

from __future__ import annotations

import numpy as np
import pytest

from footplate import load_board
from footplate.design.balance.candidate import Candidate, Canvas
from footplate.design.balance.constraints import Constraints, Limits
from footplate.design.balance.gaussian_process import GaussianProcess, Posterior, noise_of_a_deal, share_variance
from footplate.design.balance.moves import Mover
from footplate.design.balance.traits import Traits
from footplate.design.distance import Floats, Tally, distance

TARGET = np.array([0.4, 0.3, 0.2, 0.1])
GAMES_OF_A_DEAL = 12


class MadeUp:
    """Shares that follow traits: every length has an effect, and so has the number of tickets."""

    def __init__(self) -> None:
        canvas = Canvas(load_board("usa"))
        self.traits, self.mover, self.given = Traits(canvas), Mover(Limits(canvas, Constraints())), canvas.given
        self.chance = np.random.default_rng(5)
        is_length, is_tickets = (self.traits.groups == group for group in (0, self.traits.groups[-1] - 6))
        self.effects = np.zeros((len(self.traits.groups), 4))
        self.effects[is_length] = self.chance.normal(0, 0.004, (int(is_length.sum()), 4))
        self.effects[is_tickets] = [0.01, 0.0, -0.005, -0.005]
        self.effects -= self.effects.mean(axis=1, keepdims=True)

    def shares(self, candidates: list[Candidate]) -> Floats:
        shares = np.clip(TARGET + 0.02 + self.traits.rows(candidates) @ self.effects, 0.01, 1)
        normal: Floats = shares / shares.sum(axis=1, keepdims=True)
        return normal

    def boards(self, n: int) -> list[Candidate]:
        return [self.mover.change(self.given, int(self.chance.integers(1, 30)), self.chance) for _ in range(n)]

    def tallies(self, candidates: list[Candidate], deals: int) -> list[Tally]:
        return [
            Tally.of(self.chance.multinomial(GAMES_OF_A_DEAL, shares, deals) / GAMES_OF_A_DEAL)
            for shares in self.shares(candidates)
        ]


@pytest.fixture(scope="module")
def made_up() -> MadeUp:
    return MadeUp()


def test_traits_are_differences_from_the_given_board(made_up: MadeUp):
    traits, given = made_up.traits, made_up.given
    assert not traits.rows([given]).any()
    link = given.links[7]
    longer = Candidate((*given.links[:7], link._replace(length=link.length + 1), *given.links[8:]), given.tickets)
    is_local = traits.groups < 5
    row = traits.rows([longer])[0]
    assert np.flatnonzero(row[is_local]).tolist() == [7]
    assert row[7] == 1
    fewer = Candidate(given.links, given.tickets[1:])
    assert np.flatnonzero(traits.rows([fewer])[0][is_local]).size == 1


def test_the_noise_of_games_is_known(made_up: MadeUp):
    tallies = made_up.tallies([made_up.given] * 20, 50)
    assert noise_of_a_deal(share_variance(TARGET), tallies) == pytest.approx(1 / GAMES_OF_A_DEAL, rel=0.15)


def test_games_on_some_boards_tell_of_others_and_how_surely(made_up: MadeUp):
    boards, others = made_up.boards(120), made_up.boards(60)
    model = GaussianProcess(made_up.traits, TARGET, share_variance(TARGET), boards, made_up.tallies(boards, 40))
    posterior, real = model.posterior(others), made_up.shares(others)
    nothing_learned = ((real - made_up.shares([made_up.given])) ** 2).mean()
    errors = (posterior.mean - real) ** 2
    assert errors.mean() < nothing_learned / 2
    assert posterior.mean.sum(axis=1) == pytest.approx(1)
    claimed = posterior.variance[:, None] * TARGET * (1 - TARGET)
    assert 0.3 < (errors / claimed).mean() < 2


def test_a_board_that_has_played_much_is_expected_to_be_as_it_played(made_up: MadeUp):
    boards = made_up.boards(30)
    tallies = [*made_up.tallies(boards[:1], 20_000), *made_up.tallies(boards[1:], 4)]
    posterior = GaussianProcess(made_up.traits, TARGET, share_variance(TARGET), boards, tallies).posterior_of_played()
    assert posterior.mean[0] == pytest.approx(tallies[0].mean, abs=0.001)
    few = np.array([tally.mean for tally in tallies[1:]])
    real = made_up.shares(boards[1:])
    assert ((posterior.mean[1:] - real) ** 2).mean() < ((few - real) ** 2).mean() / 4
    assert posterior.variance[0] < 1 / 200_000
    assert (posterior.variance[1:] < 1 / 48).all()


def test_posterior_variance_makes_the_expected_distance_larger():
    shares = np.array([[0.4, 0.3, 0.2, 0.1], [0.5, 0.2, 0.2, 0.1]])
    sure, unsure = (Posterior(shares, np.full(2, variance)).expected_distances(TARGET) for variance in (0.0, 1 / 400))
    assert sure == pytest.approx(distance(TARGET, shares))
    draws = np.random.default_rng(1).normal(shares[:, None], np.sqrt(TARGET * (1 - TARGET) / 400), (2, 20_000, 4))
    assert unsure == pytest.approx(distance(TARGET, draws).mean(axis=1), rel=0.06)
