#!/bin/bash
# id: dotnet
# name: .NET
# versions: 10.0 8.0
# needs: packages.microsoft.com
set -eu

# Debian has no packages of it; Microsoft has, for this Debian.
install() {
  local key=/usr/share/keyrings/microsoft.gpg
  curl -fsS https://packages.microsoft.com/keys/microsoft.asc | gpg --dearmor >"$key"
  echo "deb [signed-by=$key] https://packages.microsoft.com/debian/12/prod bookworm main" >/etc/apt/sources.list.d/microsoft.list
  apt-get update
  apt-get install -y --no-install-recommends "dotnet-sdk-$1"
  cat >>/etc/profile.d/slipway.sh <<'SHELL'
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
case ":$PATH:" in
  *":$HOME/.dotnet/tools:"*) ;;
  *) PATH="$HOME/.dotnet/tools:$PATH" ;;
esac
SHELL
}

"$@"
