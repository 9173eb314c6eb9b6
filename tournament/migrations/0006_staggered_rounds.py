from django.db import migrations, models


class Migration(migrations.Migration):
    """Rounds that were drawn with one, and who rests in it."""

    dependencies = [("tournament", "0005_circuits_and_ratings")]

    operations = [
        migrations.AddField("round", "ahead", models.JSONField(blank=True, default=list)),
        migrations.AddField("round", "resting", models.JSONField(blank=True, default=list)),
    ]
