"""Risikard!: RisiKo! with cards alone.

The rules are those of a short public description, which numbers nothing: the numbers are ours (docs/risikard.md). What
it does not tell, the make-up of the decks above all, is data that a club gives, marked "not from the rulebook".
"""
