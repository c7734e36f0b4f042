"""GraphML: a graph of cities and routes, and one of tickets, as NetworkX, yEd and Gephi read and write graphs."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from footplate.arguments import shown
from footplate.boards import Board
from footplate.design.formats.found import Found, Written, degrees, number, text, whole, written
from footplate.errors import InvalidImport
from footplate.words import counted

SPACE = "{http://graphml.graphdrawing.org/xmlns}"
TICKETS = "tickets"
ALIASES = {  # of attributes, in small letters
    "latitude": "lat", "longitude": "lon", "lng": "lon", "colour": "color", "weight": "length", "city": "name",
}  # fmt: skip
CITY_KEYS = {"name": "string", "label": "string", "x": "double", "y": "double", "lat": "double", "lon": "double"}
ROUTE_KEYS = {
    "length": "int", "color": "string", "locomotives": "int", "tunnel": "boolean", "substitutes": "int",
    "points": "int", "long": "boolean",
}  # fmt: skip
GRAPH_KEYS = {"board": "string", "title": "string", "aspect": "double"}

Values = dict[str, str]


# ---------------------------------------------------------------- reading


def read_graphml(name: str, root: ET.Element) -> Found:
    """``root``: of a file that has been checked by ``safe_xml``."""
    keys = {key.get("id", ""): key.get("attr.name", key.get("id", "")) for key in root.iter(f"{SPACE}key")}
    graphs = root.findall(f"{SPACE}graph")
    if not graphs:
        raise InvalidImport("it has no graph; GraphML has <graph> with nodes (cities) and edges (routes)")
    if any(node.find(f"{SPACE}graph") is not None for node in root.iter(f"{SPACE}node")):
        raise InvalidImport("a node has a graph of its own; only flat graphs can be read as a board")
    found = Found("GraphML", name)
    said = _values(graphs[0], keys)
    if "aspect" in said:
        found.kind, found.name, found.title = "GraphML of Footplate", said.get("board", name), said.get("title", "")
        aspect = number("graph, aspect", said["aspect"])
        if not 0 < aspect < 100:
            raise InvalidImport(f"graph, aspect: {shown(aspect)}, but it is the map's width over its height")
        found.frame = aspect, 1.0
    cities = _read_cities(graphs[0], keys, found)
    _read_routes(graphs[0], keys, cities, found)
    for graph in graphs[1:]:
        if graph.get("id") == TICKETS:
            for where, a, b, values in _edges(graph, keys, cities):
                long = {"long": True} if values.get("long") == "true" else {}
                found.tickets.append(
                    {"a": a, "b": b, "points": whole(f"{where}, points", values.get("points")), **long}
                )
        else:
            found.losses.append(f"a further graph, {shown(graph.get('id'))}: a board is one graph")
    hyper = sum(1 for _ in root.iter(f"{SPACE}hyperedge"))
    if hyper:
        found.losses.append(f"{counted(hyper, 'hyperedge')}: a route joins two cities")
    if not found.cities:
        raise InvalidImport("its graph has no nodes; nodes are cities")
    return found


def _values(element: ET.Element, keys: Mapping[str, str]) -> Values:
    """The data of a node or an edge by the names of its attributes, ours where there are several."""
    values: Values = {}
    for data in element.findall(f"{SPACE}data"):
        key = keys.get(data.get("key", ""), data.get("key", "")).casefold()
        if data.text is not None:
            values.setdefault(ALIASES.get(key, key), data.text.strip())
    return values


def _read_cities(graph: ET.Element, keys: Mapping[str, str], found: Found) -> dict[str, str]:
    """The names of the cities by the ids of their nodes."""
    names: dict[str, str] = {}
    all_values = [(node.get("id", ""), _values(node, keys)) for node in graph.findall(f"{SPACE}node")]
    on_map = bool(all_values) and all({"x", "y"} <= values.keys() for _, values in all_values)
    for ident, values in all_values:
        where = f"node {shown(ident)}"
        name = text(f"{where}, name", values.get("name") or values.get("label") or ident)
        city: dict[str, Any] = {"name": name}
        if on_map:
            wide = found.frame[0] if found.frame else 1.0  # ours go from 0 to 1
            city["x"], city["y"] = number(f"{where}, x", values["x"]) * wide, number(f"{where}, y", values["y"])
        if {"lat", "lon"} <= values.keys():
            city["lat"] = degrees(f"{where}, lat", values["lat"], 90)
            city["lon"] = degrees(f"{where}, lon", values["lon"], 180)
        elif not on_map:
            raise InvalidImport(f"{where}: it has no place; a city needs the attributes x and y, or lat and lon")
        if values.get("label") and values["label"] != name:
            city["label"] = values["label"]
        if ident in names:
            raise InvalidImport(f"{where}: there are two nodes with this id; each needs its own")
        names[ident] = name
        found.cities.append(city)
    return names


def _edges(
    graph: ET.Element, keys: Mapping[str, str], cities: Mapping[str, str]
) -> Iterable[tuple[str, str, str, Values]]:
    for i, edge in enumerate(graph.findall(f"{SPACE}edge"), start=1):
        where = f"edge {i}"
        ends = [edge.get("source", ""), edge.get("target", "")]
        for end in ends:
            if end not in cities:
                raise InvalidImport(f"{where}: there is no node {shown(end)}; an edge joins two nodes of the file")
        yield where, cities[ends[0]], cities[ends[1]], _values(edge, keys)


def _read_routes(graph: ET.Element, keys: Mapping[str, str], cities: Mapping[str, str], found: Found) -> None:
    is_directed = graph.get("edgedefault") == "directed"
    seen: set[tuple[str, str]] = set()
    back = 0
    for where, a, b, values in _edges(graph, keys, cities):
        if is_directed and (b, a) in seen:
            back += 1
            continue
        seen.add((a, b))
        length = values.get("length")
        found.routes.append(
            {
                "a": a,
                "b": b,
                "length": whole(f"{where}, length", length) if length else None,
                "color": values.get("color", ""),
                "locomotives": whole(f"{where}, locomotives", values.get("locomotives") or "0"),
                "tunnel": values.get("tunnel", "").casefold() == "true",
                "substitutes": whole(f"{where}, substitutes", values.get("substitutes") or "0"),
            }
        )
    if back:
        found.losses.append(f"{counted(back, 'edge')} back: the graph is directed, and a route is there both ways")


# ---------------------------------------------------------------- writing


def graphml_of(board: Board) -> tuple[str, Written]:
    parts = written(board)
    ids = {city["name"]: f"n{i}" for i, city in enumerate(parts.cities)}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    for owner, keys in (("graph", GRAPH_KEYS), ("node", CITY_KEYS), ("edge", ROUTE_KEYS)):
        lines += [
            f' <key id="{owner}-{key}" for="{owner}" attr.name="{key}" attr.type="{kind}"/>'
            for key, kind in keys.items()
        ]
    nodes = [f'  <node id="{ids[city["name"]]}">{_data("node", city, CITY_KEYS)}</node>' for city in parts.cities]
    own = {"board": board.name, "title": board.title, "aspect": board.aspect}
    lines += [' <graph id="routes" edgedefault="undirected">', f"  {_data('graph', own, GRAPH_KEYS)}"]
    lines += [*nodes, *_edge_lines("r", parts.routes, ids), " </graph>"]
    lines += [f' <graph id="{TICKETS}" edgedefault="undirected">', *nodes]
    lines += [*_edge_lines("t", parts.tickets, ids), " </graph>", "</graphml>", ""]
    return "\n".join(lines), parts


def _edge_lines(prefix: str, edges: Iterable[Mapping[str, Any]], ids: Mapping[str, str]) -> list[str]:
    return [
        f'  <edge id="{prefix}{i}" source={quoteattr(ids[edge["a"]])} target={quoteattr(ids[edge["b"]])}>'
        f"{_data('edge', edge, ROUTE_KEYS)}</edge>"
        for i, edge in enumerate(edges)
    ]


def _data(owner: str, values: Mapping[str, Any], keys: Iterable[str]) -> str:
    return "".join(f'<data key="{owner}-{key}">{_text(values[key])}</data>' for key in keys if key in values)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else escape(str(value))
