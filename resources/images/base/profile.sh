# Read by every bash of the workspace; `environment` is written at each start by /usr/local/lib/slipway/start.
case ":$PATH:" in
  *":$HOME/.local/bin:"*) ;;
  *) PATH="$HOME/.local/bin:$PATH" ;;
esac
if [ -r /etc/slipway/environment ]; then
  set -a
  . /etc/slipway/environment
  set +a
fi
