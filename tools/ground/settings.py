"""How each board's ground is drawn. Settings were chosen by eye."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    detail: str = "50m"  # of world-atlas
    home: str = ""  # the country that the board is about
    borders: str | None = None  # today's, of one country or of all (""); none where they are anachronistic or disputed
    packaged_lakes: bool = True
    round: float = 2.0  # px, see coast.Pen
    least_island: float = 30.0
    least_lake: float = 90.0
    coarse: float = 1.0
    span: float = 130.0  # degrees of longitude to either side of the cities' middle


_USA = Settings(
    home="United States of America",
    borders="United States of America",
    round=2.4,
    least_island=50,
    coarse=1.25,
    span=120,
)
BOARDS = {
    "usa": _USA,
    "usa_1910": _USA,
    "first_journey_usa": _USA,
    "europe": Settings(),
    "nordic": Settings(detail="10m", borders="", round=2.6, least_island=70, least_lake=200),
    "switzerland": Settings(detail="10m", home="Switzerland", borders="", packaged_lakes=False, round=1.4),
    "germany": Settings(detail="10m", home="Germany", borders="", round=2.4, least_island=60, least_lake=130),
    "india": Settings(least_lake=500),
}
