"""The rows of a standing, written by a tag: a loop of the template language takes ten times as long for hundreds."""

from collections.abc import Iterable, Mapping, Sized
from html import escape
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.templatetags.design import score_cell

register = template.Library()

RowContext = Mapping[str, Any]

KINDS = {"me": "is-me", "out": "is-out", "podium": "podium"}
CELL, CELL_END = '<td class="num folds">', "</td>"


class Scores(dict[tuple[object, object, object], str]):
    """The cells of one page by text, kind and title: of thousands only a few dozen differ."""

    def __missing__(self, score: tuple[object, object, object]) -> str:
        text, kind, title = score
        self[score] = cell = str(score_cell(text, str(kind or ""), title or ""))
        return cell


@register.simple_tag
def standings_rows(rows: Iterable[RowContext], rounds: Sized) -> SafeString:
    """The rows that `components/standings.html` describes, under so many columns of rounds."""
    scores, why, columns = Scores(), escape(_("How this came about")), len(rounds) + 3
    return mark_safe("".join([_row(row, scores, why, columns) for row in rows]))  # noqa: S308  # escaped below


def _row(row: RowContext, scores: Scores, why: str, columns: int) -> str:
    cells = [scores[one["text"], one.get("kind"), one.get("title")] for one in row["scores"]]
    row_cells = CELL + f"{CELL_END}{CELL}".join(cells) + CELL_END if cells else ""
    return (
        f'\n    <tr{_kinds(row)}><td class="place">{escape(str(row["rank"]))}</td>'
        f'<th scope="row">{_who(row)}<span class="unfolds small">{" · ".join(cells)}</span></th>'
        f'{row_cells}<td class="total">{_total(row, why)}</td></tr>{_cut(row, columns)}'
    )


def _kinds(row: RowContext) -> str:
    names = [name for key, name in KINDS.items() if row.get(key)]
    return f' class="{" ".join(names)}"' if names else ""


def _who(row: RowContext) -> str:
    name, url, club, note = escape(row["name"]), row.get("url"), row.get("club"), row.get("note")
    who = f'<a class="who" href="{escape(url)}">{name}</a>' if url else f'<span class="who">{name}</span>'
    if club:
        who += f'<span class="club">{escape(club)}</span>'
    return f'{who} <span class="badge">{escape(str(note))}</span>' if note else who


def _total(row: RowContext, why: str) -> str:
    total, url = escape(str(row["total"])), row.get("why_url")
    return f'<a href="{escape(url)}" data-unfold title="{why}">{total}</a>' if url else total


def _cut(row: RowContext, columns: int) -> str:
    words = row.get("cut")
    if not words:
        return ""
    return f'\n    <tr class="cut-row"><td colspan="{columns}"><span>{escape(str(words))}</span></td></tr>'
