"""The method of Smith & Anton: features, the tree search, the pairs of optimisers, and that it always ends."""

from __future__ import annotations

from collections import Counter
from itertools import count, permutations, product

import numpy as np
import pytest

from footplate.boards import load_board
from footplate.boards.limits import MAX_ROUTES
from footplate.design.distance import target_shares
from footplate.design.playing import Playing
from footplate.papers.smith_anton.design import experiments
from footplate.papers.smith_anton.design.experiments import original_canvas
from footplate.papers.smith_anton.design.features import NOT_IN_THE_GAME, Colours, Destinations, Doubles, Feature
from footplate.papers.smith_anton.design.graph_optimizer import (
    SubBoards,
    all_free,
    canvas_on,
    choose_sub_boards,
    random_board,
    search_graphs,
)
from footplate.papers.smith_anton.design.phases import PairSearch, optimized
from footplate.papers.smith_anton.design.playtests import MethodOptions, Playtester
from footplate.papers.smith_anton.design.search import TreeSearch


def chance(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


class Verdicts:
    """A playtester that needs no games: it gives a distance by what a board, here the pair itself, is."""

    def __init__(self, distance) -> None:
        self.distance, self.steps = distance, []

    def distances(self, boards):
        self.steps.append(list(boards))
        return [self.distance(board) for board in boards]

    def is_consistent(self, make, threshold):
        return self.distance(make()) < threshold

    def best(self, candidates):
        return min(range(len(candidates)), key=lambda i: candidates[i][0])


def pair_search(one: Feature, other: Feature, verdicts: Verdicts, options: MethodOptions) -> PairSearch:
    trees = TreeSearch(one, options.first_threshold, chance(1)), TreeSearch(other, options.first_threshold, chance(2))
    return PairSearch(*trees, lambda pair: pair, verdicts, options, chance(3))  # type: ignore[arg-type]


# ---------------------------------------------------------------- features


def test_no_more_double_routes_than_there_is_room_for():
    doubles = Doubles([(0, 1)] * 100, MAX_ROUTES, chance())
    assert max(sum(doubles.completed((), chance(seed))) for seed in range(20)) == MAX_ROUTES - 100


def test_enough_destinations_stay_in_the_game():
    tickets = Destinations([(NOT_IN_THE_GAME, 5)] * 30, 20, chance())
    kept = [30 - tickets.completed((), chance(seed)).count(NOT_IN_THE_GAME) for seed in range(20)]
    assert min(kept) == 20


def test_twins_have_different_colours_unless_they_are_grey():
    colours = Colours([tuple(range(9))] * 60, chance())
    for seed in range(20):
        drawn = colours.by_variable(colours.completed((), chance(seed)))
        assert all(a != b or a == 8 for a, b in zip(drawn[::2], drawn[1::2], strict=True))


def test_random_boards_on_the_original_graph_are_sound():
    canvas = original_canvas(load_board("usa"), chance())
    for seed in range(30):
        board = random_board(canvas, all_free(canvas), chance(seed))
        assert board.problems == ()
        assert {(r.a, r.b) for r in board.routes} == {(r.a, r.b) for r in load_board("usa").routes}


# ---------------------------------------------------------------- one tree


def test_every_node_comes_up_once_and_then_the_search_ends():
    search = TreeSearch(Feature([(0, 1, 2)] * 3, chance()), 0.2, chance())
    seen = [search.here]
    while True:
        for node in search.candidates(2):
            if node != search.here:
                search.label(node, 0.7)
        if not search.advance():
            break
        seen.append(search.here)
    assert sorted(seen) == sorted(node for depth in range(4) for node in product((0, 1, 2), repeat=depth))


def test_values_that_were_not_tried_come_before_worse_ones_and_after_better_ones():
    for label, is_tried in ((0.9, False), (0.1, True)):
        search = TreeSearch(Feature([(0, 1, 2, 3)] * 2, chance()), 0.2, chance())
        tried = search.candidates(2)
        for node in tried:
            search.label(node, label)
        search.advance()
        assert (search.here in tried) == is_tried


def test_variables_with_one_value_are_not_searched():
    search = TreeSearch(Feature([(4,), (1, 2), (5,)], chance()), 0.2, chance())
    assert len(search.here) == 2
    search.choose(search.candidates(9)[0])
    assert search.is_complete


# ---------------------------------------------------------------- two together


def test_the_first_phase_ends_when_the_trees_are_exhausted_and_gives_the_best_it_has_seen():
    verdicts = Verdicts(lambda pair: 0.5 + sum(pair[0]) / 10 + sum(pair[1]) / 10)
    options = MethodOptions(evaluations=10**9, breadth=2)
    found = pair_search(Feature([(0, 1, 2)] * 3, chance()), Feature([(0, 1)] * 4, chance()), verdicts, options)
    best = found.by_labels()
    assert verdicts.distance(best) == min(verdicts.distance(pair) for step in verdicts.steps for pair in step)
    nodes = sum(3**depth for depth in range(4)) + sum(2**depth for depth in range(5))
    assert len(verdicts.steps) <= nodes


def test_the_first_phase_stops_at_a_pair_that_is_consistently_good():
    verdicts = Verdicts(lambda pair: 0.05)
    search = pair_search(Feature([(0, 1)] * 9, chance()), Feature([(0, 1)] * 9, chance()), verdicts, MethodOptions())
    search.by_labels()
    assert len(verdicts.steps) == 1


def test_a_search_that_may_not_go_on_gives_what_it_has():
    verdicts = Verdicts(lambda pair: 0.9)
    options = MethodOptions(evaluations=8)
    search = pair_search(Feature([(0, 1, 2, 3)] * 50, chance()), Feature([(0, 1)] * 50, chance()), verdicts, options)
    assert [len(part) for part in search.by_labels()] == [50, 50]
    assert len(verdicts.steps) == 2


def test_a_search_whose_time_was_over_before_it_began_makes_one_step():
    class Late(Verdicts):
        def is_over(self, share):
            return True

    verdicts, rng = Late(lambda chosen: 0.9), chance(4)
    search_graphs(SubBoards(9, lambda chosen: True, rng), lambda chosen: chosen, verdicts, MethodOptions(), rng)
    assert len(verdicts.steps) == 1


def test_the_second_phase_plays_sixteen_combinations_at_a_step():
    verdicts = Verdicts(lambda pair: 0.3 + sum(pair[0]) / 100 + sum(pair[1]) / 100)
    one, other = Feature([range(6)] * 3, chance()), Feature([range(9)] * 3, chance())
    found = pair_search(one, other, verdicts, MethodOptions(samples=96)).by_combinations()
    assert [len(step) for step in verdicts.steps] == [16] * 6 + [16] * 3 + [1]
    assert verdicts.distance(found) <= 0.32  # of 0.3 to 0.69


# ---------------------------------------------------------------- three graphs


class Untimed(Verdicts):
    def is_over(self, share):
        return False


def graph_search(graphs: int, distance, options: MethodOptions, fits=lambda chosen: True):
    verdicts, rng = Untimed(distance), chance(4)
    found = search_graphs(SubBoards(graphs, fits, rng), lambda chosen: chosen, verdicts, options, rng)
    return found, verdicts.steps


def slow_graph_search(graphs: int, distance, options: MethodOptions):
    """The same with one list of nodes, read through at every step: (the boards that are looked at, step by step)."""
    rng = chance(4)
    order = rng.permutation(3).tolist()
    waiting: list[tuple[float, int, tuple[int, ...]]] = []
    here: tuple[int, ...] = ()
    steps, numbers = [], count(1)
    while sum(map(len, steps)) < options.graph_evaluations:
        tried = [here]
        if len(here) < 3:
            values = rng.permutation([graph for graph in range(graphs) if graph not in here]).tolist()
            tried = [(*here, value) for value in values[: options.breadth]]
            waiting += [
                (options.first_threshold + 0.005, next(numbers), (*here, value)) for value in values[options.breadth :]
            ]
        looked = []
        for node in tried:
            whole = node
            for draw in rng.random(3 - len(node)).tolist():
                rest = [graph for graph in range(graphs) if graph not in whole]
                whole += (rest[int(draw * len(rest))],)
            looked.append(tuple(whole[order.index(place)] for place in range(3)))
        steps.append(looked)
        if len(here) < 3:
            waiting += [(distance(board), next(numbers), node) for node, board in zip(tried, looked, strict=True)]
        if not waiting:
            break
        waiting.sort()
        here = waiting.pop(0)[2]
    return steps


@pytest.mark.parametrize("breadth", [1, 3])
@pytest.mark.parametrize("evaluations", [20, 10**9])
def test_the_tree_over_graphs_looks_at_what_a_slow_twin_looks_at(breadth: int, evaluations: int):
    def distance(chosen):
        return 0.21 + sum(7 * graph % 5 * (place + 2) for place, graph in enumerate(chosen)) / 100

    options = MethodOptions(breadth=breadth, graph_evaluations=evaluations)
    best, steps = graph_search(6, distance, options)
    assert steps == slow_graph_search(6, distance, options)
    looked = {chosen for step in steps for chosen in step}
    assert distance(best) == min(map(distance, looked))
    if evaluations > 120:
        assert looked == set(permutations(range(6), 3))


def test_the_tree_over_graphs_ends_at_three_that_are_consistently_good():
    best, steps = graph_search(86, lambda chosen: 0.1 if 7 in chosen else 0.5, MethodOptions())
    assert 7 in best
    assert 7 in {graph for chosen in steps[-1] for graph in chosen}


def test_graphs_are_completed_by_such_that_can_be_joined():
    _, steps = graph_search(86, lambda chosen: 0.5, MethodOptions(), lambda chosen: sum(chosen) % 3 == 0)
    assert all(sum(chosen) % 3 == 0 for step in steps if len(step) > 1 for chosen in step)


# ---------------------------------------------------------------- with games


@pytest.fixture
def playing():
    with Playing(["one-step", "path", "long-route", "hungry"], threads=2) as at_work:
        yield at_work


SHORT = MethodOptions(
    games=12, first_threshold=0.9, second_threshold=0.9, samples=120, graphs=6, consistent=(1,)
)  # fmt: skip


def make_playtester(playing: Playing, seed: int) -> Playtester:
    return Playtester(playing, target_shares((25, 25, 25, 25), 4), SHORT, seed=seed)


def test_a_sub_board_is_optimised_and_the_same_seed_gives_the_same_board(playing: Playing):
    def make():
        rng, playtester = chance(5), make_playtester(playing, 5)
        parts, graph = choose_sub_boards(playtester, SHORT, 20, rng)
        canvas = canvas_on(parts[0], "Sub-board", 20, rng)
        return graph, canvas.board(optimized(canvas, all_free(canvas), playtester, SHORT, rng))

    graph, board = make()
    assert board.problems == ()
    assert len(graph.places) == 36
    assert make()[1] == board


def test_sub_games_keep_their_colours_and_double_routes_and_get_lengths_near_the_maps(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
):
    steps = []

    def watched(canvas, freedom, *rest):
        steps.append((canvas, freedom, optimized(canvas, freedom, *rest)))
        return steps[-1][2]

    monkeypatch.setattr(experiments, "optimized", watched)
    outcome = experiments.three_sub_games(make_playtester(playing, 5), SHORT, chance(5))
    *parts, (canvas, freedom, design) = steps
    assert len(parts) == 3
    assert outcome.board == canvas.board(design)
    assert outcome.board.problems == ()
    assert all(len(values) <= 3 for values in freedom.lengths)  # within one of the map's
    settled = [(design.doubles[i], design.colours[2 * i : 2 * i + 2]) for i in range(len(canvas.edges))]
    of_parts = [
        (part.doubles[i], part.colours[2 * i : 2 * i + 2])
        for its_canvas, _, part in parts
        for i in range(len(its_canvas.edges))
    ]
    is_link = [a // 12 != b // 12 for a, b in canvas.edges]
    assert sum(is_link) == 18
    assert Counter(one for one, link in zip(settled, is_link, strict=True) if not link) == Counter(of_parts)
    assert [len(values) for values in freedom.doubles] == [1 + link for link in is_link]
