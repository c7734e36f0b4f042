"""How each board's ground is drawn. Settings were chosen by eye."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    around: float  # degrees beyond the cities that very wide and very tall panels may show
    detail: str = "50m"  # of world-atlas
    own_coast: bool = False  # the coast is our own, where packages have none of this scale
    home: str = ""  # the country that the board is about
    borders: tuple[str, ...] | None = None  # today's, of these countries or of all (); None where they are
    # anachronistic or disputed
    packaged_lakes: bool = True
    round: float = 2.0  # px, see coast.Pen
    least_island: float = 30.0
    least_lake: float = 90.0
    coarse: float = 1.0


_AMERICA = "United States of America"
_USA = Settings(75, home=_AMERICA, borders=(_AMERICA,), round=2.4, least_island=50, coarse=1.25)
_MIDDLE = ("Germany", "Netherlands", "Belgium", "Luxembourg", "Switzerland", "Austria", "Czechia")
_SCANDINAVIA = ("Norway", "Sweden")  # Finland's border with Russia is younger than the board's railways
BOARDS = {
    "usa": _USA,
    "usa_1910": _USA,
    "first_journey_usa": _USA,
    "europe": Settings(90),
    "nordic": Settings(45, "10m", borders=_SCANDINAVIA, round=2.8, least_island=90, least_lake=150, coarse=1.25),
    "switzerland": Settings(6, "10m", home="Switzerland", borders=(), packaged_lakes=False, round=1.4),
    "germany": Settings(
        18,
        "10m",
        home="Germany",
        borders=_MIDDLE,
        packaged_lakes=False,
        round=2.8,
        least_island=120,
        least_lake=100,
        coarse=1.4,
    ),
    "india": Settings(60, least_lake=500),
    "new_york": Settings(1, own_coast=True, packaged_lakes=False, round=1.4),
}
