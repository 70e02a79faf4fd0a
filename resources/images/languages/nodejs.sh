#!/bin/bash
# id: nodejs
# name: Node.js
# versions: 24 26 22
set -eu

# Node.js 24 is in the base image, as the IDE runs on it; the others come from npm.
fetch() {
  local version=$1 files=$2 exact
  case $version in
    22) exact=22.23.3 ;;
    26) exact=26.10.0 ;;
    *) return ;;
  esac
  /usr/local/lib/slipway/install-node "$exact" 11.21.2 "$files/opt/node/$version"
}

install() {
  local version=$1 name
  for name in node npm npx; do ln -sf "/opt/node/$version/bin/$name" "/usr/local/bin/$name"; done
}

"$@"
