"""What is stored: fields, constraints, and properties of one row. No logic that spans rows."""

from .api import ApiToken, DeliveryState, Scope, WebhookDelivery, WebhookEndpoint
from .bans import Ban, BanScope, LetIn
from .disputes import Decision, Dispute, DisputeState, Ruling
from .event import Entrant, EntrantState, FeeState, KeepApart, Team, Tournament, TournamentState
from .people import Club, Invitation, Membership, Person, Role, User
from .play import Colour, Round, RoundState, Seat, Stage, StageKind, Table
from .record import Event, Job, JobState, SeenWrite, Snapshot, StandingsVersion
from .results import (
    Ending,
    Penalty,
    Sanction,
    SanctionEffect,
    SeatResult,
    Source,
    Submission,
    SubmissionState,
)
from .season import Circuit, CircuitTournament, CircuitType, CircuitWorth, PersonRating

__all__ = [
    "ApiToken",
    "Ban",
    "BanScope",
    "Circuit",
    "CircuitTournament",
    "CircuitType",
    "CircuitWorth",
    "Club",
    "Colour",
    "Decision",
    "DeliveryState",
    "Dispute",
    "DisputeState",
    "Ending",
    "Entrant",
    "EntrantState",
    "Event",
    "FeeState",
    "Invitation",
    "Job",
    "JobState",
    "KeepApart",
    "LetIn",
    "Membership",
    "Penalty",
    "Person",
    "PersonRating",
    "Role",
    "Round",
    "RoundState",
    "Ruling",
    "Sanction",
    "SanctionEffect",
    "Scope",
    "Seat",
    "SeatResult",
    "SeenWrite",
    "Snapshot",
    "Source",
    "Stage",
    "StageKind",
    "StandingsVersion",
    "Submission",
    "SubmissionState",
    "Table",
    "Team",
    "Tournament",
    "TournamentState",
    "User",
    "WebhookDelivery",
    "WebhookEndpoint",
]
