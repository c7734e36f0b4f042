"""An opponent that holds a wished win rate against whoever it meets (docs/adaptive.md)."""
