#!/bin/bash
# Another version, and the way back. As root.
#   operation/upgrade.sh          in the checkout of the new version: builds it, and starts one process after the other
#   operation/upgrade.sh back     the release before, on the database as it is
# The last five releases stay. docs/server.md says when the way back leads over restore.sh instead.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
. "$here/release.sh"
[ "$(id -u)" = 0 ] || fail "This must be run by root."
running=$(readlink -f /opt/portal/current)

case ${1:-} in
  "")
    new=$(make_release "$(dirname "$here")")
    echo "$running" >"$new/.before"
    echo "To undo everything from here on: operation/restore.sh '$(date '+%F %T%:z')'"
    ;;
  back)
    new=$(cat "$running/.before" 2>/dev/null) || fail "$running was the first release: there is none before it."
    [ -d "$new" ] || fail "$new is there no more."
    ;;
  *) fail "operation/upgrade.sh, or operation/upgrade.sh back" ;;
esac

choose_release "$new"
install -m 644 "$new"/operation/systemd/*.service "$new"/operation/systemd/*.timer /etc/systemd/system/
systemctl daemon-reload
if ! restart_each; then
  choose_release "$running"
  restart_each || true
  fail "${new##*/} did not start; ${running##*/} runs again."
fi
ls -d "$releases"/*/ | sort -V | head -n -5 | while read -r old; do
  [ "${old%/}" = "$new" ] || [ "${old%/}" = "$running" ] || rm -rf "$old"
done
echo "${new##*/} runs."
