"""How long the lists of a board file may be: longer ones are refused before anybody looks at what is in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from footplate.boards.check.ground import ground_size_reasons
from footplate.boards.check.values import MAX_TEXT, Data
from footplate.boards.limits import MAX_CITIES, MAX_ROUTES, MAX_TICKETS

LONGEST = 200  # entries of any list or object: somewhat more than a board can have of anything
DEEPEST = 20  # lists and objects inside one another
HAS = {
    "cities": f"a board has 2 to {MAX_CITIES}",
    "routes": f"a board has 1 to {MAX_ROUTES}",
    "tickets": f"a board has at most {MAX_TICKETS}",
}


def size_reasons(data: Data) -> list[str]:
    """Reasons against lists that are too long; those of a ground have bounds of their own."""
    rest = {key: value for key, value in data.items() if key != "ground"} if "ground" in data else data
    return [*_long_parts("", rest, DEEPEST), *ground_size_reasons(data.get("ground"))]


def _long_parts(what: str, value: object, levels: int) -> Iterator[str]:
    if not levels or not isinstance(value, Mapping | list):
        return
    if len(value) > LONGEST:
        right = HAS.get(what, f"no list or object of a board file has more than {LONGEST} entries")
        yield f"{what or 'the file'}: {len(value)}, but {right}"
        return
    for key, part in value.items() if isinstance(value, Mapping) else enumerate(value, start=1):
        name = str(key)[:MAX_TEXT]
        yield from _long_parts(f"{what}.{name}" if what else name, part, levels - 1)
