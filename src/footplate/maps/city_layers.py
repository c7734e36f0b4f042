"""What stands on the cities of a map: dots and gates, houses and passengers, names, nameboards and stamps."""

from __future__ import annotations

from collections.abc import Iterable

from footplate.maps import shapes
from footplate.maps.countries import TRACKING
from footplate.maps.districts import STAMP
from footplate.maps.labels import Label
from footplate.maps.layout import Box
from footplate.maps.legend import LIVERY_NAMES
from footplate.maps.passengers import APART
from footplate.maps.places import CityPlace, DistrictPlace, PassengerRow
from footplate.maps.position import Sheet
from footplate.maps.svg import escaped, group, placed, px, rect, title_tag, xy
from footplate.maps.theme import DISPLAY_FACE, PASSENGER, STATION, SYMBOLS, Theme


def cities(sheet: Sheet) -> str:
    """Dots, and squares for gates; a house stands in place of its city's dot."""
    theme, radius = sheet.theme, sheet.map.sizes.dot_radius
    lit = [sheet.map.cities[i] for i in sorted(sheet.highlight.cities)]
    rings = [f'<circle cx="{px(c.x)}" cy="{px(c.y)}" r="{px(radius + shapes.RING)}"/>' for c in lit]
    plain = [c for c in sheet.map.cities if c.name not in sheet.position.stations]
    dots = [f'<circle cx="{px(c.x)}" cy="{px(c.y)}" r="{px(radius)}"/>' for c in plain if not c.country]
    gates = [_gate(c, radius, theme) for c in plain if c.country]
    stars = [
        f'<use href="#{sheet.prefix}-star" stroke="none"'
        f' transform="{placed(c)} scale({px(shapes.STAR * radius / 10, digits=3)})"/>'
        for c in plain
        if c.attraction
    ]
    ring_width = theme["dot-line" if len(sheet.map.cities) >= shapes.FEW_CITIES else "dot-line-few"]
    return group(rings, fill=theme["lamp-fill"], stroke=theme["ink"]) + group(
        (*dots, *gates, *stars), fill=theme["city"], stroke=theme["city-ring"], stroke_width=ring_width
    )


def _gate(city: CityPlace, radius: float, theme: Theme) -> str:
    """A square with a point in it."""
    square = rect(Box(city.x - radius, city.y - radius, 2 * radius, 2 * radius), rx=shapes.GATE_CORNER)
    at = f'cx="{px(city.x)}" cy="{px(city.y)}"'
    return f'{square}<circle {at} r="{shapes.GATE_POINT}" fill="{theme["city-ink"]}" stroke="none"/>'


def stations(sheet: Sheet) -> str:
    """Houses in their owners' colours and liveries."""
    places = {city.name: city for city in sheet.map.cities}
    scale = px(shapes.house_width(sheet.map) / 18, digits=3)
    return group(
        group(
            (title_tag(f"{name}: {LIVERY_NAMES[seat]} station"), house(seat, sheet.theme)),
            transform=f"{placed(places[name])} scale({scale})",
        )
        for name, seat in sheet.position.stations.items()
    )


def house(seat: int, theme: Theme) -> str:
    """A station of 18 x 16, centred on 0, 0: wall, platform, livery, and a halo under them."""
    halo, edge, player = theme["train-halo"], theme["train-edge"], f"p{seat + 1}"
    platform = STATION["platform"]
    under = STATION["wall"].format(ink=halo) + platform.format(ink=halo).replace('width="2"', 'width="4.6"')
    return (
        group((under,), stroke=halo, stroke_width=4.6, stroke_linejoin="round")
        + group((STATION["wall"].format(ink=theme[player]),), stroke=edge, stroke_width=1.3, stroke_linejoin="round")
        + platform.format(ink=edge)
        + group((STATION[player].format(ink=theme[f"{player}-on"]),), transform="translate(0 1.5)")
    )


def passengers(sheet: Sheet) -> str:
    """Those who wait, in a row beside their city or at the name of their country; before a game in no colour."""
    rows = {row.name: row for row in sheet.map.passengers}
    if not sheet.position.players and not sheet.position.passengers:
        first = sheet.board.rules.passengers
        return group(
            _expected(rows[name], n, sheet.theme) for name, n in (first.places if first else ()) if name in rows
        )
    return group(
        _waiting(rows[name], colours, sheet.theme) for name, colours in sheet.position.passengers.items() if colours
    )


def _expected(row: PassengerRow, number: int, theme: Theme) -> str:
    """Places of passengers, whose colours a game will draw."""
    body = group((PASSENGER.format(ink=theme["panel-3"]),), stroke=theme["ink-2"], stroke_width=0.8)
    figures = [group((body,), transform=f"translate({px(row.x + APART * i)} {px(row.y)})") for i in range(number)]
    return group((title_tag(f"{row.name}: {number} passenger{'s' if number > 1 else ''} at first"), *figures))


def _waiting(row: PassengerRow, colours: Iterable[str], theme: Theme) -> str:
    colours = tuple(colours)
    figures = [
        group((figure(colour, theme),), transform=f"translate({px(row.x + APART * i)} {px(row.y)})")
        for i, colour in enumerate(colours)
    ]
    return group((title_tag(f"{row.name}: passengers, {', '.join(colours)}"), *figures))


def figure(colour: str, theme: Theme) -> str:
    """A passenger of 10 x 14, centred on 0, 0, with the symbol of its colour."""
    body = group((PASSENGER.format(ink=theme[colour]),), stroke=theme["slot-edge"], stroke_width=0.8)
    symbol = SYMBOLS[colour].format(ink=theme[f"{colour}-on"])
    return body + group((symbol,), transform="translate(0 2.1) scale(.58)")


def city_names(sheet: Sheet) -> str:
    """All halos first: no name is bitten by its neighbour's."""
    plain = [c for i, c in enumerate(sheet.map.cities) if i not in sheet.highlight.cities and not c.country]
    texts = [_text_lines(city.label) for city in plain]
    return _with_halo(texts, sheet.theme, "label", sheet.map.sizes.name_size)


def country_names(sheet: Sheet) -> str:
    """Capitals, each country's once; not where a nameboard stands for it."""
    lit = set(sheet.highlight.cities)
    shown = [country.label for country in sheet.map.countries if not lit & set(country.gates)]
    sizes = sorted({label.size for label in shown})
    return "".join(
        _with_halo(
            [_text_lines(label) for label in shown if label.size == size],
            *(sheet.theme, "ink-2", size),
            letter_spacing=TRACKING * size,
        )
        for size in sizes
    )


def _with_halo(texts: Iterable[str], theme: Theme, ink: str, size: float, **more: float) -> str:
    texts, halo = list(texts), theme["label-halo"]
    under: dict[str, str | float] = {"fill": halo, "stroke": halo, "stroke_width": theme["name-halo"]}
    return group(
        (
            group(texts, aria_hidden="true", **under, stroke_linejoin="round"),
            group(texts, fill=theme[ink]),
        ),
        font_family=DISPLAY_FACE,
        font_weight=600,
        font_size=size,
        **more,
    )


def _text_lines(label: Label) -> str:
    return "".join(
        f'<text x="{px(label.x)}" y="{px(baseline)}" text-anchor="{label.anchor}">{escaped(line)}</text>'
        for line, baseline in zip(label.lines, label.baselines, strict=True)
    )


def stamps(sheet: Sheet) -> str:
    """The values of the districts, in double lines."""
    pieces = [_stamp(district, sheet.theme) for district in sheet.map.districts]
    return group(pieces, font_family=DISPLAY_FACE, font_weight=700, font_size=14, text_anchor="middle")


def _stamp(district: DistrictPlace, theme: Theme) -> str:
    half, inner = STAMP / 2, STAMP / 2 - shapes.STAMP_LINE
    line: dict[str, str | float] = {"stroke": theme["ink"], "stroke_width": 1.2}
    return group(
        (
            title_tag(f"District worth {district.value}"),
            rect(Box(-half, -half, STAMP, STAMP), rx=shapes.STAMP_CORNER, fill=theme["panel-3"], **line),
            rect(Box(-inner, -inner, 2 * inner, 2 * inner), rx=shapes.STAMP_CORNER / 2, fill="none", **line),
            f'<text y="5" fill="{theme["ink"]}">{district.value}</text>',
        ),
        transform=f"translate({xy(district.stamp)})",
    )


def nameboards(sheet: Sheet) -> str:
    boards = [_nameboard(sheet, sheet.map.cities[i]) for i in sorted(sheet.highlight.cities)]
    size = sheet.map.sizes.name_size
    return group(boards, font_family=DISPLAY_FACE, font_weight=600, font_size=size, text_anchor="middle")


def _nameboard(sheet: Sheet, city: CityPlace) -> str:
    """The name on an enamel plate with a keyline, inside the panel."""
    box, theme, (anchor, lower) = city.label.box, sheet.theme, shapes.nameboard(city)
    paint = theme["on-enamel"]
    left = anchor - {"start": 0, "end": box.width, "middle": box.width / 2}[city.label.anchor]
    x = min(max(left, shapes.PLATE_EDGE), max(shapes.PLATE_EDGE, sheet.map.width - shapes.PLATE_EDGE - box.width))
    y = box.y + lower
    texts = [
        f'<text x="{px(x + box.width / 2)}" y="{px(baseline + lower)}" fill="{paint}">{escaped(line)}</text>'
        for line, baseline in zip(city.label.lines, city.label.baselines, strict=True)
    ]
    looks = (
        {"fill": "none", "stroke": theme["enamel"], "stroke_width": theme["board-edge-line"]},
        {"fill": theme["enamel"], "stroke": paint, "stroke_width": theme["board-line"]},
    )
    plates = [
        rect(Box(x - aside, y - above, box.width + 2 * aside, box.height + taller), rx=corner, **look)
        for (aside, above, taller, corner), look in zip(shapes.PLATES, looks, strict=True)
    ]
    return "".join((*plates, *texts))
