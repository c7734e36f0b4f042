"""The API reference: every public name of the rooms that users import from, out of docstrings."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import footplate
from tools.site.markdown import table

MODULES = (
    "footplate.boards", "footplate.game", "footplate.actions", "footplate.view", "footplate.observation",
    "footplate.events", "footplate.outcome", "footplate.records", "footplate.positions", "footplate.errors",
    "footplate.agents", "footplate.arena", "footplate.arena.tournament", "footplate.engine.batch", "footplate.encoders",
    "footplate.envs", "footplate.maps.draw", "footplate.studies",
)  # fmt: skip


def write_api(folder: Path) -> list[str]:
    """Write a page for each module; Sphinx's autodoc fills them."""
    folder.mkdir(parents=True)
    for module in MODULES:
        names = getattr(import_module(module), "__all__", None)
        members = f"   :members: {', '.join(names)}\n   :imported-members:\n" if names else "   :members:\n"
        text = f"# `{module}`\n\n```{{eval-rst}}\n.. automodule:: {module}\n{members}```\n"
        (folder / f"{module}.md").write_text(text, "utf-8")
    rows = [(f"[`{module}`]({module}.md)", _summary(module)) for module in MODULES]
    short = ", ".join(f"`{name}`" for name in footplate.__all__)
    about = f"The names that most users need come from `footplate` itself: {short}."
    (folder / "index.md").write_text(f"# Python API\n\n{about}\n\n{table(['module', ''], rows)}\n", "utf-8")
    return list(MODULES)


def _summary(module: str) -> str:
    """The first paragraph of a module's docstring."""
    return (import_module(module).__doc__ or "").partition("\n\n")[0]
