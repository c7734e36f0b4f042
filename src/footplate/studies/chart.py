"""A study's table as a picture, and which one suits it."""

from __future__ import annotations

import numpy as np

from footplate.charts import Curve, draw_agreement, draw_comparison, draw_course, draw_curves, plain
from footplate.maps.theme import ThemeName
from footplate.studies.study import StudyTable

_SHORT = 24  # figures; longer tables become a square chart


def draw_table(table: StudyTable, theme: ThemeName = "light") -> str:
    """The table as SVG: its curves; or theirs across and ours up, if it is short a line for each figure."""

    def tick(value: float) -> str:
        return plain(100 * value if table.percent else value)

    if table.curves and table.curves[0].steps:
        curves = [Curve(c.name, np.array(c.steps, float), *3 * (np.array(c.values),)) for c in table.curves]
        return draw_curves(curves, table.title, percent=table.percent)
    if table.curves:
        goals = {cell.published for cell in table.cells if cell.published is not None}
        return draw_course([(curve.name, curve.values) for curve in table.curves], goals, table.title, tick, theme)
    words = f"differences {_summary(table)}"
    if len(table.compared) > _SHORT:
        cells = [(f"{cell.row} – {cell.column}", cell.published or 0.0, cell.ours) for cell in table.compared]
        return draw_agreement(cells, table.title, f"theirs across, ours up; {words}", tick, theme)
    is_column = len({cell.column for cell in table.cells}) == 1
    rows = [
        (cell.row if is_column else f"{cell.row} – {cell.column}", cell.published, cell.ours) for cell in table.cells
    ]
    return draw_comparison(rows, table.title, f"ring: theirs; dot and 95 % interval: ours; {words}", tick, theme)


def _summary(table: StudyTable) -> str:
    if not table.compared:
        return "unknown, none published"
    unit = " points" if table.percent else ""
    return f"{table.text(table.rms_difference)}{unit} (root mean square)"
