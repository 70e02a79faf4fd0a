#!/bin/bash
# id: go
# name: Go
# versions: 1.24 1.19
# bookworm: 1.19
set -eu

install() {
  apt-get update
  apt-get install -y --no-install-recommends "golang-$1-go" golang-go delve gcc libc6-dev
  # What `go install` makes is found by every shell.
  echo 'export GOBIN="$HOME/.local/bin"' >>/etc/profile.d/slipway.sh
}

"$@"
