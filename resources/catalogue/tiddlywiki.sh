#!/bin/bash
# TiddlyWiki of npm. Who gets here has come through the gateway: it needs no login of its own.
set -eu

fetch() {
  /usr/local/lib/slipway/install-node "$1/opt/node"
  PATH="$1/opt/node/bin:$PATH" npm install --loglevel=error --no-audit --no-fund --ignore-scripts \
    --prefix "$1/opt/app" tiddlywiki@5.4.1
}

serve() {
  export PATH=/opt/node/bin:$PATH
  command install -d -o nobody -g nogroup -m 700 /srv/data
  wiki() { setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME=/srv/data node /opt/app/node_modules/tiddlywiki/tiddlywiki.js /srv/data/wiki "$@"; }
  if [ ! -e /srv/data/wiki/tiddlywiki.info ]; then wiki --init server; fi
  mkdir -p /srv/data/wiki/tiddlers
  printf 'title: $:/SiteTitle\n\n%s' "$WIKI_TITLE" >'/srv/data/wiki/tiddlers/$__SiteTitle.tid'
  chown -R nobody:nogroup /srv/data/wiki
  exec setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME=/srv/data \
    node /opt/app/node_modules/tiddlywiki/tiddlywiki.js /srv/data/wiki --listen host=0.0.0.0 port=8080 anon-username=team csrf-disable=yes
}

"$@"
