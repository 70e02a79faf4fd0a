#!/bin/bash
# Redis of Debian, with the settings of redis.yaml.
set -eu

install() {
  apt-get update
  apt-get install -y --no-install-recommends redis-server redis-tools
}

serve() {
  command install -d -o redis -g redis -m 700 /srv/data
  exec setpriv --reuid=redis --regid=redis --init-groups redis-server --bind 0.0.0.0 --dir /srv/data \
    --requirepass "$REDIS_PASSWORD" --appendonly "$REDIS_APPENDONLY" --maxmemory-policy "$REDIS_MAXMEMORY_POLICY"
}

"$@"
