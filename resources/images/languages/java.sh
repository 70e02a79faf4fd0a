#!/bin/bash
# id: java
# name: Java
# versions: 21 17
# bookworm: 17
set -eu

# The debugger, jdb, is part of the JDK.
install() {
  # Slim images have no manuals, and the JDK's package fails where their folder is missing.
  mkdir -p /usr/share/man/man1
  apt-get update
  apt-get install -y --no-install-recommends "openjdk-$1-jdk-headless" maven
  echo "export JAVA_HOME=/usr/lib/jvm/java-$1-openjdk-$(dpkg --print-architecture)" >>/etc/profile.d/slipway.sh
}

"$@"
