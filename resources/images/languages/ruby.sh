#!/bin/bash
# id: ruby
# name: Ruby
# versions: 3.3 3.1
# bookworm: 3.1
set -eu

# Gems with native parts are built on the spot, so the compiler is here.
install() {
  apt-get update
  apt-get install -y --no-install-recommends "ruby$1" "ruby$1-dev" ruby bundler build-essential libyaml-dev ruby-byebug
  echo 'gem: --no-document' >/etc/gemrc
  # Gems belong to the user; sudo keeps to the system's.
  cat >>/etc/profile.d/slipway.sh <<SHELL
export GEM_HOME="\$HOME/.local/share/gem/ruby/$1.0"
case ":\$PATH:" in
  *":\$GEM_HOME/bin:"*) ;;
  *) PATH="\$GEM_HOME/bin:\$PATH" ;;
esac
SHELL
}

"$@"
