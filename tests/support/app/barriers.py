"""Barriers on a page, as axe finds them."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe()
IN_NAME = "label-content-name-mismatch"  # words on a control are part of its name
FAULTS_ONLY = {"resultTypes": ["violations"], "rules": {IN_NAME: {"enabled": True}}}
OF_COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}  # all of them


def in_both_themes(page: Page, what: str) -> None:
    """Themes differ in colours only, so in the second one only those can be wrong."""
    for theme, options in (("light", FAULTS_ONLY), ("dark", OF_COLOURS)):
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        found = AXE.run(page, options=options)
        assert found.violations_count == 0, f"{what}, {theme}: {found.generate_report()}"
