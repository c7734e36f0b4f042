"""An opponent that aims at a wished win rate (docs/adaptive.md)."""
