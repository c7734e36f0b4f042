"""Every reason why a board is not playable, each naming its city, route or ticket.

Nothing half-valid is ever loaded; a board without ``problems`` can be played.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice

from footplate.boards.check.layout import ground_reasons, ground_size_reasons, layout_reasons
from footplate.boards.check.map import Draft, city_reasons, network_reasons, payment_reasons, route_reasons
from footplate.boards.check.rules import progress_reasons, rule_reasons
from footplate.boards.check.special import special_reasons
from footplate.boards.check.tickets import ticket_reasons
from footplate.boards.check.values import HAS, MAX_TEXT, MOST_REASONS, Data, shown, wrong_keys, wrong_line, wrong_number
from footplate.boards.lean import filled
from footplate.boards.variants import (
    RULE_FIELDS,
    apply_variant,
    ticket_count_reasons,
    variant_shape_reasons,
)

__all__ = ["problems"]

KINDS: dict[str, tuple[type, str]] = {  # fields that must have a shape before anything in them can be checked
    "colors": (list, "a list"),
    "initial_tickets": (dict, "an object with deal and keep"),
    "draw_tickets": (dict, "an object with deal and keep"),
    "route_points": (dict, "an object: length to points"),
    "cities": (list, "a list"),
    "routes": (list, "a list"),
    "tickets": (list, "a list"),
    "special": (dict, "an object"),
    "sources": (list, "a list of texts"),
    "notes": (list, "a list of texts"),
}
REQUIRED = ("name", "cities", "routes", "tickets")
OPTIONAL = ("short_title", "order", "special", "sources", "notes", *RULE_FIELDS, "layout", "ground")
BOARD_NAME = re.compile(r"[\w-]+(:[\w+-]+)?")
MOST_VARIANTS = 20
LONGEST = 200  # entries of any list or object: somewhat more than a board can have of anything
DEEPEST = 20  # lists and objects inside one another
MAX_ORDER = 1000
LONGEST_TITLE = 200


def problems(data: object) -> list[str]:
    """The reasons why ``data``, the content of a board file, is not a sound board; empty when it is one.

    All of them, unless there are very many, so that the check of whatever a stranger sends is quick.
    """
    if not isinstance(data, Mapping):
        return [f"a board file holds an object with {', '.join(REQUIRED)}; this is {shown(data)}"]
    reasons = list(islice(_size_reasons(data) or _content_reasons(filled(data)), MOST_REASONS + 1))
    if len(reasons) > MOST_REASONS:
        reasons[MOST_REASONS:] = [f"and more: these are the first {MOST_REASONS} reasons"]
    return reasons or list(_json_reasons(dict(data)))


def _size_reasons(data: Data) -> list[str]:
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


def _content_reasons(data: Data) -> Iterator[str]:
    base = []
    for reason in _reasons(data):
        base.append(reason)
        yield reason
    if "ground" in data:  # no variant changes it
        yield from ground_reasons(data["ground"])
    yield from _variant_reasons(data, base)


def _reasons(data: Data) -> Iterator[str]:
    special = data.get("special")
    draft = Draft(data, special if isinstance(special, dict) else {})
    yield from wrong_keys("", data, REQUIRED, OPTIONAL)
    yield from field_reasons(data)
    for part in (
        *(rule_reasons, city_reasons, route_reasons, network_reasons, payment_reasons, ticket_reasons),
        *(special_reasons, progress_reasons),
    ):
        yield from part(draft)


def field_reasons(data: Data) -> Iterator[str]:
    """What is wrong with the fields that are no rules, and with the shape of the others."""
    for key, (kind, right) in KINDS.items():
        if key in data and not isinstance(data[key], kind):
            yield f"{key}: {shown(data[key])}, but it must be {right}"
    name = data.get("name")
    if "name" in data and not (isinstance(name, str) and len(name) <= 100 and BOARD_NAME.fullmatch(name)):
        yield f"name: {shown(name)}, but a board's name is made of letters, digits, - and _"
    for key in ("title", "short_title"):
        if key in data:
            yield from wrong_line(key, data[key], LONGEST_TITLE)
    yield from wrong_number("", data, "order", 1, MAX_ORDER)
    for key in ("sources", "notes"):
        if isinstance(data.get(key), list) and not all(isinstance(line, str) for line in data[key]):
            yield f"{key}: every entry must be a text"
    if "layout" in data:
        yield from layout_reasons(data["layout"])


def _variant_reasons(data: Data, base: list[str]) -> Iterator[str]:
    """Reasons that only a variant has; what is wrong with the board itself (``base``) isn't said again."""
    special = data.get("special")
    if not isinstance(special, dict):
        return
    variants = special.get("variants", {})
    if not isinstance(variants, dict):
        yield f"special.variants: {shown(variants)}, but it must be an object: name to the fields that change"
        return
    if len(variants) > MOST_VARIANTS:
        yield f"special.variants: {len(variants)}, but a board has at most {MOST_VARIANTS}"
        return
    for name, patch in variants.items():
        wrong = list(variant_shape_reasons(name, patch, special))
        yield from wrong
        if not wrong:
            changed = apply_variant(data, patch)
            yield from (f"variant {name}: {reason}" for reason in _reasons(changed) if reason not in base)
            yield from ticket_count_reasons(name, patch, changed)


def _is_deep(value: object, levels: int = DEEPEST) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels == 0 or any(_is_deep(item, levels - 1) for item in inner)


def _json_reasons(data: Data) -> Iterator[str]:
    """A board must survive the way to a file and back: no NaN in a remark, no tuple, no number for a key."""
    if _is_deep(data):
        yield f"the file has lists or objects more than {DEEPEST} levels inside one another"
        return
    try:
        text = json.dumps(data, ensure_ascii=False, allow_nan=False)
        text.encode()
        same = json.loads(text) == data
    except (TypeError, ValueError):
        same = False
    if not same:
        yield "the file has values that JSON can't hold (not-a-number, broken text, or Python objects)"
