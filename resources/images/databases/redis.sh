#!/bin/bash
# id: redis
# name: Redis
# port: 6379
# user: default
set -eu
configuration=/run/slipway/redis.conf

install() {
  apt-get update
  apt-get install -y --no-install-recommends redis-server
}

clean() { rm -f /run/redis/*; }

# The password is part of the configuration, so that no moment passes without it.
serve() {
  local password=${SLIPWAY_DATABASE_PASSWORD//\\/\\\\}
  (
    umask 077
    printf 'bind 127.0.0.1\nport 6379\ndir /var/lib/redis\nappendonly yes\nrequirepass "%s"\n' "${password//\"/\\\"}" >"$configuration"
  )
  chown redis:redis "$configuration"
  exec setpriv --reuid=redis --regid=redis --init-groups redis-server "$configuration"
}

ready() { REDISCLI_AUTH=$SLIPWAY_DATABASE_PASSWORD redis-cli ping | grep -q PONG; }

configure() { :; }

environment() {
  echo "DATABASE_URL=redis://:$SLIPWAY_DATABASE_PASSWORD_ENCODED@127.0.0.1:6379"
  printf 'REDISCLI_AUTH=%q\n' "$SLIPWAY_DATABASE_PASSWORD"
}

"$@"
