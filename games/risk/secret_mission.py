"""Chapter 10: Secret Mission Risk."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.acts import CheckPosition
from games.core.rule import rule, stated
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text
from games.risk.actions import Case, ClaimVictory
from games.risk.elimination import missing_eliminator
from games.risk.geography import BOARD
from games.risk.missions import INSTEAD_OF_A_COLOUR, Instead, Mission
from games.risk.position import Position
from games.risk.rulesets import AbsentColour
from games.risk.wording import missing_board

secret = stated(
    "10.1",
    Text("A secret mission", "Una missione segreta", "Uma missão secreta"),
    Text(
        "Everybody has a mission and shows it to nobody before the end; in the version of 2003 four easier ones.",
        "Ognuno ha una missione e non la mostra prima della fine; nella versione del 2003 quattro più facili.",
        "Cada um tem uma missão e não a mostra a ninguém antes do fim; na versão de 2003, quatro mais fáceis.",
    ),
    reason=Text(
        "How many is the option missions_each; the cards of 2003 are not in the article (not from the rulebook).",
        "Quante sono è l'opzione missions_each; le carte del 2003 non sono nell'articolo (non dal regolamento).",
        "Quantas são é a opção missions_each; as cartas de 2003 não estão no artigo (não está no regulamento).",
    ),
)


@rule(
    "10.2",
    "The mission completed",
    on=("claim_victory",),
    it=(
        "La missione compiuta",
        "Vince chi per primo compie la sua missione (o tutte, se ne ha quattro) e la mostra.",
    ),
    pt=("A missão cumprida", "Vence quem primeiro cumpre sua missão (ou todas, se tem quatro) e a mostra."),
    readings=(
        Text(
            "What is to be captured must be held when the mission is shown, whosever turn it is. The whole world wins too.",
            "Quel che si deve conquistare dev'essere posseduto quando si mostra la missione, di chiunque sia il turno. "
            "Vince anche chi ha tutto il mondo.",
            "O que se deve conquistar precisa estar em posse quando a missão é mostrada, seja de quem for o turno. O mundo inteiro também vence.",
        ),
    ),
)
def mission_completed(case: Case[ClaimVictory]) -> Iterator[Finding]:
    """10.2. Whoever first completes its mission (or all, if it has four) and shows it wins."""
    player = case.action.player
    if case.position.owns_all(player, BOARD.ids):
        yield applies(
            "10.2",
            "{player} holds the world.",
            "{player} possiede il mondo.",
            "{player} domina o mundo.",
            player=player,
        )
        return
    names = case.position.missions.get(player)
    if names is None:
        what = Text(f"the mission of {player}", f"la missione di {player}", f"a missão de {player}")
        yield missing("10.2", f"position.missions.{player}", what)
        return
    if len(names) != case.options.missions_each:
        yield breach(
            "10.2", "{n} missions shown; each has {due}.", "Mostrate {n} missioni: ognuno ne ha {due}.", "Mostradas {n} missões; cada um tem {due}.",
            n=len(names), due=case.options.missions_each,
        )  # fmt: skip
    for name in names:
        yield from _one(case, case.options.deck.missions[name])


def _one(case: Case[ClaimVictory], mission: Mission) -> Iterator[Finding]:
    text = mission.text()
    answers = tuple(_parts(case, mission))
    yield from (a for a in answers if isinstance(a, Finding))
    if False in answers:
        yield breach(
            "10.2", "Not completed: {text}.", "Non compiuta: {text}.", "Não cumprida: {text}.", text=text
        )
    elif None in answers:
        yield missing_board("10.2")
    elif all(a is True for a in answers):
        yield applies("10.2", "Completed: {text}.", "Compiuta: {text}.", "Cumprida: {text}.", text=text)


def _parts(case: Case[ClaimVictory], mission: Mission) -> Iterator[bool | Finding | None]:
    position, player = case.position, case.action.player
    if mission.destroy is not None:
        yield from _destroyed(case, mission.destroy)
    for name in mission.continents:
        yield position.owns_all(player, BOARD.continents[name].territories)
    if mission.more_continents:
        yield _more(position, player, mission)
    if mission.territories:
        yield holds(position, player, mission.territories, mission.armies)


def _more(position: Position, player: str, mission: Mission) -> bool | None:
    others = [c for name, c in BOARD.continents.items() if name not in mission.continents]
    whole = [position.owns_all(player, c.territories) for c in others]
    if whole.count(True) >= mission.more_continents:
        return True
    return None if len(whole) - whole.count(False) >= mission.more_continents else False


def holds(position: Position, player: str, number: int, least: int = 1) -> bool | None:
    """Whether the player holds so many territories with so many armies; None where the given facts do not settle it."""
    known = sum(held.owner == player and held.armies >= least for held in position.board.values())
    if known >= number:
        return True
    return None if known + len(position.unlisted()) >= number else False


def _destroyed(case: Case[ClaimVictory], colour: str) -> Iterator[bool | Finding | None]:
    position, player, deck = case.position, case.action.player, case.options.deck
    target = position.player_of(colour)
    instead = holds(position, player, INSTEAD_OF_A_COLOUR)
    if target == player:
        yield instead
    elif target is None:
        yield from _absent(case, colour)
    elif not position.is_out(target) or Instead.BY_ANOTHER not in deck.instead:
        yield position.is_out(target)
    elif target not in position.eliminated_by:
        yield missing_eliminator("10.2", target)
    else:
        yield position.eliminated_by[target] == player or instead


def _absent(case: Case[ClaimVictory], colour: str) -> Iterator[bool | Finding | None]:
    settled = Instead.ABSENT in case.options.deck.instead
    if settled or case.options.absent_colour is AbsentColour.TERRITORIES:
        yield holds(case.position, case.action.player, INSTEAD_OF_A_COLOUR)
    else:
        what = Text(
            f"what replaces {colour}, which nobody plays",
            f"che cosa sostituisce {colour}, che nessuno gioca",
            f"o que substitui {colour}, que ninguém joga",
        )
        yield missing("10.3", "options.absent_colour", what)


@rule(
    "10.3",
    "Missions against a colour",
    on=("claim_victory", "check_position"),
    it=(
        "Missioni contro un colore",
        (
            "Distruggere il proprio colore vale 24 territori. Vale anche se è un altro a distruggerlo (carte del 1993); "
            "negli obiettivi italiani diventano allora 24 territori."
        ),
    ),
    pt=(
        "Missões contra uma cor",
        "Destruir a própria cor quer dizer 24 territórios. Vale também se outro a destrói (cartas de 1993); com os objetivos italianos passa então a 24 territórios.",
    ),
    readings=(
        Text(
            "A colour that nobody plays becomes 24 territories (option absent_colour; not from the rulebook for the "
            "cards of 1993).",
            "Un colore che nessuno gioca diventa 24 territori (opzione absent_colour; non dal regolamento per le carte "
            "del 1993).",
            "Uma cor que ninguém joga passa a 24 territórios (opção absent_colour; não está no regulamento para as cartas de 1993).",
        ),
    ),
)
def against_a_colour(case: Case[ClaimVictory | CheckPosition]) -> Iterator[Finding]:
    """10.3. To destroy one's own colour means 24 territories. It counts if somebody else destroys it (cards of 1993);
    with the Italian objectives it then becomes 24 territories."""
    position, player = case.position, case.action.player
    if player is None:
        yield from _held_twice(position)
        return
    for name in position.missions.get(player, ()):
        colour = case.options.deck.missions[name].destroy
        if colour is not None and position.player_of(colour) in (player, None):
            yield applies(
                "10.3",
                "Instead of {colour}: 24 territories.",
                "Invece di {colour}: 24 territori.",
                "Em vez de {colour}: 24 territórios.",
                colour=colour,
            )


def _held_twice(position: Position) -> Iterator[Finding]:
    held = [name for names in position.missions.values() for name in names]
    for name in sorted({n for n in held if held.count(n) > 1}):
        yield breach(
            "10.3",
            "Two players have {name}.",
            "Due giocatori hanno {name}.",
            "Dois jogadores têm {name}.",
            name=name,
        )


CHAPTER = (secret, mission_completed, against_a_colour)
