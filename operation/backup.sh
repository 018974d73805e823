#!/bin/bash
# One base backup, verified, and one dump; then what is older than KEEP_DAYS goes. As the user postgres.
#   BACKUP_DIR/base/2026-11-29T013412Z/   what point-in-time.sh begins with, named by when it was complete
#   BACKUP_DIR/wal/                       every change since, by keep-wal.sh
#   BACKUP_DIR/dump/2026-11-29.dump       for another version of PostgreSQL, or to look into
set -euo pipefail
[ -n "${BACKUP_DIR:-}" ] || . /etc/portal/backup.env
: "${BACKUP_DIR:?}" "${KEEP_DAYS:=14}"
cd "$BACKUP_DIR"
PATH=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1):$PATH
mkdir -p base wal dump

# What was cut off is no backup.
rm -rf base/*.part dump/*.part
part=base/$(date -u +%s).part
pg_basebackup --pgdata "$part" --checkpoint fast --wal-method stream
pg_verifybackup --quiet "$part"
sync -f "$part"
mv "$part" "base/$(date -u +%Y-%m-%dT%H%M%SZ)"
# The portal's figures say how long ago that was, and an alert when it is more than a night.
psql --no-psqlrc --quiet --dbname "${PORTAL_DATABASE:-portal}" --command 'insert into portal.base_backup default values'

pg_dump --format custom --file dump/new.part "${PORTAL_DATABASE:-portal}"
mv dump/new.part "dump/$(date -u +%F).dump"

find base -mindepth 1 -maxdepth 1 -mtime "+$KEEP_DAYS" -exec rm -rf {} +
find dump -name '*.dump' -mtime "+$KEEP_DAYS" -delete
oldest=$(ls base | head -1)
first=$(sed -n 's/^START WAL LOCATION.*file \([0-9A-F]\{24\}\).*/\1/p' "base/$oldest/backup_label")
pg_archivecleanup -x .gz wal "$first"
echo "backup: $(ls base | wc -l) base backups since $oldest, $(du -sh . | cut -f1) in all"
