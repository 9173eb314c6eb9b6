"""Says in words what is wrong with an installation and what to do."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from tournament.management.diagnosis import Finding, examine


class Command(BaseCommand):
    """Print each finding; exit with 1 when something is not well."""

    help = "Say what is wrong with this installation, and what to do about it."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Examine everything, even when an earlier thing is not well."""
        findings = list(examine())
        for finding in findings:
            self.stdout.write(line(finding))
        troubles = sum(not finding.is_well for finding in findings)
        self.stdout.write("Everything is well." if not troubles else f"{troubles} to mend.")
        if troubles:
            sys.exit(1)


def line(finding: Finding) -> str:
    """Return a finding as it is printed."""
    return f"✓ {finding.seen}" if finding.is_well else f"✗ {finding.seen}\n  → {finding.remedy}"
