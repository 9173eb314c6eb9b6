"""futuRisiKo!: thirty-six territories, eight seas, tanks, aircraft and submarines.

The numbers of the articles are ours (docs/futurisiko.md). What the rulebook leaves to its board or its summary sheet is
data that a club gives, marked "not from the rulebook"; until then a ruling that needs it is undetermined.
"""
