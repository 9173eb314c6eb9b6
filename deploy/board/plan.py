"""Every choice the board picture rests on: whose land a country is, and where countries are cut.

All of it is ours, in degrees of longitude and latitude; what lies west of 169°W counts on past 180°, so that Asia
stays in one piece. `build.py` reads it.
"""

Polyline = list[tuple[float, float]]

COUNTRIES: dict[str, str] = {
    "groenlandia": "Greenland",
    "america_centrale": (
        "Mexico|Guatemala|Belize|Honduras|El Salvador|Nicaragua|Costa Rica|Panama|Cuba|Jamaica|Haiti|Dominican Rep.|Puerto Rico|Bahamas"
    ),
    "venezuela": "Venezuela|Colombia|Ecuador|Guyana|Suriname|Trinidad and Tobago",
    "peru": "Peru|Bolivia",
    "brasile": "Brazil",
    "argentina": "Argentina|Chile|Uruguay|Paraguay|Falkland Is.",
    "islanda": "Iceland",
    "gran_bretagna": "United Kingdom|Ireland|Isle of Man",
    "scandinavia": "Norway|Sweden|Finland|Åland",
    "europa_settentrionale": "Germany|Poland|Denmark|Netherlands|Belgium|Luxembourg|Czechia|Slovakia|Austria|Switzerland|Liechtenstein",
    "europa_occidentale": "France|Spain|Portugal|Andorra|Monaco",
    "europa_meridionale": (
        "Italy|San Marino|Vatican|Malta|Slovenia|Croatia|Bosnia and Herz.|Serbia|Kosovo|Montenegro|Albania|Macedonia|Greece|Bulgaria|Romania|Hungary"
    ),
    "ucraina": "Ukraine|Belarus|Moldova|Lithuania|Latvia|Estonia",
    "africa_del_nord": (
        "Morocco|W. Sahara|Algeria|Tunisia|Mauritania|Mali|Niger|Chad|Nigeria|Senegal|Gambia|Guinea|Guinea-Bissau"
        "|Sierra Leone|Liberia|Côte d'Ivoire|Ghana|Togo|Benin|Burkina Faso"
    ),
    "egitto": "Egypt|Libya",
    "africa_orientale": "Sudan|S. Sudan|Ethiopia|Eritrea|Djibouti|Somalia|Somaliland|Kenya|Uganda|Rwanda|Burundi|Tanzania|Malawi",
    "congo": "Dem. Rep. Congo|Congo|Gabon|Eq. Guinea|Cameroon|Central African Rep.",
    "africa_del_sud": "South Africa|Lesotho|eSwatini|Namibia|Botswana|Zimbabwe|Zambia|Angola|Mozambique",
    "madagascar": "Madagascar",
    "mongolia": "Mongolia|North Korea|South Korea",
    "giappone": "Japan",
    "afghanistan": "Afghanistan|Turkmenistan|Uzbekistan|Tajikistan|Kyrgyzstan|Kazakhstan",
    "medio_oriente": (
        "Turkey|Syria|Lebanon|Israel|Palestine|Jordan|Iraq|Iran|Saudi Arabia|Kuwait|United Arab Emirates|Qatar|Bahrain|Oman|Yemen"
        "|Cyprus|N. Cyprus|Georgia|Armenia|Azerbaijan|Pakistan|Siachen Glacier"
    ),
    "india": "India|Nepal|Bhutan|Bangladesh|Sri Lanka",
    "cina": "China|Taiwan|Hong Kong|Macao",
    "siam": "Myanmar|Thailand|Laos|Vietnam|Cambodia|Malaysia|Singapore",
    "indonesia": "Indonesia|Brunei|Timor-Leste|Philippines",
    "nuova_guinea": "Papua New Guinea",
    "australia_occidentale": "Australia",
    "australia_orientale": "New Zealand",
    "siberia": "Russia",
    "alberta": "Canada",
    "stati_uniti_occidentali": "United States of America",
}
"""Whole countries; the ones that `CUTS` names go to this territory only for what no cut takes away."""

NOWHERE = "nowhere"
"""The territory of land that the board leaves out."""

_URALS: Polyline = [
    (70, 77.5),
    (58.2, 70.6),
    (61.5, 69.6),
    (66, 67.9),
    (63, 65.8),
    (60, 63.4),
    (59.2, 60),
    (60.4, 56),
    (59.2, 53),
    (58.6, 50.6),
]
_STEPPE: Polyline = [
    (58.6, 50.6),
    (63, 50.4),
    (68.5, 50.2),
    (73, 48.7),
    (77, 46.6),
    (80, 44.9),
    (81.5, 44.5),
    (83, 44.5),
]
_OB: Polyline = [
    (80, 80),
    (80.2, 73.5),
    (79.5, 70),
    (80.5, 65),
    (80, 60),
    (79.6, 55),
    (81, 51.2),
    (83, 48.6),
    (85.6, 46.2),
]
_LENA: Polyline = [
    (113, 82),
    (112.5, 74),
    (110.5, 70),
    (107, 66),
    (105.6, 62),
    (103.6, 59.5),
    (100.8, 56.6),
    (98.4, 53.4),
    (97.6, 51.2),
    (98, 48),
]
_ALDAN: Polyline = [(105.6, 62), (111, 60.9), (117, 59.6), (123, 57.8), (129, 57.3), (133.4, 57.6)]
_KOLYMA: Polyline = [
    (163, 78),
    (161.5, 69.5),
    (157, 67.4),
    (152, 65.2),
    (146, 63),
    (140, 60.6),
    (133.4, 57.6),
]
_AMUR: Polyline = [(133.4, 57.6), (131.8, 55.4), (129, 53.4), (127.6, 51.6), (127.2, 49.2)]

CUTS: list[tuple[str, str, Polyline]] = [
    ("Norway", NOWHERE, [(0, 73), (40, 73), (40, 82), (0, 82)]),
    # North America
    ("United States of America", "alaska", [(-180, 80), (-130, 80), (-129.6, 54), (-180, 40)]),
    (
        "United States of America",
        "stati_uniti_orientali",
        [
            (-97.2, 52),
            (-97, 46),
            (-98.4, 42),
            (-101.6, 38.6),
            (-104, 35.6),
            (-105.6, 33),
            (-106.4, 30),
            (-100, 22),
            (-78, 22),
            (-60, 40),
            (-66, 50),
        ],
    ),
    (
        "Canada",
        "groenlandia",
        [
            (-99, 85),
            (-99.5, 77),
            (-97, 74.2),
            (-98.4, 71.6),
            (-97, 69),
            (-98, 66),
            (-98.6, 62.8),
            (-96.8, 61.2),
            (-93.6, 59.9),
            (-88, 60),
            (-84, 61.2),
            (-80, 63),
            (-74, 62.75),
            (-71, 62.1),
            (-65, 61.2),
            (-64, 60.5),
            (-50, 62),
            (-50, 85),
        ],
    ),
    (
        "Canada",
        "territori_del_nord_ovest",
        [
            (-145, 85),
            (-145, 63.4),
            (-140, 63.2),
            (-132, 61.4),
            (-122, 60.4),
            (-114, 60),
            (-107, 59.8),
            (-102.4, 60.6),
            (-98.6, 62.8),
            (-90, 70),
            (-90, 85),
        ],
    ),
    (
        "Canada",
        "quebec",
        [
            (-79.8, 56),
            (-79.8, 53),
            (-79.4, 50),
            (-79.4, 47.6),
            (-77, 46),
            (-74.6, 45.2),
            (-74.4, 44),
            (-66, 42),
            (-50, 42),
            (-50, 62),
            (-64, 63),
            (-85, 64),
            (-80, 60),
        ],
    ),
    (
        "Canada",
        "ontario",
        [
            (-107, 48),
            (-107.4, 53),
            (-107.2, 57),
            (-107, 61),
            (-94, 64),
            (-78, 60),
            (-74, 44),
            (-83, 41),
            (-95, 48),
        ],
    ),
    # South America
    ("France", "venezuela", [(-60, 10), (-60, 0), (-45, 0), (-45, 10)]),
    ("Chile", "peru", [(-80, -10), (-60, -10), (-60, -25.4), (-68, -25.4), (-80, -25.4)]),
    # Africa
    ("Angola", "congo", [(10, -4), (14, -4), (13.2, -5.9), (10, -6)]),
    (
        "Mozambique",
        "africa_orientale",
        [(30, -8), (45, -8), (45, -17.6), (36.4, -17.8), (35.3, -16.3), (30, -13)],
    ),
    ("Cameroon", "africa_del_nord", [(8, 14), (18, 14), (18, 7.6), (13.5, 7.2), (10.5, 7.2), (8, 10)]),
    (
        "Dem. Rep. Congo",
        "africa_del_sud",
        [(20, -10.6), (24, -10.6), (28.6, -10.4), (32, -10.4), (32, -15), (20, -15)],
    ),
    ("Angola", "congo", [(15.5, -5), (21, -5), (26, -6), (26, -8.4), (22, -8.2), (17.5, -7.6), (15.5, -6.6)]),
    # Europe and Asia
    ("Afghanistan", "medio_oriente", [(58, 33.6), (62, 33), (66.4, 32.8), (71, 33.4), (71, 27), (58, 27)]),
    ("India", "medio_oriente", [(72, 32.6), (75.2, 32.4), (77.4, 33), (79.4, 35), (79, 37), (72, 37)]),
    (
        "Turkey",
        "europa_meridionale",
        [(25, 43), (29.4, 41.6), (29.05, 41.0), (28, 40.75), (26.9, 40.45), (26.3, 40.1), (25.8, 40)],
    ),
    ("Russia", "ucraina", [(15, 85), *_URALS, (58, 40), (15, 40)]),
    ("Kazakhstan", "siberia", [*_OB[6:], (95, 46), (95, 60), (81, 60)]),
    ("Kazakhstan", "urali", [*_STEPPE, (90, 50), (70, 60), (55, 60)]),
    ("Russia", "urali", [(50, 85), *_OB, (55, 42), (30, 42), (30, 85)]),
    ("Russia", "mongolia", [(129.5, 46.8), (134, 46.8), (137, 46.2), (141, 45), (141, 41), (129.5, 41)]),
    ("Russia", "kamchatka", [(170, 85), *_KOLYMA, *_AMUR[1:], (150, 35), (200, 50), (200, 85)]),
    ("Russia", "jacuzia", [*_LENA[:5], *_ALDAN[1:], *_KOLYMA[::-1]]),
    ("Russia", "cita", [*_LENA[4:], (98, 45), (135, 45), *_AMUR[::-1], *_ALDAN[::-1]]),
    ("Mongolia", "cina", [(86, 52), (90.6, 52), (91.2, 48.6), (92.6, 45.6), (94.6, 44), (86, 44)]),
    (
        "China",
        "mongolia",
        [
            (95, 44),
            (96.6, 42.4),
            (100, 41.4),
            (104, 40.9),
            (108, 40.4),
            (112, 40.2),
            (115.6, 40.4),
            (118, 40.2),
            (120.6, 39.4),
            (124, 38),
            (140, 42),
            (140, 55),
            (95, 55),
        ],
    ),
    # Oceania
    ("Malaysia", "indonesia", [(105, 10), (125, 10), (125, 0), (105, 0)]),
    (
        "Indonesia",
        "nuova_guinea",
        [(129.5, 1), (142, 1), (142, -10), (137.4, -9.4), (135.5, -5), (131, -4), (129.5, -1.3)],
    ),
    (
        "Australia",
        "australia_orientale",
        [
            (137, -8),
            (137.8, -16),
            (138.6, -20),
            (138.6, -25),
            (137.4, -29),
            (136.4, -32),
            (136, -36),
            (141, -40),
            (141, -48),
            (180, -48),
            (180, -8),
        ],
    ),
]
"""Country, territory, polygon: what of the country lies in the polygon goes to the territory; earlier cuts win."""

WEST_EDGE = -169.0
CENTRAL_MERIDIAN = 11.0
MARGINS = (34, 22, 34, 22)
"""Degrees of the map's left edge and middle; units kept free left, top, right, bottom."""

RADIUS = 36.0
RADII: dict[str, float] = {
    "islanda": 24,
    "gran_bretagna": 24,
    "scandinavia": 30,
    "europa_settentrionale": 36,
    "europa_occidentale": 35,
    "europa_meridionale": 31,
    "ucraina": 50,
    "america_centrale": 28,
    "alaska": 34,
    "stati_uniti_occidentali": 44,
    "stati_uniti_orientali": 44,
    "groenlandia": 46,
    "brasile": 56,
    "argentina": 33,
    "venezuela": 31,
    "africa_del_nord": 64,
    "africa_orientale": 40,
    "africa_del_sud": 42,
    "congo": 40,
    "madagascar": 24,
    "siberia": 48,
    "kamchatka": 34,
    "cina": 54,
    "medio_oriente": 46,
    "siam": 29,
    "giappone": 21,
    "india": 38,
    "nuova_guinea": 25,
    "indonesia": 27,
    "australia_occidentale": 42,
    "australia_orientale": 38,
}
"""The inscribed circle each territory should get, in units, before its outline is smoothed."""

SEAS: list[tuple[float, Polyline]] = [
    (2.6, [(-6, 35), (-2, 34), (10, 30), (37, 30), (37, 42), (20, 47), (8, 46), (-2, 42)]),
    (2.4, [(-12, 47), (2, 48), (13, 54), (13, 61), (5, 63), (-6, 61), (-12, 56)]),
    (2.4, [(13, 53), (30, 57), (31, 66), (20, 67), (12, 58)]),
    (1.6, [(-92, 22), (-80, 26), (-60, 20), (-60, 10), (-84, 8), (-90, 16)]),
    (
        2.0,
        [(95, 8), (105, -2), (104, -10), (120, -12), (146, -13), (146, -6), (132, 3), (118, 10), (104, 13)],
    ),
    (2.0, [(124, 36), (129, 32), (142, 36), (146, 44), (142, 52), (136, 46), (128, 42)]),
    (2.4, [(32, 30), (34, 30), (45, 12), (50, 11), (52, 15), (44, 15), (36, 28)]),
    (1.6, [(35, -26), (44, -26), (50, -10), (40, -10)]),
    (0.6, [(-190, -44), (195, -44), (195, -80), (-190, -80)]),
    (0.7, [(-170, 50), (-130, 45), (-125, 20), (-90, 0), (-85, -36), (-175, -36)]),
    (0.7, [(-36, -36), (-25, -6), (-5, -6), (8, -36)]),
    (0.7, [(55, -36), (55, -10), (70, 2), (85, 2), (92, -10), (105, -36)]),
    (1.8, [(27, 43), (29, 41), (42, 41), (42, 47), (33, 47)]),
    (1.6, [(46.5, 36.5), (54.5, 36.5), (54.5, 47.5), (46.5, 47.5)]),
]
"""Density of some waters (1 elsewhere): crowded seas get room, empty oceans give it; the first wins."""

STRESS: list[tuple[float, Polyline]] = [
    (
        2.8,
        [(8, 44.6), (12, 46.6), (13.6, 45.8), (14, 43), (19, 40.5), (17, 36), (11, 36), (8, 38), (7.6, 43)],
    ),
    (1.5, [(20, 41), (24, 41), (25, 35), (19, 36)]),
]
"""Parts of the land, a factor on their density: what makes a territory recognisable is drawn larger."""

ROUNDS = 6
FLOOR, CEILING = 0.5, 30.0
"""How often the cartogram corrects itself; the least and the greatest magnification of land against open sea."""

FRAME_ISLET = 0.0008
SPECK, ISLET, ISLAND, LAKE = 2.0, 14.0, 60.0, 150.0
"""What is too small to keep: for fitting the frame (unit sphere); then, in square units, before the cartogram,
after it, once narrow waters are closed; and holes in the land."""

COAST, BORDER = 7.0, 26.0
"""The triangle, in square units, under which a vertex is dropped from a coast, from a border."""

CLOSE = 3.0
KEEP_OPEN: dict[str, float] = {
    "gran_bretagna": 0.6,
    "india": 1,
    "medio_oriente": 1,
    "america_centrale": 0.5,
    "kamchatka": 2,
    "indonesia": 1.2,
}
"""Waters narrower than twice this are closed inside a territory: the rule, and where less."""

THIN = 1.9
"""Spits of land narrower than this are cut off."""

GROW: dict[str, float] = {"giappone": 2, "gran_bretagna": 1, "america_centrale": 1, "australia_orientale": 1}
"""Units by which a thin territory is drawn fatter, into the sea only."""

STRAITS: list[tuple[str, str, float]] = [
    ("europa_meridionale", "medio_oriente", 10),
    ("scandinavia", "europa_settentrionale", 11),
    ("europa_occidentale", "africa_del_nord", 11),
    ("europa_settentrionale", "gran_bretagna", 11),
    ("europa_occidentale", "gran_bretagna", 12),
    ("europa_meridionale", "africa_del_nord", 10),
    ("africa_orientale", "medio_oriente", 8),
    ("groenlandia", "quebec", 9),
    ("groenlandia", "islanda", 10),
    ("indonesia", "siam", 10),
    ("indonesia", "nuova_guinea", 9),
    ("australia_orientale", "nuova_guinea", 12),
    ("kamchatka", "giappone", 10),
    ("mongolia", "giappone", 10),
]
"""Waters that stay open: the first territory keeps this distance from the second, in units."""

CONTINENT_LABELS: dict[str, tuple[float, float]] = {
    "america_del_nord": (-48, 38),
    "america_del_sud": (-92, -30),
    "europa": (-27, 50),
    "africa": (-3, -12),
    "asia": (160, 28),
    "oceania": (110, -40),
}
"""Where a continent's name stands: at sea, beside it."""

SEA_LINES: dict[tuple[str, str], tuple[tuple[float, float], tuple[float, float], float]] = {
    ("groenlandia", "quebec"): ((-51, 63.6), (-60.5, 56.5), 0.1),
    ("groenlandia", "islanda"): ((-31, 68.2), (-23, 66), 0.15),
    ("brasile", "africa_del_nord"): ((-35.2, -6), (-13, 9), -0.12),
    ("islanda", "gran_bretagna"): ((-17, 63.5), (-6, 57.6), 0.12),
    ("islanda", "scandinavia"): ((-14, 65.4), (6.5, 62.4), 0.12),
    ("gran_bretagna", "scandinavia"): ((-1.9, 57.6), (6, 58.6), 0.12),
    ("gran_bretagna", "europa_settentrionale"): ((1.7, 52.7), (5, 53.1), 0.12),
    ("gran_bretagna", "europa_occidentale"): ((-1.6, 50.6), (-1.6, 49.5), 0.0),
    ("scandinavia", "europa_settentrionale"): ((14.2, 55.4), (13.2, 54.4), 0.0),
    ("europa_occidentale", "africa_del_nord"): ((-0.4, 38.4), (1.2, 36.4), 0.0),
    ("europa_meridionale", "africa_del_nord"): ((12.6, 37.8), (10.6, 36.9), 0.12),
    ("europa_meridionale", "egitto"): ((22.3, 36.7), (22.6, 32.8), 0.12),
    ("europa_meridionale", "medio_oriente"): ((23.8, 38.6), (26.8, 38.6), 0.0),
    ("africa_orientale", "madagascar"): ((40.4, -11.5), (48.6, -13.5), 0.12),
    ("africa_del_sud", "madagascar"): ((35.4, -22.5), (43.6, -22.8), -0.12),
    ("kamchatka", "giappone"): ((156.7, 51.2), (145.1, 43.5), 0.15),
    ("mongolia", "giappone"): ((129.4, 36.4), (132.6, 35.3), 0.12),
    ("siam", "indonesia"): ((103.9, 2.2), (109.2, 1.6), 0.12),
    ("indonesia", "nuova_guinea"): ((125, 1), (131.4, -0.8), 0.2),
    ("indonesia", "australia_occidentale"): ((111.5, -8.4), (122.4, -17), -0.12),
    ("nuova_guinea", "australia_occidentale"): ((138.2, -8.2), (135.6, -12.2), 0.12),
    ("nuova_guinea", "australia_orientale"): ((143, -9.1), (142.6, -11), 0.1),
    ("alaska", "kamchatka"): ((-167, 65.4), (190, 65.4), 0.0),
}
"""Both ends of every sea line, near the coast, and how far it bends to its right (a share of its length)."""

LAKES: list[Polyline] = [
    [(-92, 46.8), (-89, 48.6), (-86, 48.8), (-84.6, 47), (-84.6, 46.5), (-87, 46.5), (-89.5, 46.9)],
    [
        (-87.7, 41.7),
        (-88, 43.2),
        (-87.5, 44.8),
        (-86.4, 45.8),
        (-85.4, 45.6),
        (-86, 44.6),
        (-86.4, 43.6),
        (-86.3, 42.4),
    ],
    [
        (-84.2, 45.9),
        (-83.3, 45.1),
        (-83.5, 44.2),
        (-82.5, 43.1),
        (-81.7, 43.4),
        (-81.5, 44.7),
        (-80.3, 44.5),
        (-79.9, 45.2),
        (-81.4, 46),
        (-83, 46.1),
    ],
    [(-83.4, 41.5), (-82, 42.4), (-80.6, 42.8), (-78.8, 43), (-79.6, 42.1), (-81.6, 41.2)],
    [(-79.7, 43.3), (-78, 43.9), (-76.3, 44), (-76.4, 43.5), (-79, 43.3)],
    [(31.8, 0.2), (33, 0.4), (34.2, 0), (33.8, -1.6), (32.8, -2.6), (31.8, -1.6)],
]
"""Lakes by our own hand, drawn on top of the land: they help the eye and belong to nobody."""

REPEATED: dict[str, tuple[float, float]] = {"groenlandia": (-73.5, 69.2)}
"""Where a name stands a second time, on a part that the eye would give to someone else."""

NAME_LINES: dict[str, str] = {
    "Territori del Nord Ovest": "Territori del|Nord Ovest",
    "Stati Uniti Occidentali": "Stati Uniti|Occidentali",
    "Stati Uniti Orientali": "Stati Uniti|Orientali",
    "America Centrale": "America|Centrale",
    "Gran Bretagna": "Gran|Bretagna",
    "Europa Settentrionale": "Europa|Settentrionale",
    "Europa Occidentale": "Europa|Occidentale",
    "Europa Meridionale": "Europa|Meridionale",
    "Africa Orientale": "Africa|Orientale",
    "Africa del Sud": "Africa|del Sud",
    "Medio Oriente": "Medio|Oriente",
    "Nuova Guinea": "Nuova|Guinea",
    "Australia Occidentale": "Australia|Occidentale",
    "Australia Orientale": "Australia|Orientale",
}
"""Names that stand on two lines."""
