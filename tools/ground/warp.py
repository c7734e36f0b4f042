"""From degrees to the board: a projection, an affine map, and a flow that takes every city exactly home.

The flow goes in many small steps. In each, a smooth field of velocities takes the cities a bit straight on; small steps
of a smooth field don't fold. Far from all cities the field fades, and the map is the projection again. Lengths are
heights of the board.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

Points = np.ndarray[Any, np.dtype[np.float64]]  # (n, 2)
Projection = Callable[[Points], Points]  # longitude and latitude in degrees to a plane with y up

STEPS = 32
REACHES = (0.6, 0.16)  # heights: how far a city's shift is felt; wide ones first, for what whole regions share
YIELD = 1e-3  # how little a city may lag behind in a step, for a gentler field; later steps make it good
CHUNK = 4000  # points that are moved at once, for memory


def equirectangular(middle: Points, latitudes: tuple[float, float]) -> Projection:
    shrink = math.cos(math.radians(middle[1]))
    return lambda degrees: np.radians((degrees - middle) * (shrink, 1.0))


def mercator(middle: Points, latitudes: tuple[float, float]) -> Projection:
    shrink = math.cos(math.radians(middle[1]))

    def project(degrees: Points) -> Points:
        latitude = np.radians(np.clip(degrees[:, 1], -84, 84))
        return shrink * np.column_stack((np.radians(degrees[:, 0] - middle[0]), np.arcsinh(np.tan(latitude))))

    return project


def cone(middle: Points, latitudes: tuple[float, float]) -> Projection:
    """The equidistant cone, true at two latitudes."""
    one, two = map(math.radians, latitudes)
    n = (math.cos(one) - math.cos(two)) / (two - one)
    apex = math.cos(one) / n + one

    def project(degrees: Points) -> Points:
        radius, angle = apex - np.radians(degrees[:, 1]), n * np.radians(degrees[:, 0] - middle[0])
        return np.column_stack((radius * np.sin(angle), -radius * np.cos(angle)))

    return project


PROJECTIONS = (equirectangular, mercator, cone)


@dataclass(frozen=True)
class Step:
    """The cities' places before a step of the flow, and how strongly each pulls."""

    places: Points
    pulls: Points
    reach: float


@dataclass(frozen=True)
class Warp:
    project: Projection
    affine: Points  # (3, 2)
    steps: tuple[Step, ...]
    left: float  # how far the affine map alone leaves the cities from their places: root of the mean square

    def __call__(self, degrees: Points) -> Points:
        """Equal points stay equal to the last digit: each is moved once. A place in an array decides on rounding."""
        points, which = np.unique(np.asarray(degrees, float)[:, :2], axis=0, return_inverse=True)
        chunks = np.array_split(points, len(points) // CHUNK + 1)
        return np.concatenate([self._moved(chunk) for chunk in chunks])[which.ravel()]

    def _moved(self, degrees: Points) -> Points:
        points = self.flat(degrees)
        for step in self.steps:
            points = points + _felt(points, step.places, step.reach) @ step.pulls
        return points

    def flat(self, degrees: Points) -> Points:
        """Without the flow."""
        projected = self.project(degrees)
        return np.asarray(np.column_stack((projected, np.ones(len(projected)))) @ self.affine)

    def determinants(self, low: Points, high: Points, n: int = 70) -> Points:
        """How much the flow swells or shrinks the ground in a box of the board (below 0: a fold), on a grid."""
        x, y = np.meshgrid(np.linspace(low[0], high[0], n), np.linspace(low[1], high[1], n))
        grid = np.column_stack((x.ravel(), y.ravel()))
        e = 1e-5

        def flowed(points: Points) -> Points:
            for step in self.steps:
                points = points + _felt(points, step.places, step.reach) @ step.pulls
            return points

        dx, dy = ((flowed(grid + d) - flowed(grid - d)) / (2 * e) for d in ((e, 0.0), (0.0, e)))
        return np.asarray(dx[:, 0] * dy[:, 1] - dx[:, 1] * dy[:, 0])


def _felt(points: Points, places: Points, reach: float) -> Points:
    far = np.hypot(points[:, None, 0] - places[:, 0], points[:, None, 1] - places[:, 1]) / reach
    return np.asarray((1 + far) * np.exp(-far))


def warp_to(degrees: Points, places: Points, reaches: Iterable[float] = REACHES) -> Warp:
    """The warp that takes ``degrees`` to ``places``, by the projection that leaves least to the flow."""
    low, high = degrees.min(axis=0), degrees.max(axis=0)
    sixth = (high[1] - low[1]) / 6
    tried = [
        _fitted(kind((low + high) / 2, (low[1] + sixth, high[1] - sixth)), degrees, places) for kind in PROJECTIONS
    ]
    flat = min(tried, key=lambda warp: warp.left)
    return Warp(flat.project, flat.affine, tuple(_steps(flat.flat(degrees), places, tuple(reaches))), flat.left)


def _fitted(project: Projection, degrees: Points, places: Points) -> Warp:
    projected = np.column_stack((project(degrees), np.ones(len(degrees))))
    affine = np.asarray(np.linalg.lstsq(projected, places, rcond=None)[0], np.float64)
    left = float(np.sqrt(((projected @ affine - places) ** 2).sum(axis=1).mean()))
    return Warp(project, affine, (), left)


def _steps(at: Points, places: Points, reaches: tuple[float, ...]) -> Iterable[Step]:
    for number in range(STEPS):
        for reach in reaches:
            share = 0.5 if reach != reaches[-1] else 1.0  # what is left is for the narrower field
            felt = _felt(at, at, reach)
            softness = YIELD if reach == reaches[-1] else 0.3
            wanted = share * (places - at) / (STEPS - number)
            pulls = np.asarray(np.linalg.solve(felt + softness * np.eye(len(at)), wanted), np.float64)
            yield Step(at, pulls, reach)
            at = at + felt @ pulls
