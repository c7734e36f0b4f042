"""A board on which agents win as often as they should."""
