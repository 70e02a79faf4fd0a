# Read by every bash of the workspace. `environment` is written at each start by /usr/local/lib/slipway/start, and
# `project-environment` once, of the containerEnv of the project's devcontainer.json.
case ":$PATH:" in
  *":$HOME/.local/bin:"*) ;;
  *) PATH="$HOME/.local/bin:$PATH" ;;
esac
for slipway_file in /etc/slipway/environment /etc/slipway/project-environment; do
  if [ -r "$slipway_file" ]; then
    set -a
    . "$slipway_file"
    set +a
  fi
done
unset slipway_file
