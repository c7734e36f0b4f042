"""Six opponents for people, by strength: the same names mean about the same on every board."""
