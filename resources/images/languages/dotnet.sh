#!/bin/bash
# id: dotnet
# name: .NET
# versions: 10.0 8.0
# needs: packages.microsoft.com
set -eu

# Debian has no packages of it; Microsoft has, for each Debian, signed with one key or the other.
install() {
  local keys=/usr/share/keyrings/microsoft.gpg key
  for key in microsoft microsoft-2025; do
    curl -fsS "https://packages.microsoft.com/keys/$key.asc" | gpg --dearmor >>"$keys"
  done
  . /etc/os-release
  echo "deb [signed-by=$keys] https://packages.microsoft.com/debian/$VERSION_ID/prod $VERSION_CODENAME main" \
    >/etc/apt/sources.list.d/microsoft.list
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
