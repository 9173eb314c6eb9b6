"""The record (*verbale*) of a dispute: what was asked, ruled and decided, when and by whom, to be signed."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.models import Dispute, Ruling
from tournament.reports.paper import record
from tournament.reports.values import Head, RecordSheet, Remark
from tournament.selectors.rulings import RulingView, ruling_view


def dispute_record(dispute: Dispute) -> bytes:
    """The PDF in the tournament's language."""
    tournament = dispute.tournament
    with override(tournament.language):
        head = Head(
            tournament=tournament.name,
            place=tournament.place,
            day=timezone.localdate(dispute.opened_at),
            printed_at=timezone.localtime(),
        )
        sheet = RecordSheet(title=_title(dispute), tables=(), remarks=tuple(_remarks(dispute)))
    return record(head, sheet, language=tournament.language)


def _title(dispute: Dispute) -> str:
    where = (
        f"{dispute.table.round.title}, {dispute.table.title}" if dispute.table else str(dispute.tournament)
    )
    return _("Dispute %(number)s: %(where)s") % {"number": dispute.pk, "where": where}


def _remarks(dispute: Dispute) -> list[Remark]:
    """Line by line in the order of the day."""
    parties = ", ".join(one.full_name for one in dispute.parties.all())
    lines = [Remark(_clock(dispute.opened_at), str(dispute))]
    if parties:
        lines.append(Remark("", _("Parties: %(names)s") % {"names": parties}))
    for ruling in dispute.rulings.all():
        lines += _of_ruling(ruling_view(ruling))
        lines += _of_decision(ruling)
    if dispute.returned_seconds:
        minutes, seconds = divmod(dispute.returned_seconds, 60)
        given = _("Given back to the table: %(minutes)s min %(seconds)s s") % {
            "minutes": minutes,
            "seconds": seconds,
        }
        lines.append(Remark("", given))
    return lines


def _clock(moment: datetime | None) -> str:
    return time_format(timezone.localtime(moment), "H:i") if moment else ""


def _of_ruling(view: RulingView) -> list[Remark]:
    named = _("Adjudicator: %(verdict)s") % {"verdict": view.verdict}
    edition = view.ruling.document.get("ruleset", {})
    by = f"{edition.get('id', view.ruling.ruleset)} {edition.get('edition', '')}".strip()
    return [
        Remark(_clock(view.ruling.created_at), f"{named} ({by})"),
        *(Remark("", one.fact, one.number) for one in view.articles),
        *(Remark("", f"{label}: {value}") for label, value in view.effects),
        *(Remark("", f"{one.territory}: {one.before} → {one.after}") for one in view.changes),
        *(Remark("", one) for one in view.remedy),
    ]


def _of_decision(ruling: Ruling) -> list[Remark]:
    if not ruling.decision:
        return []
    who = ruling.decided_by.display_name if ruling.decided_by else "–"
    what = _("Referee %(who)s: %(decision)s") % {"who": who, "decision": ruling.get_decision_display()}
    reason = f". {ruling.reason}" if ruling.reason else ""
    on_appeal = _("on appeal")  # inside an f-string gettext would not find it
    appeal = f" ({on_appeal})" if ruling.on_appeal else ""
    return [Remark(_clock(ruling.decided_at), what + appeal + reason)]
