#!/bin/bash
# NATS of Debian.
set -eu

install() {
  apt-get update
  apt-get install -y --no-install-recommends nats-server
}

serve() {
  command install -d -o nobody -g nogroup -m 700 /srv/data
  exec setpriv --reuid=nobody --regid=nogroup --clear-groups nats-server --addr 0.0.0.0 --user "$NATS_USER" \
    --pass "$NATS_PASSWORD" --jetstream --store_dir /srv/data --http_port 8222
}

"$@"
