const NAMES =
  'LANG LC_ALL LC_CTYPE LC_NUMERIC LC_TIME LC_COLLATE LC_MONETARY LC_MESSAGES LC_PAPER LC_NAME LC_ADDRESS LC_TELEPHONE LC_MEASUREMENT LC_IDENTIFICATION';

/**
 * Clients send their own machine's language, and a workspace has few: bash and perl would complain at every start. A
 * missing one becomes C.UTF-8; locales people have generated stay. Written for dash, which doesn't complain.
 */
export const KNOWN_LOCALES = `for name in ${NAMES}; do
  eval "value=\\\${$name-}"
  case $value in '' | C | POSIX | C.UTF-8 | C.utf8) continue ;; esac
  [ -z "$(LC_ALL=$value locale 2>&1 >/dev/null)" ] || export "$name=C.UTF-8"
done
unset name value`;
