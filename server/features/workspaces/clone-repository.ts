import { refName } from '#shared/features/workspaces/repository-address.ts';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { say } from '../../platform/say.ts';
import { LaunchError } from '../instances/index.ts';
import { explainClone, hostOf } from './clone-error.ts';
import { OURS_FIRST } from './own-tools.ts';

const TIMEOUT_MS = 15 * 60_000;

/** How the script ends if the repository has nothing of that name. */
const NO_REF = 91;

/** The workspace's deploy key, for this clone and for git in the project afterwards. */
export const KEY_FILE = '/home/dev/.ssh/slipway_deploy';

/**
 * $1 is the address, $2 its host as known_hosts has it (ssh only), $3 what to check out. User, password and deploy key come on standard
 * input, so they are in no process list; only the key is kept, because `git pull` needs it. The clone is made aside and
 * moved in with .git last, so a .git in the project means a complete clone. The lock waits for the clone of a killed
 * server. A host's key is trusted on first contact and reported; afterwards it must stay the same. Large files that git-lfs
 * can't fetch stay pointers.
 */
const SCRIPT = String.raw`
${OURS_FIRST}
set -eu
IFS= read -r SLIPWAY_GIT_USER || true
IFS= read -r SLIPWAY_GIT_PASSWORD || true
export SLIPWAY_GIT_USER SLIPWAY_GIT_PASSWORD GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=/bin/false SSH_ASKPASS=/bin/false
export GIT_ALLOW_PROTOCOL=https:ssh GIT_LFS_SKIP_DOWNLOAD_ERRORS=1
project=/home/dev/project aside=/home/dev/.slipway-clone key=${KEY_FILE} known=/home/dev/.ssh/known_hosts
exec 9>/tmp/slipway-clone.lock
flock 9
[ -e "$project/.git" ] && exit 0
install -d -m 700 /home/dev/.ssh
(umask 077; cat >"$key.new")
if [ -s "$key.new" ]; then mv "$key.new" "$key"; else rm -f "$key.new"; fi
use_key=
[ -e "$key" ] && use_key=" -i $key"
export GIT_SSH_COMMAND="ssh -o BatchMode=yes -o StrictHostKeyChecking=accept-new -o HashKnownHosts=no -o ConnectTimeout=20 -o IdentitiesOnly=yes$use_key"
rm -rf "$aside"
mkdir -p "$project"
find "$project" -mindepth 1 -delete
url=$1 host=$2 ref=$3
set -- -c credential.helper= -c http.lowSpeedLimit=1 -c http.lowSpeedTime=60
if [ -n "$SLIPWAY_GIT_USER" ]; then
  origin=$(printf '%s' "$url" | sed -E 's#^(https://[^/]+).*#\1#')
  set -- "$@" -c "credential.$origin.helper=!f() { [ \"\$1\" = get ] && printf 'username=%s\npassword=%s\n' \"\$SLIPWAY_GIT_USER\" \"\$SLIPWAY_GIT_PASSWORD\"; }; f"
fi
status=0
git "$@" clone --progress -- "$url" "$aside" 9>&- || status=$?
if [ -n "$host" ]; then
  ssh-keygen -lF "$host" -f "$known" 2>/dev/null | sed -n 's/^[^#]/Host key of &/p' || true
fi
[ "$status" = 0 ] || exit "$status"
# Only the clone tells where the name of a branch ends and the path of a file begins.
check_out() {
  local name=$ref
  case $ref in
    refs/*)
      name=$${'{name#refs/}'} name=$${'{name%/head}'} name=$${'{name%/from}'}
      git "$@" -C "$aside" fetch --quiet origin "+$ref:refs/heads/$name" &&
        git -C "$aside" config "branch.$name.remote" origin && git -C "$aside" config "branch.$name.merge" "$ref" &&
        git -C "$aside" checkout --quiet "$name" --
      return ;;
  esac
  while :; do
    if git -C "$aside" show-ref --verify --quiet "refs/remotes/origin/$name"; then
      git -C "$aside" checkout --quiet -B "$name" --track "origin/$name"
      return
    elif git -C "$aside" show-ref --verify --quiet "refs/tags/$name"; then
      git -C "$aside" checkout --quiet --detach "refs/tags/$name"
      return
    elif [[ $name =~ ^[0-9a-f]{7,64}$ ]]; then
      git -C "$aside" cat-file -e "$name^{commit}" 2>/dev/null || git "$@" -C "$aside" fetch --quiet origin "$name"
      git -C "$aside" checkout --quiet --detach "$name"
      return
    fi
    [[ $name == */* ]] || return 1
    name=$${'{name%/*}'}
  done
}
if [ -n "$ref" ]; then check_out "$@" || exit ${NO_REF}; fi
[ -z "$use_key" ] || git -C "$aside" config core.sshCommand "ssh$use_key"
find "$aside" -mindepth 1 -maxdepth 1 ! -name .git -exec mv -t "$project" -- {} +
mv "$aside/.git" "$project/.git"
rmdir "$aside"
`;

export interface CloneRequest {
  url: string;
  /** What to check out, see `RepositoryAddress`; null for the default branch. */
  ref: string | null;
  /** `user:password`, percent-encoded as in the URL; null without. */
  credentials: string | null;
  /** A private key in OpenSSH's form, for ssh addresses; null without, or if the container has it. */
  deployKey: string | null;
  onOutput: (line: string) => void;
}

/**
 * Clones into /home/dev/project inside the container as `dev`; succeeds if it was cloned before.
 * @throws CloneRefused if an ssh host refuses the key, LaunchError for anything else; both say why
 */
export async function cloneRepository(engine: Engine, container: string, request: CloneRequest): Promise<void> {
  const { url, ref, credentials, deployKey, onOutput } = request;
  const [user = '', password = ''] = splitCredentials(credentials);
  try {
    const { exitCode, stdout, stderr } = await engine.run(
      container,
      {
        command: ['bash', '-c', SCRIPT, 'clone', url, knownHost(url), ref ?? ''],
        input: `${user}\n${password}\n${deployKey ?? ''}`,
        cwd: '/home/dev',
        onOutput,
      },
      { timeoutMs: TIMEOUT_MS },
    );
    if (exitCode === NO_REF && ref) {
      throw new LaunchError(say('workspaces.refMissing', { ref: refName(ref) }));
    }
    if (exitCode !== 0) throw explainClone({ url, credentials, output: `${stdout}\n${stderr}` });
  } catch (error) {
    if (isEngineError(error, 'timeout')) throw new LaunchError(say('workspaces.cloneTimedOut'));
    throw error;
  }
}

/** Its name in known_hosts; empty for https. */
function knownHost(url: string): string {
  const { host, port, secure } = hostOf(url);
  if (secure) return '';
  return port && port !== '22' ? `[${host}]:${port}` : host;
}

export function splitCredentials(credentials: string | null): string[] {
  if (!credentials) return [];
  const colon = credentials.indexOf(':');
  return [credentials.slice(0, colon), credentials.slice(colon + 1)].map((part) =>
    decode(part).replace(/[\r\n\0]/g, ''),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Removes credentials from lines that people will read: this workspace's own, and any in an address. */
export function createRedactor(credentials: string | null): (line: string) => string {
  const [user = '', password = ''] = splitCredentials(credentials);
  // A token often takes the place of the user name.
  const encoded = credentials?.slice(credentials.indexOf(':') + 1) ?? '';
  const secrets = [password, encoded, password ? '' : user].filter((part) => part.length > 2);
  return (line) => {
    let clean = line;
    for (const secret of secrets) clean = clean.replaceAll(secret, '***');
    return clean.replace(/(\w+:\/\/)[^/@\s]+@/g, '$1***@');
  };
}
