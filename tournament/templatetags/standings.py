"""The rows of a standing, written by a tag: a loop of the template language takes twenty times as long for 300."""

from collections.abc import Iterable, Mapping, Sized
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.templatetags.design import score_cell

register = template.Library()

RowContext = Mapping[str, Any]

ROW = (
    '\n    <tr{kinds}><td class="place">{rank}</td>'
    '<th scope="row">{who}{club}{note}<span class="unfolds small">{in_a_line}</span></th>'
    '{cells}<td class="total">{total}</td></tr>{cut}'
)
CELL = '<td class="num folds">{}</td>'
WHO = {True: '<a class="who" href="{url}">{name}</a>', False: '<span class="who">{name}</span>'}
WHY = '<a href="{url}" data-unfold title="{title}">{total}</a>'
CUT = '\n    <tr class="cut-row"><td colspan="{columns}"><span>{words}</span></td></tr>'
KINDS = {"me": "is-me", "out": "is-out", "podium": "podium"}


class Scores(dict[tuple[object, object, object], str]):
    """The cells of one page by text, kind and title: of thousands only a few dozen differ."""

    def __missing__(self, score: tuple[object, object, object]) -> str:
        text, kind, title = score
        self[score] = cell = str(score_cell(text, str(kind or ""), title or ""))
        return cell


@register.simple_tag
def standings_rows(rows: Iterable[RowContext], rounds: Sized) -> SafeString:
    """The rows that `components/standings.html` describes, under so many columns of rounds."""
    scores, why, columns = Scores(), str(escape(_("How this came about"))), len(rounds) + 3
    return mark_safe("".join(_row(row, scores, why, columns) for row in rows))  # noqa: S308  # escaped below


def _row(row: RowContext, scores: Scores, why: str, columns: int) -> str:
    cells = [scores[one["text"], one.get("kind"), one.get("title")] for one in row["scores"]]
    get = row.get
    return ROW.format(
        kinds=_kinds(row),
        rank=escape(row["rank"]),
        who=WHO[bool(get("url"))].format(url=escape(get("url")), name=escape(row["name"])),
        club=f'<span class="club">{escape(row["club"])}</span>' if get("club") else "",
        note=f' <span class="badge">{escape(row["note"])}</span>' if get("note") else "",
        in_a_line=" · ".join(cells),
        cells="".join(map(CELL.format, cells)),
        total=_total(row, why),
        cut=CUT.format(columns=columns, words=escape(row["cut"])) if get("cut") else "",
    )


def _kinds(row: RowContext) -> str:
    names = [name for key, name in KINDS.items() if row.get(key)]
    return f' class="{" ".join(names)}"' if names else ""


def _total(row: RowContext, why: str) -> str:
    total, url = str(escape(row["total"])), row.get("why_url")
    return WHY.format(url=escape(url), title=why, total=total) if url else total
