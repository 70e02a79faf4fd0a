#!/bin/bash
# Verdaccio of npm.
set -eu

fetch() {
  /usr/local/lib/slipway/install-node "$1/opt/node"
  mkdir -p "$1/opt/app"
  # A part of it asks for node-fetch by a tag that not every registry has.
  echo '{"dependencies":{"verdaccio":"6.10.4"},"overrides":{"node-fetch":"2.7.0"}}' >"$1/opt/app/package.json"
  PATH="$1/opt/node/bin:$PATH" npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$1/opt/app"
}

serve() {
  export PATH=/opt/node/bin:$PATH
  mkdir -p /srv/data/storage
  uplink=${VERDACCIO_UPLINK:-$(HOME=/nonexistent npm config get registry)}
  cat >/srv/data/config.yaml <<CONF
storage: /srv/data/storage
auth: { htpasswd: { file: /srv/data/htpasswd, max_users: $VERDACCIO_MAX_USERS } }
uplinks: { npmjs: { url: "$uplink" } }
packages:
  '**': { access: \$all, publish: \$authenticated, unpublish: \$authenticated, proxy: npmjs }
log: { type: stdout, format: pretty, level: warn }
CONF
  chown -R nobody:nogroup /srv/data
  exec setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME=/srv/data \
    node /opt/app/node_modules/verdaccio/bin/verdaccio --config /srv/data/config.yaml --listen 0.0.0.0:4873
}

"$@"
