#!/bin/bash
# Copies the files that people have sent; with COPY_TO, everything to another machine, too.
#   copy-files.sh FOLDER
# A file that was removed here stays in BACKUP_DIR/gone/<day> for KEEP_DAYS, as long as the database can be put back to a
# time at which it was there.
set -euo pipefail
[ -n "${BACKUP_DIR:-}" ] || . /etc/portal/backup.env
: "${BACKUP_DIR:?}" "${KEEP_DAYS:=14}"
folder=$1
[ -d "$folder" ] || exit 0
mkdir -p "$BACKUP_DIR/files" "$BACKUP_DIR/gone"
rsync --archive --no-owner --no-group --delete --exclude '*.part' \
  --backup --backup-dir "$BACKUP_DIR/gone/$(date -u +%F)" "$folder/" "$BACKUP_DIR/files/"
find "$BACKUP_DIR/gone" -mindepth 1 -maxdepth 1 -mtime "+$KEEP_DAYS" -exec rm -rf {} +
if [ -n "${COPY_TO:-}" ]; then
  rsync --archive --delete --exclude '*.part' "$BACKUP_DIR/" "$COPY_TO/"
fi
