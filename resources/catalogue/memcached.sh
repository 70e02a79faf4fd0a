#!/bin/bash
# Memcached of Debian.
set -eu

install() {
  apt-get update
  apt-get install -y --no-install-recommends memcached
}

serve() { exec memcached -u memcache -l 0.0.0.0 -m "$MEMCACHED_MEMORY_MB"; }

"$@"
