"""CSV: a table of cities, one of routes, one of tickets. Those of ticket-to-ride-map-editor have the same headings."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from footplate.arguments import shown
from footplate.boards import Board
from footplate.design.formats.found import Found, Written, degrees, named, number, text, whole, written
from footplate.errors import InvalidImport
from footplate.words import counted

MOST_ROWS = 2000
LONG_SIDE = 1100.0  # of the frame that is written; of that editor's boards, too
EDITOR_FRAMES = ((LONG_SIDE, 731.0), (731.0, LONG_SIDE))  # lying, standing
YES = ("yes", "true", "1", "ja", "y")
FORMULA = ("=", "+", "-", "@")  # how a text begins that a spreadsheet would calculate
HEADINGS = {  # a column and the headings that mean it, in small letters
    "name": ("name", "city", "stop"),
    "id": ("id",),
    "type": ("type",),
    "label": ("label",),
    "x": ("x",),
    "y": ("y",),
    "lat": ("lat", "latitude"),
    "lon": ("lon", "lng", "long", "longitude"),
    "width": ("width",),
    "height": ("height",),
    "a": ("from", "a"),
    "b": ("to", "b"),
    "a id": ("from id",),
    "b id": ("to id",),
    "length": ("length",),
    "color": ("colour", "color"),
    "locomotives": ("locomotives", "ferrylocomotives"),
    "tunnel": ("tunnel",),
    "wagons": ("wagon style",),
    "substitutes": ("substitutes",),
    "bends": ("bends",),
    "points": ("points",),
    "is long": ("long deck", "long"),
    "deck": ("deck",),
}
EDITOR_ONLY = ("type", "wagons", "a id", "bends", "deck")


@dataclass(frozen=True)
class Table:
    file: str
    kind: str  # cities, routes or tickets
    columns: Mapping[str, int]
    rows: list[tuple[int, list[str]]]  # with the lines on which they end

    def cell(self, row: list[str], column: str) -> str:
        place = self.columns.get(column, -1)
        return row[place].strip() if 0 <= place < len(row) else ""

    def where(self, line: int, column: str) -> str:
        return f"{self.file}, line {line}, {column}"


# ---------------------------------------------------------------- reading


def read_tables(name: str, files: Iterable[tuple[str, str]]) -> Found:
    """``files``: names and contents."""
    tables = [_table(file, content) for file, content in files]
    for kind in ("cities", "routes", "tickets"):
        same = [table.file for table in tables if table.kind == kind]
        if len(same) > 1:
            raise InvalidImport(f"{' and '.join(same)} are both tables of {kind}; a board has one of each")
    by_kind = {table.kind: table for table in tables}
    if "cities" not in by_kind:
        there = " and ".join(by_kind)
        raise InvalidImport(
            f"{tables[0].file}: a CSV of {there} alone; name that of its cities, too (Name, X, Y or Lat, Lon)"
        )
    editor = any(column in table.columns for table in tables for column in EDITOR_ONLY)
    found = Found("CSV of ticket-to-ride-map-editor" if editor else "CSV", name)
    ids: dict[str, str] = {}
    _read_cities(by_kind["cities"], found, ids)
    found.frame = _frame(by_kind["cities"], found, editor=editor)
    if "routes" in by_kind:
        _read_routes(by_kind["routes"], found, ids)
    if "tickets" in by_kind:
        _read_tickets(by_kind["tickets"], found, ids)
    missing = [kind for kind in ("routes", "tickets") if kind not in by_kind]
    found.losses += [f"there is no CSV of {kind}" for kind in missing]
    return found


def _table(file: str, content: str) -> Table:
    first = content.lstrip("\r\n").partition("\n")[0]
    delimiter = max((",", ";", "\t"), key=first.count)
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((reader.line_num, [_unguarded(cell) for cell in row]))
            if len(rows) > MOST_ROWS + 1:
                raise InvalidImport(
                    f"{file}: more than {MOST_ROWS:,} rows, but a board has at most 64 cities and 127 routes"
                )
    except csv.Error as error:
        raise InvalidImport(f"{file}, line {reader.line_num}: this is no CSV ({error}); save it as CSV UTF-8") from None
    if not rows:
        raise InvalidImport(f"{file}: the file is empty; its first line must have headings such as Name, X, Y")
    header = [cell.strip().casefold() for cell in rows[0][1]]
    for heading in header:
        if heading and header.count(heading) > 1:
            raise InvalidImport(f"{file}, line {rows[0][0]}: the heading {shown(heading)} is there twice; one must go")
    columns = {
        column: header.index(next(name for name in names if name in header))
        for column, names in HEADINGS.items()
        if any(name in header for name in names)
    }
    if len(header) > 2 and header == ["", *(row[0].strip().casefold() for _, row in rows[1:])]:
        raise InvalidImport(f"{file}: a table of distances between cities; routes and lengths can't be told from it")
    return Table(file, _kind(file, columns, header), columns, rows[1:])


def _kind(file: str, columns: Mapping[str, int], header: list[str]) -> str:
    ends = "a" in columns and "b" in columns
    if ends and "points" in columns:
        return "tickets"
    if ends:
        return "routes"
    if "name" in columns:
        return "cities"
    raise InvalidImport(
        f"{file}, line 1: the headings {', '.join(header[:5]) or 'are empty'} name no table of a board; cities have "
        "Name, X, Y (or Lat, Lon), routes From, To, Length, Colour, tickets From, To, Points"
    )


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(FORMULA) else cell


def _number(where: str, cell: str) -> float:
    """Also with a comma for the point, as many spreadsheets write it."""
    return number(where, cell.replace(",", ".") if cell.count(",") == 1 else cell)


def _read_cities(table: Table, found: Found, ids: dict[str, str]) -> None:
    on_map, on_earth = {"x", "y"} <= table.columns.keys(), {"lat", "lon"} <= table.columns.keys()
    if not on_map and not on_earth:
        raise InvalidImport(f"{table.file}, line 1: cities need the columns X and Y, or Lat and Lon")
    for line, row in table.rows:
        name = text(table.where(line, "Name"), table.cell(row, "name"))
        city: dict[str, Any] = {"name": name}
        if on_map:
            city |= {axis: _number(table.where(line, axis.upper()), table.cell(row, axis)) for axis in ("x", "y")}
        if on_earth and (not on_map or table.cell(row, "lat")):
            city["lat"] = degrees(table.where(line, "Lat"), table.cell(row, "lat").replace(",", "."), 90)
            city["lon"] = degrees(table.where(line, "Lon"), table.cell(row, "lon").replace(",", "."), 180)
        if table.cell(row, "label"):
            city["label"] = table.cell(row, "label")
        found.cities.append(city)
        ids.setdefault(name.casefold(), name)
    for _line, row in table.rows:
        if table.cell(row, "id"):
            ids[f"id {table.cell(row, 'id')}"] = table.cell(row, "name")
    junctions = [
        table.cell(row, "name") for _line, row in table.rows if table.cell(row, "type").casefold() == "junction"
    ]
    if junctions:
        found.losses.append(f"{counted(len(junctions), 'junction')} became ordinary cities: {named(junctions)}")


def _frame(table: Table, found: Found, *, editor: bool) -> tuple[float, float] | None:
    if not found.cities or "x" not in found.cities[0]:
        return None
    if {"width", "height"} <= table.columns.keys():
        line, row = table.rows[0]
        sides = [_number(table.where(line, key.title()), table.cell(row, key)) for key in ("width", "height")]
        if min(sides) <= 0:
            raise InvalidImport(f"{table.file}, line {line}: Width and Height of the map must be above 0")
        return sides[0], sides[1]
    reach = max(city["x"] for city in found.cities), max(city["y"] for city in found.cities)
    if min(min(city["x"], city["y"]) for city in found.cities) < 0:
        return None
    fitting = [frame for frame in EDITOR_FRAMES if reach[0] <= frame[0] and reach[1] <= frame[1]] if editor else []
    return fitting[0] if fitting else None


def _end(table: Table, row: list[str], end: str, ids: Mapping[str, str]) -> str:
    """A city by its id, or by its name in any case; an unknown one stays as it is, for the check to tell."""
    by_id = ids.get(f"id {table.cell(row, f'{end} id')}")
    cell = table.cell(row, end)
    return by_id or ids.get(cell.casefold()) or ids.get(f"id {cell}") or cell


def _read_routes(table: Table, found: Found, ids: Mapping[str, str]) -> None:
    bends = boats = 0
    for line, row in table.rows:
        length = table.cell(row, "length")
        ferry, other = table.cell(row, "locomotives"), table.cell(row, "substitutes")
        tunnel = table.cell(row, "tunnel").casefold() in YES or table.cell(row, "wagons").casefold() == "tunnel"
        bends += bool(table.cell(row, "bends"))
        boats += table.cell(row, "type").casefold() == "boat" and ferry in ("", "0")
        found.routes.append(
            {
                "a": text(table.where(line, "From"), _end(table, row, "a", ids)),
                "b": text(table.where(line, "To"), _end(table, row, "b", ids)),
                "length": whole(table.where(line, "Length"), length) if length else None,
                "color": table.cell(row, "color"),
                "locomotives": whole(table.where(line, "Locomotives"), ferry) if ferry else 0,
                "tunnel": tunnel or table.cell(row, "type").casefold() == "tunnel",
                "substitutes": whole(table.where(line, "Substitutes"), other) if other else 0,
            }
        )
    if boats:
        found.losses.append(f"{counted(boats, 'boat')} that no locomotive is needed for: ordinary routes now")
    if bends:
        found.losses.append(f"the bends of {counted(bends, 'route')}: Footplate lays routes out itself")


def _read_tickets(table: Table, found: Found, ids: Mapping[str, str]) -> None:
    decks = list(dict.fromkeys(table.cell(row, "deck") for _line, row in table.rows))
    for line, row in table.rows:
        if table.cell(row, "deck") != decks[0]:
            continue
        long = {"long": True} if table.cell(row, "is long").casefold() in YES else {}
        found.tickets.append(
            {
                "a": text(table.where(line, "From"), _end(table, row, "a", ids)),
                "b": text(table.where(line, "To"), _end(table, row, "b", ids)),
                "points": whole(table.where(line, "Points"), table.cell(row, "points")),
                **long,
            }
        )
    if len(decks) > 1:
        found.losses.append(f"tickets of other decks than {decks[0] or 'the first'}: {named(decks[1:])}")


# ---------------------------------------------------------------- writing


def tables_of(board: Board) -> tuple[dict[str, str], Written]:
    """The three tables by name, each as text."""
    parts = written(board)
    wide, high = (LONG_SIDE, LONG_SIDE / board.aspect) if board.aspect >= 1 else (LONG_SIDE * board.aspect, LONG_SIDE)
    cities = [
        [c["name"], c.get("label", ""), c["x"] * wide, c["y"] * high, c.get("lat", ""), c.get("lon", ""), wide, high]
        for c in parts.cities
    ]
    routes = [
        [r["a"], r["b"], r["length"], r["color"], r["locomotives"], "yes" if r["tunnel"] else "", r["substitutes"]]
        for r in parts.routes
    ]
    tickets = [[t["a"], t["b"], t["points"], "yes" if t["long"] else ""] for t in parts.tickets]
    texts = {
        "cities": _csv(["Name", "Label", "X", "Y", "Lat", "Lon", "Width", "Height"], cities),
        "routes": _csv(["From", "To", "Length", "Colour", "Locomotives", "Tunnel", "Substitutes"], routes),
        "tickets": _csv(["From", "To", "Points", "Long deck"], tickets),
    }
    return texts, parts


def _csv(header: list[str], rows: Iterable[list[Any]]) -> str:
    """With the mark by which spreadsheets know UTF-8."""
    file = io.StringIO(newline="")
    csv.writer(file).writerows([header, *([*_guarded(row)] for row in rows)])
    return "\ufeff" + file.getvalue()


def _guarded(row: Iterable[Any]) -> Iterator[Any]:
    for cell in row:
        yield f"'{cell}" if isinstance(cell, str) and cell.lstrip("'").startswith(FORMULA) else cell
