#!/bin/bash
# id: rust
# name: Rust
set -eu

# Debian's rustc is as old as the release; its rustc-web follows Rust's own, as browsers are built with it.
install() {
  apt-get update
  apt-get install -y --no-install-recommends \
    rustc-web cargo-web rustfmt-web rust-web-clippy rust-web-gdb gcc libc6-dev libssl-dev pkg-config
  # What `cargo install` makes is found by every shell.
  echo 'export CARGO_INSTALL_ROOT="$HOME/.local"' >>/etc/profile.d/slipway.sh
}

"$@"
