"""The API reference: every public name of the rooms that users import from, out of docstrings."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import footplate

MODULES = {
    "footplate.boards": "Maps as values and as files.",
    "footplate.game": "One game.",
    "footplate.actions": "What a player can do.",
    "footplate.observation": "What a seat knows.",
    "footplate.events": "What happened.",
    "footplate.outcome": "Points, winners and reasons.",
    "footplate.records": "Games as text files.",
    "footplate.positions": "Positions as JSON.",
    "footplate.errors": "Errors that are raised on purpose.",
    "footplate.agents": "Who plays.",
    "footplate.arena": "Matches.",
    "footplate.arena.tournament": "Tournaments.",
    "footplate.engine.batch": "Many games, stepped together.",
    "footplate.encoders": "What a network sees, and what it may do.",
    "footplate.envs": "Environments for learners.",
    "footplate.maps.draw": "Drawings of boards.",
    "footplate.studies": "The papers' tables, played again.",
}


def write_api(folder: Path) -> list[str]:
    """Write a page for each module; Sphinx's autodoc fills them."""
    folder.mkdir(parents=True)
    for module, about in MODULES.items():
        names = getattr(import_module(module), "__all__", None)
        members = f"   :members: {', '.join(names)}\n   :imported-members:\n" if names else "   :members:\n"
        text = f"# `{module}`\n\n{about}\n\n```{{eval-rst}}\n.. automodule:: {module}\n{members}```\n"
        (folder / f"{module}.md").write_text(text, "utf-8")
    lines = [f"- [`{module}`]({module}.md): {about}" for module, about in MODULES.items()]
    short = ", ".join(f"`{name}`" for name in footplate.__all__)
    index = ["# Python API", f"The names that most users need come from `footplate` itself: {short}.", "\n".join(lines)]
    (folder / "index.md").write_text("\n\n".join(index) + "\n", "utf-8")
    return list(MODULES)
