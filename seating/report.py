"""What a drawing says about itself: cost, proven bound and cases of each criterion, in figures and words."""

from dataclasses import dataclass

from seating.assessment import Assessment, Case, assess_all
from seating.bounds import lower_bound
from seating.criteria import CRITERIA, CriterionCode
from seating.frame import Frame
from seating.request import Round
from seating.splits import Split
from seating.words import Words, counted


@dataclass(frozen=True, slots=True)
class CriterionLine:
    """One criterion of a report. ``lower_bound`` is proven; ``proven_optimal`` when the value meets it."""

    criterion: CriterionCode
    value: int
    lower_bound: int
    cases: tuple[Case, ...]
    span: tuple[int, int] | None = None

    @property
    def proven_optimal(self) -> bool:
        """Return whether no seating could do better."""
        return self.value == self.lower_bound

    @property
    def words(self) -> Words:
        """Return the value and the part of it that nobody could avoid, in words."""
        if self.span is not None:
            return _span_words(self.criterion, *self.span)
        criterion = CRITERIA[self.criterion]
        found = counted(self.value, criterion.one, criterion.many)
        if not self.lower_bound:
            return found
        forced = counted(
            self.lower_bound,
            Words(", {n} of them unavoidable", ", di cui {n} inevitabile", ", {n} deles inevitável"),
            Words(", {n} of them unavoidable", ", di cui {n} inevitabili", ", {n} deles inevitáveis"),
        )
        return Words(found.en + forced.en, found.it + forced.it, found.pt + forced.pt)


_SIZES = {CriterionCode.FIVES: 5, CriterionCode.THREES: 3}


def _span_words(code: CriterionCode, least: int, most: int) -> Words:
    """Say how often each person sits at a table of one size, over the whole tournament."""
    even = Words(
        "everyone {least} × at a table of {size}",
        "ciascuno {least} × a un tavolo da {size}",
        "cada um {least} × em uma mesa de {size}",
    )
    uneven = Words(
        "everyone {least} to {most} × at a table of {size}",
        "ciascuno da {least} a {most} volte a un tavolo da {size}",
        "cada um de {least} a {most} vezes em uma mesa de {size}",
    )
    return (even if least == most else uneven).format(least=least, most=most, size=_SIZES[code])


@dataclass(frozen=True, slots=True)
class Report:
    """The quality of a drawing. ``checked``: the independent checker found nothing against the rules."""

    criteria: tuple[CriterionLine, ...]
    checked: bool
    seconds: float
    limit_reached: bool

    def line(self, code: CriterionCode) -> CriterionLine | None:
        """Return the line of a criterion, or None when it was not asked for."""
        return next((line for line in self.criteria if line.criterion is code), None)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A seating with its report: rounds of tables of ids in turn order, tables by number from 1."""

    rounds: tuple[Round, ...]
    splits: tuple[Split, ...]
    report: Report


def lines_for(frame: Frame, rounds: tuple[Round, ...]) -> tuple[CriterionLine, ...]:
    """Return the report's lines for drawn rounds, in the order of the request's criteria."""
    achieved: dict[CriterionCode, int] = {}
    lines: list[CriterionLine] = []
    for assessment in assess_all(frame.request, rounds):
        bound = lower_bound(frame, assessment.criterion, achieved)
        lines.append(_line(assessment, bound))
        achieved[assessment.criterion] = assessment.value
    return tuple(lines)


def _line(assessment: Assessment, bound: int) -> CriterionLine:
    return CriterionLine(assessment.criterion, assessment.value, bound, assessment.cases, assessment.span)
