#!/bin/bash
# id: python
# name: Python
# versions: 3.13 3.11
# bookworm: 3.11
set -eu

install() {
  apt-get update
  apt-get install -y --no-install-recommends "python$1" "python$1-venv" python-is-python3 python3-pip pipx python3-debugpy
  # The whole machine is one person's environment: `pip install` may install outside a venv, into ~/.local.
  printf '[global]\nbreak-system-packages = true\n' >/etc/pip.conf
}

"$@"
