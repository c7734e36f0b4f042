"""What a search aims at: the move that ROSAS, POSAS, their target, threshold and momentum choose by their formulas."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.agents import make_agent
from footplate.agents.layout import WORK
from footplate.agents.search.layout import SEARCH
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.root import utility
from footplate.agents.search.search import choose_action
from footplate.engine.layout import Records, new_records
from footplate.errors import UnknownAgent

ACTIONS = (3, 10, 11, 40, 41, 42, 57)


def statistics(options: SearchOptions, means: Sequence[float], visits: Sequence[int] | None = None) -> Records:
    """What a search with these options knows of the root: a mean and visits for each of the first ACTIONS."""
    records = new_records(SEARCH)
    q, root = records[0], records[0].root
    q.options = options.numbers()
    root.n_actions = len(means)
    for i, (action, mean) in enumerate(zip(ACTIONS, means, strict=False)):
        root.actions[i] = action
        root.visits[action] = visits[i] if visits else 100
        root.value[action] = mean * root.visits[action]
        q.done += root.visits[action]
    return records


def choice(options: SearchOptions, means: Sequence[float], visits: Sequence[int] | None = None, seed: int = 1) -> int:
    """The index of the action that is chosen."""
    works = new_records(WORK)
    works[0].scratch.rng = seed
    return ACTIONS.index(choose_action(statistics(options, means, visits), works))


def shares(options: SearchOptions, means: Sequence[float]) -> Counter[int]:
    """How often each action is chosen in 3,000 tries."""
    records, works = statistics(options, means), new_records(WORK)
    return Counter(ACTIONS.index(choose_action(records, works)) for _ in range(3000))


def test_the_best_mean_or_the_most_visits_wins():
    means, visits = [1.0, 4.0, 3.0], [50, 40, 60]
    assert choice(SearchOptions(), means, visits) == 1
    assert choice(SearchOptions(final="visits"), means, visits) == 2


def test_an_action_without_visits_is_never_chosen():
    assert choice(SearchOptions(), [-5.0, 0.0, -7.0], [10, 0, 10]) == 0
    assert choice(SearchOptions(dda="rosas"), [-5.0, 0.0, -7.0], [10, 0, 10]) == 0


def test_rosas_is_as_close_to_the_target_as_it_can():
    means = [-6.0, -1.5, 2.0, 9.0]
    assert choice(SearchOptions(dda="rosas"), means) == 1
    assert choice(SearchOptions(dda="rosas", target=3), means) == 2
    assert choice(SearchOptions(dda="rosas", target=-5), means) == 0
    assert choice(SearchOptions(dda="rosas", target=50), means) == 3


def test_posas_chooses_uniformly_within_the_threshold():
    counts = shares(SearchOptions(dda="posas", threshold=5), [-4.9, 8.0, 0.0, 5.0, -5.1, 3.3])
    assert set(counts) == {0, 2, 3, 5}
    assert all(abs(count - 750) < 5 * 24 for count in counts.values())  # 24: the standard deviation


def test_posas_outside_the_threshold_takes_the_nearest():
    assert choice(SearchOptions(dda="posas", threshold=2), [-9.0, 4.5, -4.0, 7.0]) == 2
    assert choice(SearchOptions(dda="posas", threshold=0), [-9.0, 4.5, -0.1, 7.0]) == 2


def test_a_target_moves_the_band_of_posas():
    counts = shares(SearchOptions(dda="posas", threshold=2, target=6), [0.0, 4.0, 5.0, 8.0, 8.5])
    assert set(counts) == {1, 2, 3}


def test_signed_momentum_chooses_the_best_within_the_band():
    """G4: any momentum ends the uniform choice; it prefers the higher mean, not the smaller change."""
    options = SearchOptions(dda="posas", threshold=5, momentum=0.1)
    assert set(shares(options, [-4.9, 8.0, 0.0, 4.5, -5.1, 3.3])) == {3}
    # 5.4 is 0.4 above the band and 0.9 better than 4.5: with m = 0.1 that costs more, with m = 0.5 it pays
    assert choice(options, [4.5, 5.4]) == 0
    assert choice(SearchOptions(dda="posas", threshold=5, momentum=0.5), [4.5, 5.4]) == 1


def test_signed_momentum_of_one_makes_all_leads_equal():
    """G4: the slope of ROSAS is 1 - m while ahead and -(1 + m) while behind."""
    assert set(shares(SearchOptions(dda="rosas", momentum=1), [-0.5, 0.0, 1.0, 7.0])) == {1, 2, 3}
    assert choice(SearchOptions(dda="rosas", momentum=1.5), [-0.5, 0.0, 1.0, 7.0]) == 3
    assert choice(SearchOptions(dda="rosas", momentum=0.5), [-0.5, 0.4, 1.0, 7.0]) == 1


def test_momentum_as_described_penalises_the_swing():
    means, visits = [0.0, 3.0, 8.0], [10, 80, 10]  # the root's mean is 3.2
    assert choice(SearchOptions(dda="rosas", momentum=2, momentum_kind="abs"), means, visits) == 1
    assert choice(SearchOptions(dda="rosas", momentum=2), means, visits) == 2


FORMULAS: dict[str, tuple[SearchOptions, Callable[[float, float], float]]] = {
    "rosas": (SearchOptions(dda="rosas"), lambda mean, parent: abs(mean)),
    "posas": (SearchOptions(dda="posas", threshold=2.5), lambda mean, parent: max(0, abs(mean) - 2.5)),
    "target": (SearchOptions(dda="rosas", target=3), lambda mean, parent: abs(mean - 3)),
    "momentum": (SearchOptions(dda="rosas", momentum=0.5), lambda mean, parent: abs(mean) + 0.5 * (parent - mean)),
    "size": (
        SearchOptions(dda="posas", threshold=1, momentum=0.3, momentum_kind="abs"),
        lambda mean, parent: max(0, abs(mean) - 1) + 0.3 * abs(parent - mean),
    ),
    "true": (SearchOptions(dda="true-rosas", momentum=0.2), lambda mean, parent: abs(mean) + 0.2 * (parent - mean)),
}


@pytest.mark.parametrize("name", FORMULAS)
@given(data=st.data())
def test_the_choice_minimises_the_published_formula(name: str, data: st.DataObject):
    options, formula = FORMULAS[name]
    figures = st.tuples(st.floats(-30, 30).map(lambda x: round(x, 2)), st.integers(1, 500))
    rows = data.draw(st.lists(figures, min_size=1, max_size=len(ACTIONS)))
    means, visits = [row[0] for row in rows], [row[1] for row in rows]
    parent = sum(mean * n for mean, n in rows) / sum(visits)
    values = [formula(mean, parent) for mean in means]
    assert values[choice(options, means, visits)] == pytest.approx(min(values), abs=1e-9)


def test_the_formula_itself():
    q = statistics(SearchOptions(dda="posas", threshold=5, momentum=0.1, target=2), [0.0])[0]
    assert utility(q, 9.0, 4.0) == pytest.approx(-(7 - 5) + 0.1 * 5)
    assert utility(q, 1.0, 4.0) == pytest.approx(-0.1 * 3)
    assert utility(statistics(SearchOptions(), [0.0])[0], 9.0, 4.0) == 9.0


def test_true_variants_may_go_by_visits_the_others_not():
    means, visits = [6.0, 1.0], [90, 10]
    assert choice(SearchOptions(dda="true-rosas", final="visits"), means, visits) == 0
    assert choice(SearchOptions(dda="true-rosas"), means, visits) == 1
    assert choice(SearchOptions(dda="rosas", final="visits"), means, visits) == 1


def test_equal_actions_are_chosen_by_chance():
    counts = shares(SearchOptions(), [2.0, 2.0, 1.0])
    assert set(counts) == {0, 1}
    assert abs(counts[0] - 1500) < 5 * 27


@pytest.mark.parametrize("seed", range(3))
def test_the_choice_is_reproducible(seed: int):
    chance = random.Random(seed)
    means = [chance.uniform(-4, 4) for _ in range(6)]
    options = SearchOptions(dda="posas", threshold=5)
    assert choice(options, means, seed=seed) == choice(options, means, seed=seed)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("ismcts:dda=hard", "there are: none, rosas, posas, true-rosas, true-posas"),
        ("ismcts:momentum_kind=both", "signed, abs"),
        ("ismcts:final=best", "mean, visits"),
        ("ismcts:iterations=0", "iterations=0 must be from 1 to 1,000,000,000"),
        ("cheating-mcts:threshold=-1", "threshold=-1.0 must be from 0 to 1,000,000"),
        ("determinized-uct:trees=0", "trees=0 must be from 1 to 1,000,000"),
        ("ismcts:worlds=true", "worlds"),
    ],
)
def test_wrong_options_are_explained(spec: str, words: str):
    with pytest.raises(UnknownAgent, match=words):
        make_agent(spec)
