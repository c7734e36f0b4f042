"""Curves, cars and names of a map, arranged so that no car lies on another, on a city's dot or on a name.

Curves make way for names and names for cars, in turns. Where something touches, cars make way on their lines, routes
get other bows, names change places, and at last all cars get lower.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np

from footplate.maps.corners import COMPASS_SIZE, free_corner
from footplate.maps.curves import BowChooser, Pair, ends_of, pair_of_routes
from footplate.maps.labels import Label, LabelPlacer
from footplate.maps.lanes import Lane, lay_lanes
from footplate.maps.layout import Box, Points, Sizes, distances
from footplate.maps.name_choices import Discs
from footplate.maps.spacing import SHORTEST, Spacer, bend_away, give_way, obstacles_of
from footplate.maps.touching import Touching, find_touching

REBOWS = 4  # how often curves make way for names and names are placed again; the best arrangement stays
LOWER = (0.95, 0.85)  # times as high cars are tried, until nothing touches
ANEW = (0.9, 0.8)  # and then, with names and curves found anew
GOOD = 0.9  # where nothing touches, curves make way again only while that makes names so much cheaper
SPREADS = 3  # how often cars make way
FEW_SHORTEST = 2.5  # times its height a car is long on boards of few cities, before a name on its line costs most
BETWEEN_DISCS = 9.0  # px along a car, at most
HOPELESS = 40  # so much touches on a panel that is far too small: lower cars would not help


@dataclass(frozen=True, slots=True)
class Arrangement:
    """``labels`` are by city: those that have a name. ``touching`` is how often a car lies on something."""

    sizes: Sizes
    bows: Points
    lanes: Sequence[Sequence[Lane]]
    labels: Mapping[int, Label]
    cartouche: Box | None
    compass: Box | None
    touching: Touching
    cost: float

    @property
    def furniture(self) -> list[Box]:
        return [box for box in (self.cartouche, self.compass) if box]


UNKNOWN = Touching(0, ())  # before anybody has looked


class Trial:
    """An arrangement as it was ``found``. Cars make way only when somebody asks what touches then."""

    def __init__(self, found: Arrangement, spread: Callable[[Arrangement], Arrangement]) -> None:
        self.found, self._spread = found, spread

    @cached_property
    def spread(self) -> Arrangement:
        return self._spread(self.found)

    @property
    def touches(self) -> int:
        """How much touches still."""
        return self.spread.touching.count

    def is_better_than(self, other: Trial) -> bool:
        """Whether less touches, or as little at less cost."""
        if self.found.cost < other.found.cost:
            return self.touches == 0 or self.touches <= other.touches
        return other.touches > 0 and self.touches < other.touches

    def is_enough_beside(self, best: Trial, *, on_trial: bool) -> bool:
        """Whether curves need not make way again for the names of this try."""
        if self.found.cost <= GOOD * best.found.cost or (on_trial and best.touches):
            return self.touches > 0 and self.touches > best.touches
        return best.touches == 0 or self.touches >= best.touches


def _as_it_is(found: Arrangement) -> Arrangement:
    return found


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be arranged. ``cartouches`` are the sizes that it may have, the best first.

    ``shores`` are costs of being on land or at sea, for each pair and bow.
    """

    centres: Points
    pairs: Sequence[Pair]
    names: Mapping[int, str]
    cartouches: Sequence[tuple[float, float]]
    turned: bool
    width: float
    height: float
    shores: Points | None = None


def arrange(plan: Plan, sizes: Sizes) -> Arrangement:
    """Where something touches still, all cars get lower, then names and curves are found anew with lower cars."""
    arranger = Arranger(plan, sizes)
    best = found = arranger.arranged()
    lower_ones = chain(
        (arranger.lowered(found, lower) for lower in LOWER),
        (Arranger(plan, sizes.with_cars(lower), last_resort=True).arranged() for lower in ANEW),
    )
    while 0 < best.touching.count < HOPELESS and (lower := next(lower_ones, None)):
        best = min(best, lower, key=lambda arrangement: arrangement.touching.count)
    return best


class Arranger:
    """Arranges a plan with pieces of these sizes."""

    def __init__(self, plan: Plan, sizes: Sizes, *, last_resort: bool = False) -> None:
        centres, pairs, panel = plan.centres, plan.pairs, (plan.width, plan.height)
        self._plan, self._sizes, self._last_resort = plan, sizes, last_resort
        self._chooser = BowChooser(centres, pairs, sizes, *panel, plan.shores)
        self._bows = self._chooser.choose(())
        self._lanes = lay_lanes(centres, pairs, self._bows, sizes)
        cars = np.concatenate([lane.centres for pair_lanes in self._lanes for lane in pair_lanes])
        named_cities, gates = centres[list(plan.names)], np.delete(centres, list(plan.names), axis=0)
        keep_off = [(named_cities, (34.0, 20.0)), (gates, (16.0, 10.0)), (cars, (14.0, 12.0))]
        corners = (free_corner(size, keep_off, *panel, ()) for size in plan.cartouches)
        self._cartouche = next(filter(None, corners), None)
        taken = (self._cartouche,) if self._cartouche else ()
        compass_size, keep_off = (COMPASS_SIZE, COMPASS_SIZE), [(centres, (40.0, 30.0)), (cars, (14.0, 14.0))]
        self._compass = free_corner(compass_size, keep_off, *panel, taken) if plan.turned else None
        self._reserved = (*taken, self._compass) if self._compass else taken
        self._placer = LabelPlacer(plan.names, centres, self._reserved, *panel, sizes, last_resort=last_resort)

    def arranged(self) -> Arrangement:
        """Names and curves make way for each other in turns; the best arrangement stays."""
        best = self._named(self._bows, self._lanes)
        for on_trial in (False, True):
            found = self._named(best.found.bows, best.found.lanes, on_trial=True) if on_trial else best
            for _ in range(REBOWS):
                best = found if found.is_better_than(best) else best
                names = (label.box for label in found.found.labels.values())
                bows = self._chooser.choose([*names, *self._reserved])
                if np.array_equal(found.found.bows, bows) or (on_trial and best.touches == 0):
                    break
                lanes = lay_lanes(self._plan.centres, self._plan.pairs, bows, self._sizes)
                found = self._named(bows, lanes, on_trial=on_trial)
                if found.is_enough_beside(best, on_trial=on_trial):
                    break
            best = found if found.is_better_than(best) else best
            if 0 < best.touches < HOPELESS:
                best = Trial(self._bent(best.spread), _as_it_is)
            if not 0 < best.touches < HOPELESS:
                break
        return best.spread

    def lowered(self, found: Arrangement, lower: float) -> Arrangement:
        """The same with cars ``lower`` times as high; curves and names stay, where cars need not make way."""
        sizes, centres = found.sizes.with_cars(lower), self._plan.centres
        lanes = lay_lanes(centres, self._plan.pairs, found.bows, sizes)
        touching = find_touching(centres, lanes, found.labels.values(), sizes)
        return self._bent(self._spread(replace(found, sizes=sizes, lanes=lanes, touching=touching)))

    def _named(self, bows: Points, lanes: Sequence[Sequence[Lane]], *, on_trial: bool = False) -> Trial:
        plan, sizes = self._plan, self._sizes
        labels, cost = self._placer.place(discs_of(plan.centres, plan.pairs, lanes, sizes), on_trial=on_trial)
        found = Arrangement(sizes, bows, lanes, labels, self._cartouche, self._compass, UNKNOWN, cost)
        return Trial(found, lambda found: self._spread(self._with(found, bows, lanes)))

    def _spread(self, found: Arrangement) -> Arrangement:
        """The same with cars that make way on their lines where they lie on something."""
        if not found.touching.count:
            return found
        best, spacer = found, self._spacer(found)
        for _ in range(SPREADS):
            lanes, stuck = give_way(spacer, best.bows, best.lanes, best.touching.lanes)
            if stuck.issuperset(best.touching.lanes):
                break
            laid = self._with(best, best.bows, lanes)
            if laid.touching.count >= best.touching.count:
                break
            best = laid
            if stuck.issuperset(best.touching.lanes):
                break
        return best

    def _bent(self, found: Arrangement) -> Arrangement:
        """The same with other bows for the routes whose cars lie on something still."""
        best, spacer = found, self._spacer(found)
        pair_of = pair_of_routes(self._plan.pairs).tolist()
        for pair in dict.fromkeys(pair_of[number] for number in found.touching.lanes):
            bows = self._chooser.bows_for(pair, best.bows)
            if bent := bend_away(spacer, best.lanes, pair, bows):
                lanes, bows = list(best.lanes), best.bows.copy()
                bows[pair], lanes[pair] = bent
                best = min(best, self._with(best, bows, lanes), key=lambda arrangement: arrangement.touching.count)
        return best

    def _spacer(self, found: Arrangement) -> Spacer:
        plan = self._plan
        last_resort = self._last_resort or found.sizes is not self._sizes
        obstacles = obstacles_of(plan.centres, found.labels)
        return Spacer(plan.centres, plan.pairs, obstacles, found.sizes, last_resort=last_resort)

    def _with(self, found: Arrangement, bows: Points, lanes: Sequence[Sequence[Lane]]) -> Arrangement:
        touching = find_touching(self._plan.centres, lanes, found.labels.values(), found.sizes)
        return replace(found, bows=bows, lanes=lanes, touching=touching)


def discs_of(centres: Points, pairs: Sequence[Pair], lanes: Sequence[Sequence[Lane]], sizes: Sizes) -> Discs:
    """Seven along each car, more where cars are very long, and eight from each city to the first car."""
    every = [lane for pair_lanes in lanes for lane in pair_lanes]
    counts, lengths = np.array([len(lane.angles) for lane in every]), np.array([lane.car_width for lane in every])
    angles, widths = np.concatenate([lane.angles for lane in every]), np.repeat(lengths, counts)
    along = np.stack((np.cos(angles), np.sin(angles)), axis=-1) * widths[:, None]
    steps = max(6, math.ceil(_longest_car(centres, pairs, sizes) / BETWEEN_DISCS))
    places = np.linspace(-0.5, 0.5, steps + 1)[:, None, None]
    cars = np.concatenate([lane.centres for lane in every]) + places * along
    shortest = SHORTEST if len(centres) >= 20 else FEW_SHORTEST * sizes.car_height
    spare = counts * (lengths - shortest)
    shares = np.repeat(lengths / steps / np.maximum(spare, 1.0), counts)
    cities = np.array([(pair.a, pair.b) for pair, pair_lanes in zip(pairs, lanes, strict=True) for _ in pair_lanes])
    rails = np.linspace(centres[cities], np.array([lane.run[[0, -1]] for lane in every]), 8)
    return Discs(cars, rails.reshape(len(rails), -1, 2), shares)


def _longest_car(centres: Points, pairs: Sequence[Pair], sizes: Sizes) -> float:
    """However routes bend: the same for all arrangements of a plan."""
    ways = distances(*ends_of(centres, pairs))
    return float(min((ways / [min(pair.lengths) for pair in pairs]).max(), sizes.longest_car))
