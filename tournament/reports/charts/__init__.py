"""Pictures of results: SVG made on the server, each with the numbers that it shows as a table.

No style element, no style attribute, no script: a strict Content-Security-Policy lets them pass. Colours are the
page's own custom properties, so light and dark follow; every text is escaped by the XML library.
"""

from .bump import RankLine, score_by_round
from .drawing import Chart
from .heat import HeatMap, heat_map
from .histogram import distribution
from .rates import WinCount, wilson_interval, win_rates

__all__ = [
    "Chart",
    "HeatMap",
    "RankLine",
    "WinCount",
    "distribution",
    "heat_map",
    "score_by_round",
    "wilson_interval",
    "win_rates",
]
