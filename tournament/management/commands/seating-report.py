"""The command under the name that people type; the work is in seating_report."""  # noqa: N999 — a command's name is its module's

from tournament.management.commands.seating_report import Command

__all__ = ["Command"]
