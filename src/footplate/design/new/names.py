"""Invented names of cities: syllables by the grammar of a flavour, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np

from footplate.boards import board_names, load_board
from footplate.boards.check.values import as_typed

LONGEST, SHORTEST = 12, 4  # letters: longer names cover routes
_TWO_WORDS = 0.12  # share of names with a word before them


@dataclass(frozen=True)
class Flavour:
    """What names begin with, go on with and end on."""

    starts: str
    middles: str
    ends: str
    before: str  # first words of names of two words


FLAVOURS = {
    "alpine": Flavour(
        starts="Al Am Bern Birn Brau Dorn Eber Eich Erl Feld Fich Gan Gold Grau Grün Hag Hell Hoch Kalt Karl "
        "Kron Lind Lor Mar Moos Nuss Ober Ram Reit Rosen Sand Schön Sil Sonn Stein Tann Traun Ulm Wald "
        "Weid Wind Zell",
        middles="en er el n",
        ends="au bach berg brunn burg dorf eck feld furt hall heim hof ing kirch mark moos ried see stadt "
        "stein tal wang",
        before="Bad Neu Alt Sankt",
    ),
    "nordic": Flavour(
        starts="Al Arn Bjør Brek Dal Eld Fal Fjell Gran Hag Halm Hav Hol Iv Jar Karl Kol Lang Ler Lund Mal Nor "
        "Od Ravn Rin Sand Skar Skog Sol Sten Svart Tor Ulv Varm Vest Vin",
        middles="e a er en s",
        ends="by dal fjord fors gård havn heim holm hus lund mark nes rud sand stad strand sund torp vik voll",
        before="Nord Sør Øvre",
    ),
    "latin": Flavour(
        starts="Al Bel Bar Cal Can Cor Dor Far Fil Gal Gar Lam Lor Mar Mel Mon Mor Nar Or Pal Per Pon Ros Sal "
        "San Ser Tar Tor Val Var Ven Ver Vil",
        middles="a e i o an en ar el in ol",
        ends="bella cello dora fiore gara lano lino mara mira mona nera nova rano rena riva rona sella tara "
        "tella tino vera",
        before="San Santa Porto Monte Villa",
    ),
    "celtic": Flavour(
        starts="Aber Ard Bal Ben Bran Car Clon Col Crai Cul Dal Don Drum Dun Fer Fin Gal Glen Inver Kil Kin Lar "
        "Lis Loch Mal Mor Nev Pen Ros Stra Tal Tor Tre Tul",
        middles="a o na ma le ne ga",
        ends="bane bay brae carn dara dee doon dow garth gan gor kell ken lach lin loch more nach ness quay "
        "ran ross vane wen",
        before="Port Loch Glen Castle",
    ),
    "slavic": Flavour(
        starts="Bel Bor Brez Dob Dol Drag Gor Grad Jas Jav Kam Kras Kru Lip Lub Mal Mir Nov Ost Pod Rad Rud Sel "
        "Slav Star Tar Top Vel Ver Vod Vol Zag Zel Zlat",
        middles="o a i en ov es",
        ends="bor brod dol grad gora insk kovo lin lovo mir nica nik nov pol rad rovo sava slav tin vac var vice vin",
        before="Novi Stari Velki",
    ),
}

_VOWELS = frozenset("aeiouyäöüåøæ")


def invented_names(count: int, flavour: str, rng: np.random.Generator, but: Iterable[str] = ()) -> list[str]:
    """So many different names, none of them among ``but`` or on a board of the catalogue."""
    grammar, names, known = FLAVOURS[flavour], list[str](), {*_published(), *map(as_typed, but)}
    starts: list[str] = []
    while len(names) < count:
        starts = starts or rng.permutation(grammar.starts.split()).tolist()
        name = _name(starts.pop(), grammar, rng)
        if SHORTEST <= len(name) <= LONGEST and as_typed(name) not in known and not _is_hard(name):
            known.add(as_typed(name))
            names.append(name)
    return names


def _name(start: str, grammar: Flavour, rng: np.random.Generator) -> str:
    middle, end = (str(rng.choice(part.split())) for part in (grammar.middles, grammar.ends))
    word = start + end if rng.random() < 0.6 or len(start) + len(end) > 8 else start + middle + end
    return f"{rng.choice(grammar.before.split())} {word}" if rng.random() < _TWO_WORDS else word


def _is_hard(name: str) -> bool:
    """Whether nobody would say it: four consonants or three vowels in a row, a letter three times."""
    sounds = name.lower().replace("sch", "s").replace("ch", "h")
    kinds = "".join(" " if letter == " " else "v" if letter in _VOWELS else "c" for letter in sounds)
    thrice = any(a == b == c for a, b, c in zip(name, name[1:], name[2:], strict=False))
    return "cccc" in kinds or "vvv" in kinds or thrice


@cache
def _published() -> frozenset[str]:
    return frozenset(as_typed(city.name) for name in board_names() for city in load_board(name).cities)
