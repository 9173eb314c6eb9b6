"""Scoring: from finished games to standings that explain themselves. Pure Python; no database, no Django.

What to call, in the order of a tournament:

- `scoring.presets.preset("open")` or `Formula.from_document(document)` gives a `Formula` (`scoring.formulas`);
  `formula.validate(sizes=…, minutes=…, rounds=…)` lists what the rulebook objects to, `formula.to_document()`
  stores it, `scoring.options.resolve` applies options by name, `scoring.rulecard.rule_card` puts it into words.
- A finished game is a `TableResult` of `SeatResult`s (`scoring.results`); `score_table(formula, table)` scores one.
- `Sheet.of(formula, rounds, adjustments)` (`scoring.sheet`, `scoring.adjustments`) keeps all scores;
  `sheet.put(round, table)` enters or corrects one table. `scoring.loading.sheet_of_rows` fills a sheet from
  thousands of database rows.
- `rank(sheet, players)` or in one step `standings(formula, rounds, players, adjustments)` (`scoring.standings`)
  gives `Standings` with a `Row` each; `difference(before, after)` says what a correction changed, and the same
  shows beforehand what a policy for a withdrawn player would do.
- `scoring.explain` words why a row stands above the next and how every number came about, `scoring.teams` adds up
  teams, `scoring.needs` says what a player needs in the last round, `scoring.exchange` answers whole documents
  (the command line and the API).

Scores are whole numbers of 10**-digits of the formula ("units"), so sums and comparisons are exact;
`scoring.text.units_plain(units, formula.digits)` writes them.
"""
