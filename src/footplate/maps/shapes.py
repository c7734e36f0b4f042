"""Shapes and measures that files and the page draw alike; what the page is sent of a map."""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple

import numpy as np

from footplate.boards import Board
from footplate.maps.districts import STAMP
from footplate.maps.furniture import cartouche, compass
from footplate.maps.geometry import MapGeometry
from footplate.maps.ground_layers import ground_definitions, ground_layer
from footplate.maps.labels import letters
from footplate.maps.leaders import leaders
from footplate.maps.passengers import APART
from footplate.maps.places import CityPlace, RoutePlace, by_name
from footplate.maps.svg import px
from footplate.maps.theme import PAGE

GROUND_ID = "ground"  # what ids of the ground begin with
BAND = 9.0  # how much wider than a car the band of a lit route is
SLOT_CORNER = 1.8
TRAIN_LINE_EDGE = 2.0  # how much wider the edge is than a train's line
RING = 5.0  # round a lit city
MARK, MARK_LETTER = 9.0, 1.2  # radius of a disc on a route, and the size of its letters in radii
STAR = 1.44  # of an attraction, in radii of the city
FEW_CITIES = 20  # with fewer, they have thicker rings
GATE_CORNER, GATE_POINT = 1.0, 1.4  # of a gate's square, and the radius of the point in it
HOUSE, SMALLEST_HOUSE = 19.0, 12.0  # px, how wide a station is on the map
HOUSE_ASIDE, HOUSE_UP, HOUSE_DOWN = 9.0, 7.5, 7.0  # how far a house of 18 reaches from its city
ROOF, ROOF_AWAY = (0.61, 0.79), 6.1  # where its roof faces, and how far off that is
STAMP_CORNER, STAMP_LINE = 3.0, 2.6  # of a district's stamp, and px between its two lines
PLATE_EDGE = 12.0  # between a nameboard and the edge of the map


class Plate(NamedTuple):
    """A rectangle of a nameboard: how far it reaches beyond the words, and its corners."""

    aside: float
    above: float
    taller: float
    corner: float


PLATES = (Plate(6.2, 4.2, 7.4, 4), Plate(5, 3, 5, 3))


class Nameboard(NamedTuple):
    """Where a lit city's name stands: ``x`` of its anchor, and how much lower than without a board."""

    x: float
    lower: float


def page_json(board: Board, geometry: MapGeometry) -> str:
    """A map for the page: where everything lies, and its shapes, in which the ground is."""
    ground = ground_layer(geometry, PAGE, GROUND_ID, page=True) + leaders(geometry, PAGE)
    shapes: dict[str, Any] = {
        "ground": f"<defs>{''.join(ground_definitions(geometry, PAGE, GROUND_ID))}</defs>{ground}",
        "ground_id": GROUND_ID,
        "graticule": graticule(geometry.width, geometry.height),
        "wagons": [wagons(geometry, place) for place in geometry.routes],
        "furniture": cartouche(board, geometry, PAGE) + compass(geometry, PAGE),
        "nameboards": [nameboard(city) for city in geometry.cities],
        "plates": PLATES,
        "measures": {
            "band": BAND,
            "slot_corner": SLOT_CORNER,
            "symbol": symbol_size(geometry),
            "train_height": train_height(geometry),
            "train_line_edge": TRAIN_LINE_EDGE,
            "ring": RING,
            "star": STAR,
            "few_cities": FEW_CITIES,
            "plate_edge": PLATE_EDGE,
            "gate_corner": GATE_CORNER,
            "gate_point": GATE_POINT,
            "house": house_width(geometry),
            "stamp": STAMP,
            "stamp_corner": STAMP_CORNER,
            "stamp_line": STAMP_LINE,
            "passengers_apart": APART,
        },
    }
    places = {name: part for name, part in by_name(geometry).items() if name != "land"}
    return json.dumps({**places, "shapes": shapes}, default=by_name, allow_nan=False)


def graticule(width: float, height: float) -> str:
    """Meridians and parallels of no particular projection."""
    pieces = []
    for i in range(1, 9):
        x, bend = width * i / 9, i - 4.5
        pieces.append(f"M{px(x)} 0Q{px(x - 6 * bend)} {px(height / 2)} {px(x + 3 * bend)} {px(height)}")
    for i in range(1, 6):
        y = height * i / 6
        pieces.append(f"M0 {px(y - 8)}Q{px(width / 2)} {px(y + 18)} {px(width)} {px(y - 8)}")
    return "".join(pieces)


def symbol_size(geometry: MapGeometry) -> float:
    """Of the colour's mark on a slot."""
    return min(0.86 * geometry.sizes.car_height, 10.5)


def house_width(geometry: MapGeometry) -> float:
    """Of a station: as wide as leaves the letters of all names free, where it can."""
    boxes = [letters(label) for label in {city.label for city in geometry.cities}]
    left, top, right, bottom = np.array([(b.x, b.y, b.x + b.width, b.y + b.height) for b in boxes]).T
    x, y = np.array([(city.x, city.y) for city in geometry.cities]).T[:, :, None]
    beside, above, below = np.maximum(left - x, x - right), y - bottom, top - y
    over_roof = ROOF[0] * beside + ROOF[1] * above
    free = np.stack((beside / HOUSE_ASIDE, above / HOUSE_UP, below / HOUSE_DOWN, over_roof / ROOF_AWAY)).max(axis=0)
    return max(SMALLEST_HOUSE, min(HOUSE, math.floor(180 * float(free.min())) / 10))


def nameboard(city: CityPlace) -> Nameboard:
    """A little further from its city."""
    box = city.label.box
    if city.label.anchor == "middle":
        return Nameboard(box.x + box.width / 2, 6 if box.y > city.y else -6)
    return Nameboard(box.x + 7 if city.label.anchor == "start" else box.x + box.width - 7, 0)


def train_height(geometry: MapGeometry) -> float:
    return geometry.sizes.car_height + geometry.sizes.train_rise


def wagons(geometry: MapGeometry, place: RoutePlace) -> list[str]:
    """The outline of each car of a train on a route, centred on 0, 0: the train's ends are round."""
    last, height = len(place.cars) - 1, train_height(geometry)
    return [wagon(car.width + 0.8, height, i == 0, i == last) for i, car in enumerate(place.cars)]


def wagon(width: float, height: float, round_left: bool, round_right: bool) -> str:
    """Outline of a wagon centred on 0, 0; round ends are half discs, the others have small corners."""
    x, y = width / 2, height / 2
    left, right = (min(x, y) if is_round else min(x, 2) for is_round in (round_left, round_right))
    return (
        f"M{px(left - x)} {px(-y)}H{px(x - right)}{_wagon_end(right, y, 1, round_right)}"
        f"H{px(left - x)}{_wagon_end(left, y, -1, round_left)}Z"
    )


def _wagon_end(radius: float, y: float, way: int, is_round: bool) -> str:
    if is_round:
        return f"a{px(radius)} {px(y)} 0 0 1 0 {px(2 * y * way)}"
    r, straight = px(radius), px(way * 2 * (y - radius))
    out, back = px(way * radius), px(-way * radius)
    return f"a{r} {r} 0 0 1 {out} {out}v{straight}a{r} {r} 0 0 1 {back} {out}"
