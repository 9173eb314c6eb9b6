"""Dates as people write them, where Django's own formats of a language do not."""
