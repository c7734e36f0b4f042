"""Bots that follow rules, one file per family, on one ``planning`` module."""
