#!/bin/bash
# id: cpp
# name: C/C++
set -eu

install() {
  apt-get update
  apt-get install -y --no-install-recommends build-essential cmake ninja-build pkg-config gdb
}

"$@"
