"""Bots with people's weaknesses, of any strength."""
