"""``python -m tools.site``: builds the documentation site in build/site/html, without a network.

Pages of docs/ stay plain Markdown. The source folder that Sphinx reads is made anew each time: their copies, the pages
that are generated, and an index with the parts of contents.py.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from footplate.version import __version__
from tools.site.api import write_api
from tools.site.boards import write_boards
from tools.site.commands import commands_page
from tools.site.contents import PARTS
from tools.site.files import files_page, walks_page

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "site"
BESIDE = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")  # pages at the top of the repository
ICON = ROOT / "src" / "footplate" / "app" / "web" / "icon.svg"
STYLE = Path(__file__).parent / "site.css"

ABOUT = """Play, study and design Ticket to Ride maps.

![A game on the map of the United States in the browser](pictures/app-usa-middle.jpg)"""

CONF = f"""
project = "Footplate"
author = "The Footplate founders"
copyright = "The Footplate founders"
release = "{__version__}"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 3
myst_enable_extensions = ["attrs_inline"]
smartquotes_action = "qe"  # quotes and dots, but no dashes: "--seed" is an option
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_type_aliases = {{"Action": "footplate.actions.Action"}}
maximum_signature_line_length = 90
html_theme = "furo"
html_title = "Footplate"
html_logo = "icon.svg"
html_favicon = "icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {{
    "light_css_variables": {{"color-brand-primary": "#1f4d45", "color-brand-content": "#1a5f8a"}},
    "dark_css_variables": {{"color-brand-primary": "#8fc7b5", "color-brand-content": "#8ab8dd"}},
}}
html_copy_source = False
html_show_search_summary = False  # browsers fetch nothing for pages that are opened as files
suppress_warnings = ["misc.highlighting_failure"]
"""


def main() -> int:
    shutil.rmtree(BUILD, ignore_errors=True)
    source = BUILD / "source"
    shutil.copytree(ROOT / "docs", source)
    shutil.copytree(ROOT / "examples", source / "examples")
    (source / "_static").mkdir()
    shutil.copy(STYLE, source / "_static")
    shutil.copy(ICON, source)
    for page in BESIDE:
        text = (ROOT / page).read_text("utf-8")
        (source / page).write_text(re.sub(r"\]\(docs/", "](", text), "utf-8")
    for path in source.glob("*.md"):
        path.write_text(re.sub(r"\]\(\.\./", "](", path.read_text("utf-8")), "utf-8")
    made = {"boards/": write_boards(source / "boards"), "api/": write_api(source / "api")}
    (source / "commands.md").write_text(commands_page(), "utf-8")
    (source / "files.md").write_text(files_page(), "utf-8")
    (source / "walks.md").write_text(walks_page(ROOT / "docs" / "walks.toml"), "utf-8")
    for folder, pages in made.items():
        with (source / folder / "index.md").open("a", encoding="utf-8") as index:
            index.write(_toctree("", pages))
    (source / "index.md").write_text(_index(source), "utf-8")
    (source / "conf.py").write_text(CONF, "utf-8")
    return build_main(["-q", "-W", "--keep-going", "-b", "html", str(source), str(BUILD / "html"), *sys.argv[1:]])


def _index(source: Path) -> str:
    parts = ["# Footplate", ABOUT]
    for part in PARTS:
        pages = [f"{page}index" if page.endswith("/") else page for page in part.pages]
        lines = [f"- [{_title(source / f'{page}.md')}]({page}.md)" for page in pages]
        parts += [f"## {part.title}", part.about, "\n".join(lines), _toctree(part.title, pages)]
    return "\n\n".join(parts) + "\n"


def _title(page: Path) -> str:
    """What stands in a page's first heading."""
    return page.read_text("utf-8").partition("\n")[0].removeprefix("# ")


def _toctree(caption: str, pages: list[str]) -> str:
    options = [":hidden:", ":maxdepth: 1", *([f":caption: {caption}"] if caption else [])]
    return "\n```{toctree}\n" + "\n".join([*options, "", *pages]) + "\n```\n"


if __name__ == "__main__":
    sys.exit(main())
