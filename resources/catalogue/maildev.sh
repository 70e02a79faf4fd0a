#!/bin/bash
# MailDev of npm.
set -eu

fetch() {
  /usr/local/lib/slipway/install-node "$1/opt/node"
  PATH="$1/opt/node/bin:$PATH" npm install --loglevel=error --no-audit --no-fund --ignore-scripts \
    --prefix "$1/opt/app" maildev@2.2.1
}

serve() {
  export PATH=/opt/node/bin:$PATH
  command install -d -o nobody -g nogroup -m 700 /srv/data
  cd /srv/data
  exec setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME=/srv/data \
    node /opt/app/node_modules/maildev/bin/maildev --ip 0.0.0.0 --web 1080 --smtp 1025
}

"$@"
