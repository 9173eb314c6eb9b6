"""Risk: classic, Secret Mission, Capital and the game for two with the Allied Army.

The rules are those of two public articles, which number nothing; the numbers are ours (docs/risk.md). What the articles
do not say is an option or data marked "not from the rulebook".
"""
