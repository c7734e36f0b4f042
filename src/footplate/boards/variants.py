"""Variants: named rule sets in a board file, each a set of changes to the file (``small:warwick``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from footplate.boards.check.values import did_you_mean, shown
from footplate.boards.lean import DEFAULTS

RULE_FIELDS = ("title", *DEFAULTS, "globetrotter_bonus", "tie_breaks", "open_hands")
OTHER_FIELDS = ("special", "ticket_filter", "more_tickets", "tickets", "source")
NAME = re.compile(r"[\w-]+")
OF_A_SET = re.compile(r"set == '(\w+)'")
OF_CITIES = re.compile(r"a or b in (\w+)")


def apply_variant(data: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """The board file under one of its variants. It has no variants left: their filters may not fit its tickets."""
    changed = {**data, **{key: value for key, value in patch.items() if key in RULE_FIELDS}}
    changed["special"] = {k: v for k, v in data["special"].items() if k != "variants"} | patch.get("special", {})
    if isinstance(data.get("tickets"), list):
        keep = patch.get("ticket_filter", "all")
        kept = [ticket for ticket in data["tickets"] if _is_kept(ticket, keep, changed["special"])]
        changed["tickets"] = kept + patch.get("more_tickets", [])
    return changed


def _is_kept(ticket: object, keep: str, special: Mapping[str, Any]) -> bool:
    if not isinstance(ticket, dict):
        return True
    if match := OF_A_SET.fullmatch(keep):
        return bool(ticket.get("set") == match[1])
    if match := OF_CITIES.fullmatch(keep):
        return ticket.get("a") in special[match[1]] or ticket.get("b") in special[match[1]]
    return True


def variant_shape_reasons(name: str, patch: object, special: Mapping[Any, Any]) -> Iterator[str]:
    """What keeps a variant from being applied to its board; whether the result is sound is another question."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        yield f"variant {shown(name)}: a variant's name is made of letters, digits, - and _"
    elif not isinstance(patch, dict):
        yield f"variant {shown(name)}: {shown(patch)}, but it must be an object with the fields that it changes"
    else:
        yield from _patch_reasons(name, patch, special)


def _patch_reasons(name: str, patch: Mapping[Any, Any], special: Mapping[Any, Any]) -> Iterator[str]:
    known = (*RULE_FIELDS, *OTHER_FIELDS)
    for key in patch:
        if key not in known:
            yield f"variant {name}: it can't change {shown(key)}{did_you_mean(key, known)}"
    if not isinstance(patch.get("more_tickets", []), list):
        yield f"variant {name}: more_tickets is {shown(patch['more_tickets'])}, but it must be a list of tickets"
    changes = patch.get("special", {})
    if not isinstance(changes, dict):
        yield f"variant {name}: special is {shown(changes)}, but it must be an object with the rules that it changes"
    elif "variants" in changes:
        yield f"variant {name}: a variant has no variants of its own"
    else:
        yield from _filter_reasons(name, patch.get("ticket_filter", "all"), {**special, **changes})


def _filter_reasons(name: str, keep: object, special: Mapping[Any, Any]) -> Iterator[str]:
    if isinstance(keep, str) and (keep == "all" or OF_A_SET.fullmatch(keep)):
        return
    match = OF_CITIES.fullmatch(keep) if isinstance(keep, str) else None
    if not match:
        right = "all, set == 'NAME', or: a or b in LIST"
        yield f"variant {name}: ticket_filter is {shown(keep)}, but it must be one of: {right}"
    elif not isinstance(special.get(match[1]), list):
        yield f"variant {name}: ticket_filter names special.{match[1]}, but there is no such list of cities"


def ticket_count_reasons(name: str, patch: Mapping[str, Any], changed: Mapping[str, Any]) -> Iterator[str]:
    """A variant may say how many tickets it has; then the number must be right."""
    tickets = changed.get("tickets")
    there = len(tickets) if isinstance(tickets, list) else 0
    if "tickets" in patch and patch["tickets"] != there:
        yield f"variant {name}: tickets is {shown(patch['tickets'])}, but it has {there}"
