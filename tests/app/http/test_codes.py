"""Addresses of seats as codes for the cameras of phones."""

from __future__ import annotations


def test_an_address_is_drawn_as_a_code_and_nothing_else_is(client):
    drawn = client.post("/api/qr", json={"text": "http://192.168.1.20:8321/#/j/K7F2-9XQM-0000"})
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.lstrip().startswith(("<?xml", "<svg"))
    for wrong in ("hello", "http://a b", "javascript:alert(1)", "http://" + "x" * 300, "http://ä"):
        refused = client.post("/api/qr", json={"text": wrong})
        assert refused.status_code == 422
        assert len(refused.json()["error"]) > 8
