#!/bin/sh
# Copies the database every six hours and keeps the copies of a month.
# Bring one back: pg_restore --clean --if-exists --dbname sdadata FILE
set -eu
while true; do
    name="/backups/sdadata-$(date -u +%Y-%m-%dT%H%MZ)"
    if pg_dump --format custom --file "$name.part" && pg_restore --list "$name.part" >/dev/null; then
        mv "$name.part" "$name.dump"
        find /backups -name '*.dump' -mtime +30 -delete
        sleep 21600
    else
        rm -f "$name.part"
        echo "The backup failed; trying again in five minutes." >&2
        sleep 300
    fi
done
