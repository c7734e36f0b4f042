"""Whether a tag may be released: ``python tools/release.py v1.0.0`` prints what the changelog says of that version.

It needs Python alone. The tag, the version, the changelog and CITATION.cff have to agree.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SEMANTIC = r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?"


def problems(tag: str, version: str, changelog: str, citation: str) -> list[str]:
    """Why this can't be released."""
    found = []
    if not re.fullmatch(f"v{SEMANTIC}", tag):
        found.append(f"the tag {tag} is not a v and a version, such as v1.0.0")
    elif tag != f"v{version}":
        found.append(f"the tag is {tag}, and src/footplate/version.py says {version}")
    if not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", changelog, re.MULTILINE):
        found.append(f'CHANGELOG.md has no "## {version} (YEAR-MONTH-DAY)"')
    if f"\nversion: {version}\n" not in citation:
        found.append(f"CITATION.cff has another version than {version}")
    return found


def notes(version: str, changelog: str) -> str:
    """What the changelog says of a version."""
    section = re.search(rf"^## {re.escape(version)} .*?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return section[1].strip() if section else ""


def current_version() -> str:
    said = re.search(r'__version__ = "(.+)"', (ROOT / "src" / "footplate" / "version.py").read_text("utf-8"))
    assert said is not None
    return said[1]


def main(tag: str) -> None:
    version, changelog = current_version(), (ROOT / "CHANGELOG.md").read_text("utf-8")
    found = problems(tag, version, changelog, (ROOT / "CITATION.cff").read_text("utf-8"))
    if found:
        raise SystemExit("\n".join(found))
    print(notes(version, changelog))


if __name__ == "__main__":
    main(*sys.argv[1:])
