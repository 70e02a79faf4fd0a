# Read by login shells. ~/.local/bin is on the PATH already (/etc/profile.d/slipway.sh).
if [ -n "$BASH_VERSION" ] && [ -f "$HOME/.bashrc" ]; then . "$HOME/.bashrc"; fi

case ":$PATH:" in
  *":$HOME/bin:"*) ;;
  *) if [ -d "$HOME/bin" ]; then PATH="$HOME/bin:$PATH"; fi ;;
esac
