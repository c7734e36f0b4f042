"""Recognises a file of another program by what is in it, and reads it into a board file.

Whatever a stranger sends is looked at with care: sizes have bounds, XML may have no document type, so no entity is ever
expanded, and each refusal is a sentence with the place in the file.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.parsers import expat

from footplate.arguments import shown
from footplate.boards import Board
from footplate.boards.check import problems
from footplate.design.formats.editor import FORMAT, read_editor
from footplate.design.formats.found import Found, board_file
from footplate.design.formats.geojson import read_geojson
from footplate.design.formats.graphml import SPACE, read_graphml
from footplate.design.formats.tables import read_tables
from footplate.errors import InvalidImport
from footplate.words import listed

READABLE = f"CSV, GeoJSON, GraphML and {FORMAT} can be read"
LARGEST = 32 << 20  # bytes: a map of that editor may have a picture in it
MOST_FILES = 3
MOST_ELEMENTS, DEEPEST = 100_000, 30  # of XML
SIGNATURES = {b"PK\x03\x04": "a ZIP archive", b"\x89PNG": "a picture", b"\xff\xd8\xff": "a picture", b"%PDF": "a PDF"}
OF_THE_FLAT_EDITOR = {"stops", "routes"}  # keys of its files before they had a version


@dataclass(frozen=True)
class Imported:
    """``kind`` names the format; ``data`` is the content of a board file, against which there may be ``problems``."""

    kind: str
    data: dict[str, Any]
    losses: tuple[str, ...]
    problems: tuple[str, ...]


def import_files(paths: Sequence[Path], like: Board) -> Imported:
    """One file, or the CSVs of one board; rules that they don't say are those of ``like``."""
    if not 1 <= len(paths) <= MOST_FILES:
        raise InvalidImport(f"{len(paths)} files, but a board is one file, or {MOST_FILES} CSVs at most")
    texts = [(path, _text_of(path)) for path in paths]
    if len(paths) > 1:
        for path, content in texts:
            if content.lstrip()[:1] in ("{", "[", "<"):
                raise InvalidImport(f"{path} is no CSV; several files are read together only if all are CSV")
    found = _read(texts)
    data = board_file(found, like)
    return Imported(found.kind, data, tuple(found.losses), tuple(problems(data)))


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise InvalidImport(f"{path} can't be read: {error.strerror}") from None
    if len(content) > LARGEST:
        raise InvalidImport(f"{path}: more than {LARGEST >> 20} MB, but no map needs that; leave pictures out of it")
    for begins, what in SIGNATURES.items():
        if content.startswith(begins):
            raise InvalidImport(f"{path} is {what}; {READABLE}")
    if content.startswith(b"<") or not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise InvalidImport(f"{path}, line {line}: this is not text in UTF-8; save the file as UTF-8") from None
        if "\0" in text:
            line = text.count("\n", 0, text.index("\0")) + 1
            raise InvalidImport(f"{path}, line {line}: a NUL character, which no text has; {READABLE}")
        return text
    raise InvalidImport(f"{path}: the file is text in UTF-16; save it as UTF-8")


def _read(texts: Sequence[tuple[Path, str]]) -> Found:
    path, content = texts[0]
    begins = content.lstrip()[:1]
    if begins not in ("{", "[", "<"):
        return read_tables(_common_name([path for path, _ in texts]), [(str(path), text) for path, text in texts])
    try:
        if begins == "<":
            return read_graphml(path.stem, safe_xml(content))
        return _read_json(path.stem, content)
    except InvalidImport as error:
        raise InvalidImport(f"{path}: {error}") from None


def _common_name(paths: Sequence[Path]) -> str:
    """Of ``alps-cities.csv`` and ``alps-routes.csv``: ``alps``."""
    stem = paths[0].stem
    for ending in ("cities", "routes", "tickets", "stops"):
        stem = stem.removesuffix(ending)
    return stem.strip("-_ .") or paths[0].stem


# ---------------------------------------------------------------- JSON


def _read_json(name: str, content: str) -> Found:
    try:
        data = json.loads(content)
    except RecursionError:
        raise InvalidImport("its lists and objects are nested too deeply") from None
    except json.JSONDecodeError as error:
        raise InvalidImport(f"line {error.lineno}, column {error.colno}: this is no JSON ({error.msg})") from None
    except ValueError:
        raise InvalidImport("a number in it has too many digits") from None
    if not isinstance(data, dict):
        raise InvalidImport(f"this JSON holds {shown(data)}, but a map is an object; {READABLE}")
    if data.get("format") == FORMAT:
        return read_editor(name, data)
    if data.get("type") == "FeatureCollection":
        return read_geojson(name, data)
    if {"cities", "routes", "tickets"} <= data.keys():
        raise InvalidImport("this is a board file of Footplate already; footplate boards check looks at it")
    if data.keys() >= OF_THE_FLAT_EDITOR:
        raise InvalidImport(f"this may be {FORMAT} of version 1; open it in its editor and export it again")
    if data.get("type") == "Topology":
        raise InvalidImport(f"this is TopoJSON; save it as GeoJSON. {READABLE}")
    keys = listed(shown(key) for key in list(data)[:5]) if data else "no keys"
    raise InvalidImport(f"this JSON, with {keys}, is no map that Footplate knows; {READABLE}")


# ---------------------------------------------------------------- XML


def safe_xml(content: str) -> ET.Element:
    """The root of a GraphML file. A document type is refused where it begins: so nothing in it is ever expanded."""
    depth = elements = 0
    parser = expat.ParserCreate()

    def begins(tag: str, _attributes: Any) -> None:
        nonlocal depth, elements
        depth, elements = depth + 1, elements + 1
        where = f"line {parser.CurrentLineNumber}"
        if elements == 1 and tag.rpartition(":")[2] != "graphml":
            hint = "SVG can only be exported" if tag == "svg" else READABLE
            raise InvalidImport(f"{where}: this XML is <{tag[:40]}>, and no GraphML; {hint}")
        if depth > DEEPEST:
            raise InvalidImport(f"{where}: elements nested more than {DEEPEST} deep; a graph of cities is flat")
        if elements > MOST_ELEMENTS:
            raise InvalidImport(f"{where}: more than {MOST_ELEMENTS:,} elements; a board has at most 64 cities")

    def ends(_tag: str) -> None:
        nonlocal depth
        depth -= 1

    def refuses(*_declared: Any) -> None:
        where = f"line {parser.CurrentLineNumber}"
        raise InvalidImport(
            f"{where}: a document type (<!DOCTYPE>), which may hide entities; GraphML needs none, take it out"
        )

    parser.StartElementHandler, parser.EndElementHandler = begins, ends
    parser.StartDoctypeDeclHandler = refuses
    encoded = content.encode()  # whatever the declaration says, this is UTF-8
    try:
        parser.Parse(_without_declaration(encoded), True)
        root = ET.fromstring(_without_declaration(encoded))
    except (expat.ExpatError, ET.ParseError) as error:
        line, column = getattr(error, "position", None) or (getattr(error, "lineno", 0), getattr(error, "offset", 0))
        reason = str(error).partition(":")[0]
        raise InvalidImport(f"line {line}, column {column + 1}: this is no XML ({reason})") from None
    if root.tag != f"{SPACE}graphml":
        raise InvalidImport(f"line 1: <graphml> must be in the namespace {SPACE.strip('{}')}")
    return root


def _without_declaration(content: bytes) -> bytes:
    """Blanks for ``<?xml … ?>``, so that lines keep their numbers."""
    start = len(content) - len(content.lstrip())
    end = content.find(b"?>", start, start + 200)
    if not content.startswith(b"<?xml", start) or end < 0:
        return content
    return b"\n" * content.count(b"\n", 0, end) + content[end + 2 :]
