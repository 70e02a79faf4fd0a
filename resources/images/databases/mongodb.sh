#!/bin/bash
# id: mongodb
# name: MongoDB
# port: 27017
# user: dev
# database: dev
# needs: repo.mongodb.org pgp.mongodb.com
set -eu
data=/var/lib/mongodb

as_mongodb() { exec setpriv --reuid=mongodb --regid=mongodb --init-groups "$@"; }

# Debian has no packages of it; MongoDB has, on amd64, for Debian 12: the libraries they need are in Debian 13 too.
install() {
  local key=/usr/share/keyrings/mongodb.gpg
  curl -fsS https://pgp.mongodb.com/server-8.0.asc | gpg --dearmor >"$key"
  echo "deb [signed-by=$key] https://repo.mongodb.org/apt/debian bookworm/mongodb-org/8.0 main" >/etc/apt/sources.list.d/mongodb.list
  apt-get update
  apt-get install -y --no-install-recommends mongodb-org-server mongodb-mongosh
}

clean() { command install -d -o mongodb -g mongodb -m 755 /run/mongodb "$data"; }

start_server() {
  as_mongodb mongod --dbpath "$data" --unixSocketPrefix /run/mongodb --bind_ip 127.0.0.1 --wiredTigerCacheSizeGB 0.25 "$@"
}

is_listening() { (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Whoever knew the old password is not known here: it is set on another port, before the server that asks for it starts.
serve() {
  start_server --port 27018 &
  local setup=$! status=0
  until is_listening 27018; do
    kill -0 "$setup" || return 1
    sleep 0.1
  done
  HOME=/run/slipway mongosh --quiet --port 27018 admin --eval '
    const pwd = process.env.SLIPWAY_DATABASE_PASSWORD;
    if (db.getUser("dev")) db.changeUserPassword("dev", pwd);
    else db.createUser({ user: "dev", pwd, roles: ["root"] });' || status=$?
  kill -TERM "$setup"
  wait "$setup" || true
  [ "$status" = 0 ] || return "$status"
  start_server --port 27017 --auth
}

ready() { is_listening 27017; }

configure() { :; }

environment() { echo "DATABASE_URL=mongodb://dev:$SLIPWAY_DATABASE_PASSWORD_ENCODED@127.0.0.1:27017/dev?authSource=admin"; }

"$@"
