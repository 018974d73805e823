#!/bin/bash
# archive_command of PostgreSQL: keeps one segment of its log, packed, whole or not at all.
#   keep-wal.sh PATH NAME
set -euo pipefail
[ -n "${BACKUP_DIR:-}" ] || . /etc/portal/backup.env
segment=$1
kept=${BACKUP_DIR:?}/wal/$2.gz

# After a crash PostgreSQL may offer the same once more: the same is kept already, something else is never written over.
if [ -e "$kept" ]; then
  gunzip -c "$kept" | cmp -s - "$segment"
  exit
fi
gzip -1 <"$segment" >"$kept.part"
sync "$kept.part"
mv "$kept.part" "$kept"
sync "${kept%/*}"
