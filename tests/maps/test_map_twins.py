"""The map's clever arithmetic beside slow and obvious twins: curves that clash, cars on lines, names, ponds."""

from __future__ import annotations

import itertools
import math

import networkx as nx
import numpy as np
import pytest

from footplate.boards import board_names, load_board
from footplate.maps import coast
from footplate.maps.curves import (
    BOWS,
    CROSSING,
    SAMPLES,
    SHARED,
    BowChooser,
    Pair,
    control_points,
    curve_points,
    pairs_of,
)
from footplate.maps.geometry import map_geometry
from footplate.maps.labels import LabelPlacer
from footplate.maps.lanes import _Lines
from footplate.maps.layout import Box, Points, Sizes, fit_for, padding_for, sizes_for, spots_of
from footplate.maps.name_choices import COVERED, GIVES_WAY, Discs, crowding_cost
from footplate.maps.places import rounded

PANEL = (500.0, 400.0)


def laid_out(name: str, panel: tuple[float, float] = PANEL) -> tuple[Points, tuple[Pair, ...], Sizes]:
    board = load_board(name)
    fit = fit_for(board, *panel, padding_for(board, *panel))
    return fit.place(spots_of(board.cities)), pairs_of(board), sizes_for(board, *panel)


# ---- curves --------------------------------------------------------------------------------------------------------


def cross(line: Points, other: Points) -> int:
    """How often two lines cross: the ends of each leg lie on both sides of the other one."""

    def side(a: Points, b: Points, points: Points) -> Points:
        return (b[..., 0] - a[..., 0]) * (points[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (
            points[..., 0] - a[..., 0]
        )

    a, b, c, d = line[:-1, None], line[1:, None], other[:-1], other[1:]
    return int(((side(a, b, c) * side(a, b, d) < 0) & (side(c, d, a) * side(c, d, b) < 0)).sum())


def slow_clash(cities: Points, one: Pair, bow: float, other: Pair, other_bow: float, sizes: Sizes) -> float:
    """0.35 for each square pixel by which two samples come too near, unless one of them is near to a shared city.

    And what it costs that the curves cross, if they have a city in common.
    """
    reach = sizes.half_width(len(one.routes)) + sizes.half_width(len(other.routes)) + 6
    shared = [cities[city] for city in {one.a, one.b} & {other.a, other.b}]

    def line(pair: Pair, bow: float, steps: int) -> Points:
        a, b = cities[pair.a], cities[pair.b]
        return curve_points(a, control_points(a, b, np.array(bow)), b, steps)

    def samples(pair: Pair, bow: float) -> list[Points]:
        points = line(pair, bow, SAMPLES)
        return [p for p in points if all(math.dist(p, city) >= SHARED * sizes.scale for city in shared)]

    crosses = shared and cross(line(one, bow, 4 * SAMPLES), line(other, other_bow, 4 * SAMPLES)) % 2
    return CROSSING * bool(crosses) + 0.35 * sum(
        max(reach - math.dist(p, q), 0) ** 2 for p in samples(one, bow) for q in samples(other, other_bow)
    )


@pytest.mark.parametrize("name", ["small", "new_york"])
def test_what_curves_cost_each_other(name: str) -> None:
    cities, pairs, sizes = laid_out(name)
    chooser = BowChooser(cities, pairs, sizes, *PANEL)
    for chosen, pick in ((0, 0), (3, 4), (len(pairs) - 1, 9)):
        (cost,) = chooser._clash([(chosen, pick)])
        assert cost.any()
        for i, j in np.ndindex(cost.shape):
            slow = 0.0 if i == chosen else slow_clash(cities, pairs[chosen], BOWS[pick], pairs[i], BOWS[j], sizes)
            assert cost[i, j] == pytest.approx(slow, abs=1e-9)


@pytest.mark.parametrize("name", board_names())
@pytest.mark.parametrize("panel", [(840, 560), (640, 900), (1280, 794), (1500, 560), (1280, 1848)])
def test_no_route_crosses_another(name: str, panel: tuple[int, int]) -> None:
    """One that does seems to lead where the other leads."""
    curves = {place.curve for place in map_geometry(load_board(name), *panel).routes}
    lines = {curve: curve_points(*map(np.array, (curve.start, curve.control, curve.end)), SAMPLES) for curve in curves}
    assert not [pair for pair in itertools.combinations(curves, 2) if cross(lines[pair[0]], lines[pair[1]])]


def test_bows_that_are_chosen_can_not_be_bettered_one_by_one() -> None:
    cities, pairs, sizes = laid_out("new_york")
    name = Box(*cities.mean(axis=0), 60, 15)
    chooser = BowChooser(cities, pairs, sizes, *PANEL)
    for _ in range(5):  # each call goes on from the last
        bows = chooser.choose([name])
    picks = [int(np.flatnonzero(bow == BOWS)[0]) for bow in bows]
    assert len(set(picks)) > 2
    alone = chooser._own_cost + chooser._costs_of_names([name])[0]
    for i, pick in enumerate(picks):
        cost = alone[i] + sum(beside[i] for beside in chooser._clash(enumerate(picks)))
        assert pick == np.argmin(cost)


def test_walks_along_lines() -> None:
    chance = np.random.default_rng(1)
    lines = np.cumsum(chance.normal(size=(5, 9, 2)), axis=1)
    lines[4] = lines[4, 0]  # of no length
    way = np.concatenate((chance.uniform(-1, 12, size=(5, 20)), np.zeros((5, 1))), axis=1)
    for line, ways, found in zip(lines, way, _Lines(lines).walk(way), strict=True):
        passed = np.concatenate(([0.0], np.cumsum([math.dist(p, q) for p, q in itertools.pairwise(line)])))
        slow = [[np.interp(w, passed, line[:, axis]) for axis in (0, 1)] for w in ways]
        assert np.allclose(found, slow, rtol=0, atol=1e-9)


# ---- names ---------------------------------------------------------------------------------------------------------


def disc_cost(box: list[float], discs: Discs, car_radius: float, clear: float) -> float:
    left, top, right, bottom = box
    cost = 0.0
    for centres, is_car in ((discs.cars, True), (discs.rails, False)):
        radius, touch, depth = (car_radius, 9, 6) if is_car else (2.5, 2, 1)
        for row, (x, y) in enumerate(centres.reshape(-1, 2).tolist()):
            distance = math.hypot(max(left - x, x - right, 0), max(top + 1.5 - y, y - bottom + 1.5, 0))
            cost += touch + depth * (radius - distance) if distance < radius else 0
            if is_car and distance < radius - clear:  # dearer, the more of the room it takes that the route can spare
                cost += min(GIVES_WAY * discs.shares[row % len(discs.shares)], COVERED)
    return cost


def test_every_name_has_its_cheapest_place_among_the_others() -> None:
    crowded = (320.0, 260.0)
    cities, _, sizes = laid_out("new_york", crowded)
    names = {i: city.label for i, city in enumerate(load_board("new_york").cities)}
    placer = LabelPlacer(names, cities, (), *crowded, sizes)
    chance = np.random.default_rng(2)
    rows = chance.permuted(np.tile(cities, (2, 1)), axis=0)[:24]
    around = chance.normal(scale=6, size=(2, len(rows), 2))  # two discs a row
    shares = chance.choice([0.02, 0.3, 9.0], size=16)
    for covered in range(0, 12, 2):  # it remembers what it has seen of discs that have not moved
        discs = Discs((rows + around)[:, :16], (rows + around)[:, 16:], shares)
        labels, cost = placer.place(discs)
        boxes = [labels[i].box for i in range(len(cities))]
        chosen = np.array([(box.x, box.y, box.x + box.width, box.y + box.height) for box in boxes])
        total = 0.0
        for i, (places, alone) in enumerate(zip(placer._places.boxes, placer._places.cost, strict=True)):
            own = alone + [disc_cost(box, discs, placer._car_radius, placer._clear) for box in places.tolist()]
            costs = own + crowding_cost(places, np.delete(chosen, i, axis=0), *placer._apart)
            pick = int(np.argmin(np.abs(places - chosen[i]).sum(axis=1)))
            assert costs[pick] == pytest.approx(costs.min(), abs=0.05)  # labels are rounded
            total += costs[pick]
        assert cost == pytest.approx(total, abs=0.5)
        rows[covered // 2] = (chosen[covered, :2] + chosen[covered, 2:]) / 2


# ---- the coast -----------------------------------------------------------------------------------------------------


def test_ponds_are_found_as_by_a_flood() -> None:
    chance = np.random.default_rng(3)
    for _ in range(20):
        sea = chance.random((12, 17)) < 0.55
        grid = nx.grid_2d_graph(*sea.shape).subgraph([tuple(cell) for cell in np.argwhere(sea)])
        edge = {(r, c) for r, c in np.ndindex(*sea.shape) if r in (0, 11) or c in (0, 16)}
        slow = {frozenset(part) for part in nx.connected_components(grid) if not part & edge}
        assert {frozenset(cells) for cells in coast._enclosed(sea)} == slow


def test_the_distance_from_the_shore_is_right_where_it_is_near() -> None:
    chance = np.random.default_rng(4)
    lines = [np.cumsum(chance.normal(scale=9, size=(8, 2)), axis=0) + np.array((150, 90)) for _ in range(4)]
    x, y = np.arange(0, 308, 8.0), np.arange(0, 208, 8.0)
    found = coast._distance(x, y, lines, 30)
    slow = np.array([[min(math.dist((a, b), p) for line in lines for p in line) for a in x] for b in y])
    assert slow.min() < 30 < slow.max()
    assert np.allclose(found[slow < 30], slow[slow < 30])
    assert (found >= slow - 1e-9).all()


def test_places_are_rounded_as_numbers_are() -> None:
    """Also those of which NumPy thinks, after multiplying by 100, that they lie halfway."""
    chance = np.random.default_rng(8)
    halves = chance.integers(-90_000, 90_000, size=5000) / 100 + 0.005
    values = np.concatenate((halves, np.nextafter(halves, 0), chance.uniform(-900, 900, size=1000)))
    assert (np.round(values, 2) != [round(value, 2) for value in values.tolist()]).any()
    assert rounded(values).tolist() == [round(value, 2) for value in values.tolist()]
