"""An opponent that aims at a target win rate (docs/adaptive.md)."""
