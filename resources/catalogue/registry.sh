#!/bin/bash
# The registry of Debian, set up by the same variables as the official image.
set -eu

install() {
  apt-get update
  apt-get install -y --no-install-recommends docker-registry
}

serve() {
  command install -d -o docker-registry -g docker-registry -m 700 /srv/data
  cat >/srv/registry.yml <<CONF
version: 0.1
storage:
  filesystem: { rootdirectory: /srv/data }
  delete: { enabled: $REGISTRY_STORAGE_DELETE_ENABLED }
http: { addr: ':5000' }
CONF
  exec setpriv --reuid=docker-registry --regid=docker-registry --init-groups docker-registry serve /srv/registry.yml
}

"$@"
