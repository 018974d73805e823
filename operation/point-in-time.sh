#!/bin/bash
# Makes a data folder of PostgreSQL that, once started, is the database as it was at a time. Changes nothing else.
#   point-in-time.sh TIME FOLDER      TIME such as '2026-11-29 14:03:00+01', or latest
set -euo pipefail
[ -n "${BACKUP_DIR:-}" ] || . /etc/portal/backup.env
: "${BACKUP_DIR:?}"
time=$1
folder=$2
fail() { echo "$1" >&2; exit 1; }

[ -e "$folder" ] && fail "$folder is there already: name a folder that is not."
if [ "$time" = latest ]; then
  name=9999
else
  name=$(date -u -d "$time" +%Y-%m-%dT%H%M%SZ) || fail "“$time” is no time: write it like 2026-11-29 14:03:00+01, or latest."
fi
base=$(ls "$BACKUP_DIR/base" | grep -v '\.part$' | awk -v name="$name" '$0 <= name' | tail -1)
[ -n "$base" ] || fail "No base backup was complete at $time: the oldest is $(ls "$BACKUP_DIR/base" | head -1)."

echo "from the base backup $base"
cp -a "$BACKUP_DIR/base/$base" "$folder"
chmod 700 "$folder"
# A backup that was taken after a restore still knows where that one ended.
sed -i '/^\(restore_command\|recovery_target\)/d' "$folder/postgresql.auto.conf"
cat >>"$folder/postgresql.auto.conf" <<END
restore_command = 'gunzip -c "$BACKUP_DIR/wal/%f.gz" > "%p"'
recovery_target_action = 'promote'
END
[ "$time" = latest ] || echo "recovery_target_time = '$(date -u -d "$time" '+%F %T+00')'" >>"$folder/postgresql.auto.conf"
touch "$folder/recovery.signal"
