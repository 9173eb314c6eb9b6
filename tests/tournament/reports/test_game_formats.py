"""The section on tournaments of a game's page, in both languages."""

from tournament.reports.game_formats import formats_section
from tournament.rulesets import GAMES


def test_the_section_names_tables_goals_formats_and_what_no_rulebook_says() -> None:
    section = formats_section([GAMES["futurisiko"]], "it").splitlines()
    assert section[:4] == [
        "",
        "## Tornei",
        "",
        (
            "- futuRisiKo! (`futurisiko`): tavoli da 2 a 6; 20, 18, 16 territori, come si decide. Non dal "
            "regolamento: Un limite di tempo: quando scade viene prima chi ha di più, se il tavolo non dichiara un "
            "altro ordine. Il tavolo più piccolo: la scatola ha sei eserciti, e non dice altro."
        ),
    ]
    assert section[-1] == (
        "| futuRisiKo! a territori | `futurisiko` | Tutti: i territori posseduti alla fine. | "
        "I tornei e un punto per ogni territorio. |"
    )


def test_a_game_of_one_size_and_a_ruled_one_say_so() -> None:
    lines = formats_section([GAMES["risk-two-player"], GAMES["risiko-challenge"]], "en").splitlines()
    assert lines[3].startswith(
        "- Risk for two with the Allied Army (`risk-two-player`): tables of 2. Not from"
    )
    assert lines[4] == "- RisiKo! Challenge (`risiko-challenge`): tables of 3 to 5."
