"""The demo: a Raduno in play, made by the very services that a real one uses, repeatable from a seed.

41 entrants of 9 clubs, two qualifying rounds with complete boards that the engine itself has played, semifinals on
their way, one correction, one open dispute. All names are invented.
"""

from dataclasses import dataclass
from datetime import timedelta
from functools import cache

from django.db import transaction
from django.utils import timezone

from games.adjudicator import adjudicate
from games.challenge import BOARD
from games.play import PLAYERS, PlayedGame, play_game
from scoring.cut import Remedy
from scoring.lots import Lots
from tournament.models import (
    Dispute,
    Ending,
    Entrant,
    Membership,
    Role,
    Round,
    Ruling,
    SanctionEffect,
    Table,
    Tournament,
    TournamentState,
    User,
)
from tournament.services.confirmation import confirm_result
from tournament.services.cut import CutTied, choose_table, settle_tie
from tournament.services.entrants import NewEntrant, import_entrants
from tournament.services.knockout import confirm_cut
from tournament.services.penalties import give_penalty
from tournament.services.presence import close_check_in, mark_presence
from tournament.services.results import Report, correct_result, report_result
from tournament.services.rounds import close_round, start_round, stop_table
from tournament.services.seating import draw_round, publish_round
from tournament.services.tournaments import create_tournament, set_state

SEED = 20261129
ENTRANTS = 41
SEMIFINAL_RESULTS = 2
TIME_UP_ROUND = 7
"""The engine's games end early enough for all colours to be on the board, as in a hall."""

CLUBS = (
    "ROMA [I Sette Colli]", "MILANO [La Madonnina]", "BOLOGNA [Le Due Torri]", "NAPOLI [Il Golfo]", "TORINO [La Mole]",
    "BARI [Il Levante]", "CAGLIARI [I Quattro Mori]", "VERONA [L’Arena]", "PALERMO [La Conca]",
)  # fmt: skip
FIRST_NAMES = (
    "Aldo", "Bruna", "Carla", "Dino", "Elsa", "Furio", "Gina", "Ugo", "Ines", "Lapo", "Mara", "Nino", "Olga", "Pia",
    "Remo", "Sara", "Tito", "Vera", "Zeno", "Ada", "Bice", "Ciro", "Dora", "Ezio", "Fosca", "Guido", "Ivo", "Livia",
    "Moreno", "Nora", "Oreste", "Piera", "Rocco", "Silvia", "Teo", "Viola", "Amos", "Berta", "Corrado", "Delia", "Elio",
)  # fmt: skip
LAST_NAMES = (
    "Dadoni", "Carrarmati", "Tristesi", "Fantini", "Cannoni", "Cavalieri", "Bandieri", "Sedicesimi", "Plancia",
    "Conquisti", "Presidi", "Frontieri", "Rinforzi", "Spostini", "Obietti", "Chiusini", "Ultimoni", "Primodimano",
    "Alaschi", "Jacuzzi", "Kamciatti", "Siamesi", "Madagasci", "Ontari", "Brasiliani", "Groenlandi", "Mongolini",
    "Uralini", "Congolesi", "Islandini", "Perugini", "Quebecchi", "Siberiani", "Ucraini", "Venezueli", "Egittini",
    "Indonesi", "Argentini", "Scandini", "Afghani", "Albertini",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Account:
    """A user of the demo with a password that is printed at the start."""

    username: str
    password: str
    first_name: str
    role: Role


ACCOUNTS = (
    Account("direttore", "sdadata-direttore", "Donata", Role.DIRECTOR),
    Account("arbitro", "sdadata-arbitro", "Armando", Role.REFEREE),
    Account("arbitra", "sdadata-arbitra", "Arianna", Role.REFEREE),
    Account("segnapunti", "sdadata-segnapunti", "Sergio", Role.SCOREKEEPER),
    Account("tavolino", "sdadata-tavolino", "Tamara", Role.DESK),
)


def demo_users() -> dict[str, User]:
    """The demo's users by name, made where they are missing."""
    users = {}
    for account in ACCOUNTS:
        user, created = User.objects.get_or_create(
            username=account.username,
            defaults={
                "first_name": account.first_name,
                "email": f"{account.username}@example.org",
                "language": "it",
            },
        )
        if created:
            user.set_password(account.password)
            user.save()
        users[account.username] = user
    return users


@transaction.atomic
def make_demo(*, seed: int = SEED) -> Tournament:
    """The whole demo tournament. Raises TournamentError like any service would."""
    users = demo_users()
    director = users["direttore"]
    today = timezone.localdate()
    tournament = create_tournament(
        name="Raduno di Prova",
        preset="raduno",
        starts_on=today,
        ends_on=today + timedelta(days=1),
        place="Sala Civica, Cesenatico",
        organiser="Club di Prova",
        director=director,
        plan={"criteria": ["keep-apart", "clubs", "winners", "fives", "repeats", "turn-order"], "rounds": 2},
        is_demo=True,
    )
    Membership.objects.bulk_create(
        Membership(tournament=tournament, user=users[account.username], role=account.role)
        for account in ACCOUNTS[1:]
    )
    set_state(tournament_id=tournament.pk, state=TournamentState.OPEN, actor=director)
    enter_everybody(tournament, director, Lots(seed))
    for number in (1, 2):
        play_round(tournament, users, seed=seed + number)
    correct_one(tournament, users)
    semifinals(tournament, users, seed=seed)
    return Tournament.objects.get(pk=tournament.pk)


def enter_everybody(tournament: Tournament, director: User, lots: Lots) -> None:
    """All entrants with their clubs, one who refuses publication, and the roll called."""
    first, last = lots.shuffled(FIRST_NAMES), lots.shuffled(LAST_NAMES)
    entries = [
        NewEntrant(
            first[index], last[index], club=CLUBS[lots.below(len(CLUBS))], consent_name=index != ENTRANTS - 1
        )
        for index in range(ENTRANTS)
    ]
    for entrant in import_entrants(tournament_id=tournament.pk, entries=entries, actor=director):
        mark_presence(entrant_id=entrant.pk, present=True, actor=director)
    close_check_in(tournament_id=tournament.pk, actor=director)


def play_round(tournament: Tournament, users: dict[str, User], *, seed: int) -> Round:
    """Draw, publish, play and close a qualifying round."""
    director = users["direttore"]
    round_ = draw_round(tournament_id=tournament.pk, actor=director, seed=seed)
    publish_round(round_id=round_.pk, actor=director)
    start_round(round_id=round_.pk, actor=director)
    for table in round_.tables.order_by("number"):
        enter_table(table, users, seed=seed * 100 + table.number)
    return close_round(round_id=round_.pk, actor=director)


def enter_table(table: Table, users: dict[str, User], *, seed: int) -> None:
    """A referee enters the board of a game that the engine played; another confirms."""
    submission = report_result(
        table_id=table.pk,
        report=report_of(played(seed, table.size)),
        reporter=users["segnapunti"],
        device="demo",
    )
    confirm_result(submission_id=submission.pk, referee=users["arbitro"])


@cache
def played(seed: int, players: int) -> PlayedGame:
    """A whole game of sensible players, from the seed."""
    return play_game(seed, [PLAYERS["greedy"]] * players, time_up_round=TIME_UP_ROUND)


def report_of(game: PlayedGame) -> Report:
    """The result slip of a game that the engine played; seat 0 is turn 1."""
    final, outcome = game.final, game.outcome
    by_objective = outcome.reason.value == "objective"
    late_or_not = Ending.OBJECTIVE_IN_TIME if outcome.in_time else Ending.OBJECTIVE_LATE
    return Report(
        board={territory: final.owners[index] + 1 for index, territory in enumerate(BOARD.ids)},
        objectives={seat + 1: number for seat, number in enumerate(final.objectives)},
        eliminated=[seat + 1 for seat in final.eliminated],
        objective_reached=outcome.winner + 1 if by_objective else None,
        ending=late_or_not if by_objective else Ending.CLOSING,
    )


def correct_one(tournament: Tournament, users: dict[str, User]) -> None:
    """A territory of round 1 was read wrongly: corrected with a reason, the standings issued again."""
    table = Table.objects.filter(round__tournament=tournament, round__number=1).order_by("number")[1]
    effective = table.submissions.get(effective=True)
    report = report_of(played((SEED + 1) * 100 + table.number, table.size))
    board = dict(effective.board)
    owner = board["islanda"]
    board["islanda"] = next(turn for turn in sorted(set(board.values())) if turn != owner)
    corrected = Report(
        board=board,
        objectives=report.objectives,
        eliminated=report.eliminated,
        ending=Ending.CLOSING,
        note="",
    )
    submission = correct_result(
        table_id=table.pk,
        report=corrected,
        reporter=users["arbitra"],
        reason="Islanda era stata letta del colore sbagliato",
    )
    confirm_result(submission_id=submission.pk, referee=users["arbitro"])


def semifinals(tournament: Tournament, users: dict[str, User], *, seed: int) -> None:
    """The cut of a Raduno, its semifinals in play: two results in, one table in dispute, one warning given."""
    director = users["direttore"]
    stage = choose_table(tournament_id=tournament.pk, actor=director)
    round_ = _confirmed(stage.pk, director, seed)
    publish_round(round_id=round_.pk, actor=director)
    start_round(round_id=round_.pk, actor=director)
    tables = list(round_.tables.order_by("number"))
    for table in tables[:SEMIFINAL_RESULTS]:
        enter_table(table, users, seed=seed * 7 + table.number)
    open_dispute(tables[SEMIFINAL_RESULTS], users["arbitro"])
    noisy = tables[-1].seats.select_related("entrant").first()
    if noisy:
        give_penalty(
            entrant_id=noisy.entrant_id,
            effect=SanctionEffect.WARNING,
            round_id=round_.pk,
            reason="Commenti ai tavoli vicini",
            actor=users["arbitra"],
        )


def _confirmed(stage_id: int, director: User, seed: int) -> Round:
    """The cut confirmed, any exact tie settled by lots from the seed."""
    try:
        return confirm_cut(stage_id=stage_id, actor=director, seed=seed)
    except CutTied as tie:
        settle_tie(stage_id=stage_id, actor=director, remedy=Remedy.LOTS, tied=tie.facts["tied"], seed=seed)
        return _confirmed(stage_id, director, seed)


def open_dispute(table: Table, referee: User) -> Dispute:
    """Two against one in North Africa: may the attack be launched? The table's clock stands still."""
    stop_table(table_id=table.pk, actor=referee)
    players = [seat.colour for seat in table.seats.order_by("turn_order")]
    case = {
        "ruleset": "risiko-challenge",
        "position": {
            "players": players,
            "board": {"brasile": [players[0], 3], "africa_del_nord": [players[1], 4]},
            "round": 6,
            "turn": {"player": players[0], "phase": "combat"},
        },
        "action": {"type": "attack", "player": players[0], "from": "brasile", "to": "africa_del_nord"},
    }
    dispute = Dispute.objects.create(
        tournament=table.round.tournament,
        table=table,
        question="Da Brasile con 3 armate contro Africa del Nord con 4: l’attacco si può lanciare?",
        case=case,
        opened_by=referee,
        clock_stopped_at=timezone.now(),
    )
    dispute.parties.set(Entrant.objects.filter(seats__table=table, seats__turn_order__lte=2))
    document = dict(adjudicate(case))
    Ruling.objects.create(
        dispute=dispute,
        ruleset="risiko-challenge",
        case=case,
        document=document,
        verdict=str(document["verdict"]),
    )
    return dispute
