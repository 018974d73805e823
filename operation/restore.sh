#!/bin/bash
# Puts the database back to a time. Nobody can use the portal meanwhile. As root.
#   /opt/portal/current/operation/restore.sh '2026-11-29 14:03:00+01'      or: latest
# The database as it is now stays beside it, and its folder is named at the end.
set -euo pipefail
. /etc/portal/backup.env
here=$(dirname "$(readlink -f "$0")")
time=${1:?a time, such as \'2026-11-29 14:03:00+01\', or latest}
[ "$(id -u)" = 0 ] || { echo "This must be run by root." >&2; exit 1; }
read -r version cluster _ < <(pg_lsclusters --no-header | head -1)
data=$(pg_conftool --short "$version" "$cluster" show data_directory)
new=$data.restored
rm -rf "$new"
begun=$SECONDS

# Files that the database of that time still names. One too many does no harm: the portal removes by itself what nothing names.
put_removed_files_back() {
  local day
  for day in "$BACKUP_DIR"/gone/*/; do
    [ -d "$day" ] && [[ ! $(basename "$day") < $(date -u -d "$time" +%F) ]] || continue
    rsync --archive --ignore-existing --chown=portal:portal "$day" /var/lib/portal/files/
  done
}

# The last changes are in the log that is not kept yet; a stop of PostgreSQL keeps it.
systemctl stop portal@1 portal@2 portal-backup.timer
systemctl stop "postgresql@$version-$cluster"
runuser -u postgres -- env BACKUP_DIR="$BACKUP_DIR" "$here/point-in-time.sh" "$time" "$new"
aside=$data.before-$(date +%Y%m%d-%H%M%S)
mv "$data" "$aside"
mv "$new" "$data"
systemctl start "postgresql@$version-$cluster"
until [ "$(runuser -u postgres -- psql -XAtc 'select pg_is_in_recovery()' 2>/dev/null)" = f ]; do
  [ $((SECONDS - begun)) -lt 3600 ] || { echo "PostgreSQL does not get through: tail /var/log/postgresql/*.log" >&2; exit 1; }
  sleep 1
done
for setting in restore_command recovery_target_action recovery_target_time; do
  runuser -u postgres -- psql -Xqc "alter system reset $setting"
done
[ "$time" = latest ] || put_removed_files_back
systemctl start portal@1 portal@2 portal-backup.timer
"$here/wait-ready.sh"
# Caddy asks each second who is ready, and lets nobody through before.
sleep 3
systemctl start --no-block portal-backup.service
cat <<END
The database is as it was at: $time ($((SECONDS - begun)) seconds).
Files that were removed since that day are back.
The database as it was before: $aside; remove it once all is well.
Now go through "After a restore of an older state" in docs/operations.md.
END
