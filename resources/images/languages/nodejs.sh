#!/bin/bash
# id: nodejs
# name: Node.js
# versions: 24 22
set -eu

# Node.js 24 is in the base image, as the IDE runs on it; 22 comes from npm.
fetch() {
  local version=$1 files=$2
  if [ "$version" = 22 ]; then /usr/local/lib/slipway/install-node 22.23.3 11.21.2 "$files/opt/node/22"; fi
}

install() {
  local version=$1 name
  for name in node npm npx; do ln -sf "/opt/node/$version/bin/$name" "/usr/local/bin/$name"; done
}

"$@"
