"""Long work is divided among workers."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A job may be a part of another; the version before does not know of it."""

    dependencies: ClassVar = [("tournament", "0009_who_ended_a_game")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="job",
            name="parent",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="parts",
                to="tournament.job",
            ),
        ),
    ]
