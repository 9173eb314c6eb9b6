"""Cuts, ties, chains and consequences in words, English, Italian and Portuguese.

Players are named through a mapping that the caller fills with what the public may see.
"""

from collections.abc import Iterable, Mapping

from scoring.consequences import Change, Consequence, Post, Role
from scoring.cut import Edge, Key, Remedy, Resolution, TieAtCut
from scoring.finals import ChainStep, StepOutcome
from scoring.text import Text, joined, listed, same

Names = Mapping[Key, str]

EDGES: Mapping[Edge, Text] = {
    Edge.DIRECT: Text(
        "the places straight to the final", "i posti diretti in finale", "as vagas diretas na final"
    ),
    Edge.BAND: Text("two bands", "due fasce", "dois potes"),
    Edge.PARALLEL_SET: Text("two parallel sets", "due gironi paralleli", "dois grupos paralelos"),
    Edge.CUT: Text("the cut", "la linea di qualificazione", "o corte"),
    Edge.REMAINING: Text("the best remaining", "i migliori esclusi", "os melhores que restam"),
    Edge.RIPESCATO: Text("the ripescaggio", "il ripescaggio", "a repescagem"),
    Edge.SUBSTITUTE: Text("the choice of a substitute", "la scelta del sostituto", "a escolha do substituto"),
}

_OUTCOMES: Mapping[StepOutcome, Text] = {
    StepOutcome.TAKES_SEAT: Text("takes the seat", "prende il posto", "fica com a vaga"),
    StepOutcome.NOT_AVAILABLE: Text(
        "renounced or withdrew before", "ha già rinunciato o si è ritirato", "já abriu mão ou se retirou"
    ),
    StepOutcome.SEATED_ALREADY: Text("is a finalist already", "è già in finale", "já está na final"),
    StepOutcome.NOBODY_LEFT: Text(
        "nobody is left: the final has one player fewer",
        "non resta nessuno: la finale ha un giocatore in meno",
        "não resta ninguém: a final tem um jogador a menos",
    ),
    StepOutcome.LEFT_EMPTY: Text(
        "by the director's decision the seat stays empty",
        "per decisione del direttore il posto resta vuoto",
        "por decisão do diretor a vaga fica vazia",
    ),
    StepOutcome.HELD_NO_SEAT: Text(
        "no seat is affected; passed over from now on",
        "nessun posto cambia; da ora viene saltato",
        "nenhuma vaga muda; de agora em diante é pulado",
    ),
}

_ROLES: Mapping[Role, Text] = {
    Role.NEXT_ROUND: Text(
        "player of the next round", "giocatore del turno successivo", "jogador da próxima rodada"
    ),
    Role.DIRECT: Text("direct finalist", "finalista diretto", "finalista direto"),
    Role.SEMIFINAL: Text("semifinalist", "semifinalista", "semifinalista"),
}


def tie_text(tie: TieAtCut, names: Names) -> Text:
    """What is undecided, between whom."""
    who, edge = _people(tie.tied, names), EDGES[tie.edge]
    return Text(
        f"{who.en} are exactly level at {edge.en}: {tie.inside} of {len(tie.tied)} to be chosen.",
        f"{who.it} sono in perfetta parità per {edge.it}: da scegliere {tie.inside} su {len(tie.tied)}.",
        f"{who.pt} estão exatamente empatados; em jogo: {edge.pt}, escolher {tie.inside} de {len(tie.tied)}.",
    )


def resolution_text(resolution: Resolution, names: Names) -> Text:
    """How a tie was settled, with the seed where lots were drawn."""
    if resolution.remedy is Remedy.MORE_PLACES:
        number = resolution.extra_places
        return Text(
            f"All go on: places added: {number}.",
            f"Passano tutti: posti aggiunti: {number}.",
            f"Todos passam: vagas a mais: {number}.",
        )
    order = ", ".join(names[player] for player in resolution.order)
    if resolution.remedy is Remedy.PLAY_OFF:
        return Text(
            f"Play-off table: {order}.", f"Tavolo di spareggio: {order}.", f"Mesa de desempate: {order}."
        )
    return Text(
        f"Lots, seed {resolution.seed}: {order}.",
        f"Sorteggio, seme {resolution.seed}: {order}.",
        f"Sorteio, semente {resolution.seed}: {order}.",
    )


def step_text(step: ChainStep, names: Names) -> Text:
    """One step of a renunciation chain."""
    left, outcome = names[step.vacated_by], _OUTCOMES[step.outcome]
    head = Text(f"{left} renounces:", f"{left} rinuncia:", f"{left} abre mão:")
    if step.candidate is None:
        return joined((head, Text(f"{outcome.en}.", f"{outcome.it}.", f"{outcome.pt}.")))
    candidate = names[step.candidate]
    return Text(
        f"{head.en} {candidate}, place {step.place} of semifinal {step.table}, {outcome.en}.",
        f"{head.it} {candidate}, posto {step.place} della semifinale {step.table}, {outcome.it}.",
        f"{head.pt} {candidate}, lugar {step.place} da semifinal {step.table}, {outcome.pt}.",
    )


def consequence_text(consequence: Consequence, names: Names) -> Text:
    """What a correction would change for one player."""
    before, after = _post(consequence.before), _post(consequence.after)
    moved = {
        Change.ENTERS: Text(f"comes in as {after.en}", f"entra come {after.it}", f"entra como {after.pt}"),
        Change.LEAVES: Text(f"is out, was {before.en}", f"esce, era {before.it}", f"sai, era {before.pt}"),
        Change.MOVES: Text(
            f"was {before.en}, becomes {after.en}",
            f"era {before.it}, diventa {after.it}",
            f"era {before.pt}, passa a {after.pt}",
        ),
    }[consequence.change]
    begun = (
        Text(" (the table has begun)", " (il tavolo è già iniziato)", " (a mesa já começou)")
        if consequence.started
        else same("")
    )
    return joined((same(names[consequence.player]), joined((moved, begun), "")))


def _post(post: Post | None) -> Text:
    if post is None:
        return same("–")
    role, number = _ROLES[post.role], "" if post.role is Role.NEXT_ROUND else f" {post.final}"
    final = Text(f" (final{number})", f" (finale{number})", f" (final{number})") if number else same("")
    band = (
        same("")
        if post.band is None
        else Text(f", band {post.band}", f", fascia {post.band}", f", pote {post.band}")
    )
    return joined((role, final, band), "")


def _people(players: Iterable[Key], names: Names) -> Text:
    return listed([same(names[player]) for player in players])
