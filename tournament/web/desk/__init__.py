"""The guided sentences of the dispute desk: one table for each game, and what every table is made of."""
