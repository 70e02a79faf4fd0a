# Read by every shell of a workspace with a project's own image. The image's own programs come first and ours last, also
# after a login shell, which forgets the image's PATH, and in what ours have started.
if [ -n "${SLIPWAY_OURS_FIRST:-}" ]; then
  unset SLIPWAY_OURS_FIRST
elif [ -r /etc/slipway/path ]; then
  case "$PATH" in
    /opt/slipway/bin:*) read -r PATH </etc/slipway/path ;;
    */opt/slipway/bin*) ;;
    *)
      read -r slipway_path </etc/slipway/path
      PATH="$slipway_path:$PATH"
      unset slipway_path
      ;;
  esac
fi
