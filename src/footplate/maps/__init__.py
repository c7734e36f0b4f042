"""Drawings of boards: where everything lies on a map, and what it looks like. Knows boards, but no play."""
