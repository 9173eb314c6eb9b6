"""A tournament tells changes of results from all others."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """The version before raises `data_version` alone, so that each of its changes is taken for any."""

    dependencies: ClassVar = [("tournament", "0010_parts_of_jobs")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="tournament",
            name="result_changes",
            field=models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
