"""What a browser is called in the list of those in which a player is known."""

from __future__ import annotations

_BROWSERS = {  # the first mark in a User-Agent that is found: later ones are also claimed by earlier ones
    "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser/": "Samsung Internet", "Firefox/": "Firefox", "FxiOS/": "Firefox",
    "Chrome/": "Chrome", "CriOS/": "Chrome", "Safari/": "Safari",
}  # fmt: skip
_SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Mac OS": "Mac",
    "CrOS": "Chromebook", "Linux": "Linux",
}  # fmt: skip


def browser_name(user_agent: str) -> str:
    """ "Firefox on Linux", as far as the browser says so."""
    browser = next((name for mark, name in _BROWSERS.items() if mark in user_agent), "A browser")
    system = next((name for mark, name in _SYSTEMS.items() if mark in user_agent), "")
    return f"{browser} on {system}" if system else browser
