# Read by install.sh and upgrade.sh: how a checkout becomes a release under /opt/portal/releases. As root.
releases=/opt/portal/releases

fail() { echo "$1" >&2; exit 1; }

as_builder() { runuser -u portal-build -- env HOME=/var/cache/portal-build "$@"; }

# Says the folder of a new release, made of the checkout in $1: its packages, its own Node, its pages. Owned by root alone.
make_release() {
  local checkout=$1 version folder
  version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$checkout/package.json")
  folder=$releases/$version-$(date -u +%Y%m%d-%H%M%S)
  install -d -o portal-build -g portal-build "$folder"
  tar -C "$checkout" --exclude ./node_modules --exclude ./dist --exclude ./data --exclude ./.git --create . |
    tar -C "$folder" --extract --no-same-owner
  chown -R portal-build:portal-build "$folder"
  # Debian's npm fetches a newer Node and npm, sums compared; these fetch the packages and build the pages.
  local bootstrap=$folder/operation/bootstrap
  as_builder npm ci --prefix "$bootstrap" --loglevel=error >&2 || return 1
  as_builder env PATH="$(echo "$bootstrap"/node_modules/node-linux-*/bin):$bootstrap/node_modules/.bin:$PATH" \
    node "$folder/tools/setup.mjs" >&2 || return 1
  rm -r "$bootstrap/node_modules"
  chown -R root:root "$folder"
  chmod -R go=rX "$folder"
  echo "$folder"
}

# From the next start on the portal is the release in $1.
choose_release() {
  ln -sfn "$1" /opt/portal/next
  mv -T /opt/portal/next /opt/portal/current
}

# One process after the other, each ready before the next stops: somebody always answers.
restart_each() {
  for process in 1 2; do
    systemctl restart "portal@$process" || return 1
    "$(dirname "${BASH_SOURCE[0]}")/wait-ready.sh" "$process" || return 1
  done
}
