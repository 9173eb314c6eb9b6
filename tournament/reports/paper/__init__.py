"""Everything that is printed, as PDF: typst templates beside this module, filled with frozen values.

Texts reach typst as data (one JSON document in its inputs) and never as markup, so no name can change a page.
"""

from .documents import (
    bound,
    certificates,
    cross_table,
    flyer,
    knockout,
    pack_after_slips,
    pack_before_slips,
    record,
    round_pack,
    seating_by_name,
    seating_by_table,
    slips,
    standings,
)

__all__ = [
    "bound",
    "certificates",
    "cross_table",
    "flyer",
    "knockout",
    "pack_after_slips",
    "pack_before_slips",
    "record",
    "round_pack",
    "seating_by_name",
    "seating_by_table",
    "slips",
    "standings",
]
