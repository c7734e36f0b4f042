"""Maps of ticket-to-ride-map-editor by Björn Hagström, as its docs/FILE-FORMAT.md and docs/MAP-FORMAT.md describe them.

A file is an envelope (format, version, kind, board) round a payload with stops, routes and tickets; versions 3 and 4
differ only in boards that stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footplate.arguments import shown
from footplate.design.formats.found import Found, named, number, text, whole
from footplate.errors import InvalidImport
from footplate.words import counted, listed

FORMAT = "ticket-to-ride-map"
VERSIONS = (3, 4)
KINDS = {"background": "only artwork", "tickets": "only tickets"}  # that hold no map
MOST = 2000  # entries of a list
DRAWN = {"background": "background shapes", "backgroundImage": "the background image", "notes": "notes"}
AS_TEXT = {"rules": "the text of the rules"}


def read_editor(name: str, data: Mapping[str, Any]) -> Found:
    version, kind = data.get("version"), data.get("kind", "map")
    if version not in VERSIONS or isinstance(version, bool):
        right = "open it in the editor and export it again" if version in (1, 2) else "export it as one of these"
        raise InvalidImport(f"version: {shown(version)}, but versions 3 and 4 of {FORMAT} can be read; {right}")
    if isinstance(kind, str) and kind in KINDS:
        raise InvalidImport(f"kind: {kind!r} holds {KINDS[kind]}; export the whole map (kind map or network)")
    payload, board = data.get("payload"), data.get("board")
    if not isinstance(payload, dict):
        raise InvalidImport(f"payload: {shown(payload)}, but it must be an object with stops and routes")
    if not isinstance(board, dict):
        raise InvalidImport(f"board: {shown(board)}, but it must be an object with width and height")
    frame = number("board.width", board.get("width")), number("board.height", board.get("height"))
    if min(frame) <= 0:
        raise InvalidImport("board: width and height must be above 0")
    title = payload["name"] if isinstance(payload.get("name"), str) else ""
    found = Found(f"{FORMAT} (version {version})", title or name, title, frame=frame)
    stops = _read_stops(payload, found)
    _read_routes(payload, stops, found)
    _read_tickets(payload, stops, found)
    _read_setup(payload, found)
    gone = [words for key, words in (DRAWN | AS_TEXT).items() if payload.get(key)]
    if gone:
        found.losses.append(f"{listed(gone)}")
    return found


def _list(payload: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    entries = payload.get(key, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise InvalidImport(f"payload.{key}: {shown(entries)}, but it must be a list of objects")
    if len(entries) > MOST:
        raise InvalidImport(
            f"payload.{key}: {len(entries):,} entries, but a board has at most 64 cities and 127 routes"
        )
    return entries


def _styles(payload: Mapping[str, Any], key: str) -> dict[str, dict[str, Any]]:
    return {str(style.get("id")): style for style in _list(payload, key)}


def _read_stops(payload: Mapping[str, Any], found: Found) -> dict[str, str]:
    """The names of the cities by the ids of their stops."""
    styles = _styles(payload, "stopTypeStyles")
    names: dict[str, str] = {}
    junctions = []
    for i, stop in enumerate(_list(payload, "stops"), start=1):
        where = f"stop {i}"
        ident = text(f"{where}, id", stop.get("id"))
        is_junction = styles.get(str(stop.get("type")), {}).get("junction") is True
        name = stop.get("name")
        if is_junction and not (isinstance(name, str) and name.strip()):
            name = f"Junction {i}"
        city = {"name": text(f"{where}, name", name)}
        if ident in names:
            raise InvalidImport(f"{where} ({city['name']}): there are two stops with the id {shown(ident)}")
        names[ident] = city["name"]
        axes = {axis: number(f"{where} ({city['name']}), {axis}", stop.get(axis)) for axis in ("x", "y")}
        found.cities.append({**city, **axes})
        if is_junction:
            junctions.append(city["name"])
    if junctions:
        found.losses.append(f"{counted(len(junctions), 'junction')} became ordinary cities: {named(junctions)}")
    if not names:
        raise InvalidImport("payload.stops: an empty list, but a board has 2 to 64 cities")
    return names


def _ends(where: str, entry: Mapping[str, Any], stops: Mapping[str, str]) -> dict[str, str]:
    for end in ("a", "b"):
        if not isinstance(entry.get(end), str) or entry[end] not in stops:
            raise InvalidImport(f"{where}, {end}: there is no stop with the id {shown(entry.get(end))}")
    return {"a": stops[entry["a"]], "b": stops[entry["b"]]}


def _read_routes(payload: Mapping[str, Any], stops: Mapping[str, str], found: Found) -> None:
    types = _styles(payload, "routeTypeStyles")
    built, boats, bends = [], [], 0
    for i, route in enumerate(_list(payload, "routes"), start=1):
        where = f"route {i}"
        ends = _ends(where, route, stops)
        style = types.get(str(route.get("type")), {})
        if style.get("infrastructure") is True:
            built.append("–".join(ends.values()))
            continue
        slots = route.get("locomotiveSlots", [])
        if not isinstance(slots, list):
            raise InvalidImport(f"{where}, locomotiveSlots: {shown(slots)}, but it must be a list of numbers of spaces")
        bends += bool(route.get("points"))
        if (route.get("type") == "boat" or style.get("shape") == "oval") and not slots:
            boats.append("–".join(ends.values()))
        found.routes.append(
            {
                **ends,
                "length": whole(f"{where}, length", route.get("length")),
                "color": route.get("color", ""),
                "locomotives": len(slots),
                "tunnel": "tunnel" in (route.get("type"), route.get("wagonStyle")) or style.get("shape") == "serrated",
            }
        )
    if built:
        found.losses.append(f"{counted(len(built), 'line')} that no cards are played on, left out: {named(built)}")
    if boats:
        found.losses.append(f"{counted(len(boats), 'boat')} that no locomotive is needed for: ordinary routes now")
    if bends:
        found.losses.append(f"the bends of {counted(bends, 'route')}: Footplate lays routes out itself")


def _read_tickets(payload: Mapping[str, Any], stops: Mapping[str, str], found: Found) -> None:
    """The first deck; a ticket without a deck is in it."""
    decks = _list(payload, "ticketSets")
    first = str(decks[0].get("id")) if decks else ""
    others = 0
    for i, ticket in enumerate(_list(payload, "tickets"), start=1):
        where = f"ticket {i}"
        if str(ticket.get("set") or first) != first and decks:
            others += 1
            continue
        long = {"long": True} if ticket.get("long") is True else {}
        points = whole(f"{where}, points", ticket.get("points"))
        found.tickets.append({**_ends(where, ticket, stops), "points": points, **long})
    if others:
        found.losses.append(f"{counted(others, 'ticket')} of other decks than {shown(decks[0].get('label', first))}")


def _read_setup(payload: Mapping[str, Any], found: Found) -> None:
    if "wagonsPerPlayer" in payload:
        found.rules["trains"] = whole("payload.wagonsPerPlayer", payload["wagonsPerPlayer"])
    if "startingTickets" in payload and "keptTickets" in payload:
        deal = {"deal": whole("payload.startingTickets", payload["startingTickets"])}
        found.rules["initial_tickets"] = {**deal, "keep": whole("payload.keptTickets", payload["keptTickets"])}
    players = payload.get("players")
    if isinstance(players, dict):
        found.rules["players"] = [whole(f"payload.players.{key}", players.get(key)) for key in ("min", "max")]
