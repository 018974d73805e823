#!/bin/bash
# From an empty Debian 12 to a running college: docs/server.md. As root, in a checkout of the portal.
#   operation/install.sh /root/college.env
# college.env is a filled copy of portal.env. What is there already stays, so it may be run again after a failure.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
. "$here/release.sh"
college=${1:-}

refuse_what_is_missing() {
  [ "$(id -u)" = 0 ] || fail "This must be run by root."
  [ -r "$college" ] || fail "Name the filled copy of $here/portal.env: operation/install.sh /root/college.env"
  for name in PUBLIC_URL SMTP_URL MAIL_FROM REMITA_URL REMITA_MERCHANT_ID REMITA_API_KEY; do
    [ -n "$(value_of $name)" ] || fail "$college: $name is empty."
  done
  case $(value_of PUBLIC_URL) in
    https://portal.example.edu.ng) fail "$college: PUBLIC_URL is still the example's." ;;
    https://*) ;;
    *) fail "$college: PUBLIC_URL must begin with https://." ;;
  esac
}

value_of() { sed -n "s/^$1=//p" "$college"; }

install_packages() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  apt-get install -qy --no-install-recommends \
    ca-certificates caddy curl logrotate npm openssh-client openssl postgresql postgresql-contrib rsync systemd-timesyncd
}

make_users() {
  id portal >/dev/null 2>&1 || adduser --system --group --home /var/lib/portal --no-create-home portal
  # Packages are installed and pages built by somebody who may neither read nor change what the portal keeps.
  id portal-build >/dev/null 2>&1 || adduser --system --group --home /var/cache/portal-build portal-build
  install -d /opt/portal "$releases"
  install -d -m 750 -o root -g postgres /etc/portal
}

set_up_database() {
  read -r version cluster _ < <(pg_lsclusters --no-header | head -1)
  as_postgres() { runuser -u postgres -- "$@"; }
  [ -e /etc/portal/backup.env ] || install -m 640 -g postgres "$here/backup.env" /etc/portal/backup.env
  . /etc/portal/backup.env
  install -d -m 700 -o postgres -g postgres "$BACKUP_DIR" "$BACKUP_DIR"/{base,wal,dump,files,gone}
  local settings=/etc/postgresql/$version/$cluster/conf.d
  install -m 644 "$here/postgresql.conf" "$settings/portal.conf"
  local memory=$(($(sed -n 's/^MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo) / 1024))
  printf 'shared_buffers = %dMB\neffective_cache_size = %dMB\n' $((memory / 5)) $((memory / 2)) >"$settings/portal-memory.conf"
  systemctl stop "postgresql@$version-$cluster"
  # A page that a disk has changed is noticed when it is read, and by each backup.
  local data=/var/lib/postgresql/$version/$cluster programs=/usr/lib/postgresql/$version/bin
  ! as_postgres "$programs/pg_controldata" "$data" | grep -q 'checksum version: *0$' ||
    as_postgres "$programs/pg_checksums" --enable -D "$data"
  systemctl start "postgresql@$version-$cluster"
  [ -n "$(as_postgres psql -XAtc "select 1 from pg_roles where rolname = 'portal'")" ] || as_postgres createuser portal
  [ -n "$(as_postgres psql -XAtc "select 1 from pg_database where datname = 'portal'")" ] ||
    as_postgres createdb --owner portal --encoding UTF8 --template template0 portal
}

write_environment() {
  [ -e /etc/portal/portal.env ] && return
  (
    umask 077
    cat "$college"
    # The system's own user is the database's: no password is kept anywhere.
    add_where_missing DATABASE_URL postgresql://portal@%2Fvar%2Frun%2Fpostgresql/portal
    add_where_missing PORTAL_SECRET "$(openssl rand -base64 32)"
    add_where_missing REMITA_NOTIFY_SECRET "$(openssl rand -hex 20)"
  ) >/etc/portal/portal.env
}

add_where_missing() { [ -n "$(value_of "$1")" ] || echo "$1=$2"; }

install_units() {
  install -m 644 "$here"/systemd/*.service "$here"/systemd/*.timer /etc/systemd/system/
  install -D -m 644 "$here/systemd/journald.conf" /etc/systemd/journald.conf.d/portal.conf
  sed "s|^PUBLIC_URL|$(value_of PUBLIC_URL)|" "$here/Caddyfile" >/etc/caddy/Caddyfile
  caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile >/dev/null 2>&1 || fail "/etc/caddy/Caddyfile is not valid."
  systemctl daemon-reload
  systemctl restart systemd-journald
}

start_everything() {
  # The first alone: it makes the tables.
  systemctl enable --now portal@1
  "$here/wait-ready.sh" 1
  systemctl enable --now portal@2 portal-backup.timer portal-copy.timer
  "$here/wait-ready.sh" 2
  systemctl enable caddy
  systemctl restart caddy
  systemctl start portal-backup.service
}

say_what_is_next() {
  local address=$(value_of PUBLIC_URL)
  cat <<END

The college is running after $((SECONDS / 60)) minutes and $((SECONDS % 60)) seconds.
  $address/staff    sign in as $(value_of ADMIN_EMAIL) and choose "Set the college up"
  Tell Remita:  $address/api/payments/notification/$(sed -n 's/^REMITA_NOTIFY_SECRET=//p' /etc/portal/portal.env)
  Then take ADMIN_PASSWORD out of /etc/portal/portal.env, and keep a copy of that file where this machine is not.
END
}

refuse_what_is_missing
install_packages
make_users
set_up_database
release=$(make_release "$(dirname "$here")")
choose_release "$release"
write_environment
install_units
start_everything
say_what_is_next
