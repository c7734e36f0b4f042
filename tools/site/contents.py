"""Which page stands where on the site: tutorials, how-to guides, reference and explanation (diataxis.fr)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """One part of the site. ``pages`` are files without their ending; folders made at build time end in "/"."""

    title: str
    about: str
    pages: tuple[str, ...]


PARTS = (
    Part(
        "Tutorials",
        "Lessons for a first hour: follow them from top to bottom.",
        ("tutorial-play", "tutorial-bot", "tutorial-map"),
    ),
    Part(
        "How-to guides",
        "How to reach a goal, for those who know what they want.",
        (
            "install",
            "app",
            "levels",
            "review",
            "user-studies",
            "bots",
            "arena",
            "environments",
            "training",
            "design",
            "plugins",
            "CONTRIBUTING",
        ),
    ),
    Part(
        "Reference",
        "Facts to look up.",
        (
            "rules",
            "boards",
            "boards/",
            "commands",
            "api/",
            "encoders",
            "networks",
            "benchmarks",
            "files",
            "releases",
            "CHANGELOG",
        ),
    ),
    Part(
        "Explanation",
        "How things work, why they are so, and what was measured.",
        (
            "architecture",
            "walks",
            "special-rules",
            "tree-search",
            "adaptive",
            "studies",
            "warwick",
            "warwick-methods",
            "yang",
            "thesis",
            "smith-anton",
            "SECURITY",
        ),
    ),
)
