"""What reports share: a page that stands alone, with a sentence first, sections, tables and figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from footplate.charts import Figure
from footplate.maps.theme import DISPLAY_FACE, FIGURES_FACE, LIGHT, TEXT_FACE, Theme

_TOKENS = ("panel", "land", "ink", "ink-2", "rule-strong", "enamel", "on-enamel")
_STYLE = f"""
body {{ margin: 0; background: var(--panel); color: var(--ink); font: 15px/1.45 {TEXT_FACE}; }}
main {{ max-width: 1040px; margin: 0 auto; padding: 22px 32px 48px; }}
header {{ display: flex; gap: 20px; align-items: baseline; border-bottom: 1.5px solid; padding-bottom: 12px; }}
.plate {{ background: var(--enamel); color: var(--on-enamel); font: 700 17px {DISPLAY_FACE}; padding: 6px 12px;
  letter-spacing: .14em; border-radius: 4px;
  box-shadow: inset 0 0 0 2px var(--enamel), inset 0 0 0 3px var(--on-enamel); }}
header b {{ font-family: {DISPLAY_FACE}; font-size: 17px; }}
h1 {{ font: 700 29px/1.15 {DISPLAY_FACE}; margin: 16px 0 4px; }}
h2 {{ font-size: 12.5px; letter-spacing: .12em; text-transform: uppercase; margin: 0; color: var(--ink-2); }}
.head {{ display: flex; justify-content: space-between; align-items: baseline; margin: 22px 0 8px; }}
.side {{ display: grid; grid-template-columns: minmax(0, 692fr) minmax(0, 340fr); gap: 24px; }}
small, .sub {{ color: var(--ink-2); }} .sub {{ font-size: 16px; margin: 0; max-width: 80ch; }}
svg {{ max-width: 100%; height: auto; display: block; }}
.map svg {{ border: 1px solid var(--rule-strong); border-radius: 5px; width: 100%; }}
details {{ margin: 6px 0; }} summary {{ cursor: pointer; color: var(--ink-2); font-size: 13px; }}
.wide {{ overflow-x: auto; }} table {{ border-collapse: collapse; margin: 6px 0; }}
th, td {{ padding: 4px 12px; border-bottom: 1px solid var(--rule-strong); text-align: right; white-space: nowrap; }}
td {{ font-family: {FIGURES_FACE}; font-variant-numeric: tabular-nums; }} th {{ font-size: 12px; color: var(--ink-2); }}
th:first-child, td.name {{ text-align: left; font-family: inherit; }}
code {{ font-size: 13px; overflow-wrap: anywhere; }}
@media (max-width: 800px) {{ .side {{ grid-template-columns: minmax(0, 1fr); }} }}
"""


def page_html(kind: str, facts: str, title: str, remarks: str, body: str, style: str = "") -> str:
    """A whole page, in which nothing is fetched from anywhere: the sentence that matters, then its reasons."""
    content = (
        f'<main><header><span class="plate">FOOTPLATE</span><b>{escape(kind)}</b> <small>{escape(facts)}</small>'
        f'</header><h1>{escape(title)}</h1><p class="sub">{escape(remarks)}</p>{body}</main>'
    )
    return document(title, f":root {{ {css_variables(LIGHT)} }}{_STYLE}{style}", content)


def document(title: str, style: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{style}</style></head>'
        f"<body>{body}</body></html>\n"
    )


def section(heading: str, aside: str, picture: str) -> str:
    return f'<div class="head"><h2>{escape(heading)}</h2><small>{escape(aside)}</small></div>{picture}'


def folded(words: str, content: str) -> str:
    return f"<details><summary>{escape(words)}</summary>{content}</details>"


def css_variables(theme: Theme, names: Iterable[str] = _TOKENS) -> str:
    return " ".join(f"--{name}: {theme[name]};" for name in names)


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Cells are plain text; the first column holds names."""
    cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = []
    for row in rows:
        first, *others = (escape(cell) for cell in row)
        lines.append(f'<tr><td class="name">{first}</td>' + "".join(f"<td>{cell}</td>" for cell in others) + "</tr>")
    return f'<div class="wide"><table><tr>{cells}</tr>{"".join(lines)}</table></div>'


def figure(estimate: Figure | None, digits: int = 1) -> str:
    return estimate.text(digits) if estimate else "–"
