import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { LaunchError } from './launch-error.ts';

const TIMEOUT_MS = 15 * 60_000;

/**
 * $1 is the address; user and password come on standard input, so they are in no process list and in no file.
 * The clone is made aside and moved in with .git last: a .git in the project means a complete clone. The lock waits
 * for the clone of a server that was killed.
 */
const SCRIPT = String.raw`
set -eu
IFS= read -r SLIPWAY_GIT_USER || true
IFS= read -r SLIPWAY_GIT_PASSWORD || true
export SLIPWAY_GIT_USER SLIPWAY_GIT_PASSWORD GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=/bin/false SSH_ASKPASS=/bin/false
export GIT_ALLOW_PROTOCOL=https:ssh
export GIT_SSH_COMMAND='ssh -o BatchMode=yes -o StrictHostKeyChecking=accept-new -o ConnectTimeout=20'
project=/home/dev/project aside=/home/dev/.slipway-clone
exec 9>/tmp/slipway-clone.lock
flock 9
[ -e "$project/.git" ] && exit 0
rm -rf "$aside"
mkdir -p "$project"
find "$project" -mindepth 1 -delete
url=$1
set -- -c credential.helper= -c http.lowSpeedLimit=1 -c http.lowSpeedTime=60
if [ -n "$SLIPWAY_GIT_USER" ]; then
  origin=$(printf '%s' "$url" | sed -E 's#^(https://[^/]+).*#\1#')
  set -- "$@" -c "credential.$origin.helper=!f() { [ \"\$1\" = get ] && printf 'username=%s\npassword=%s\n' \"\$SLIPWAY_GIT_USER\" \"\$SLIPWAY_GIT_PASSWORD\"; }; f"
fi
git "$@" clone --progress -- "$url" "$aside" 9>&-
find "$aside" -mindepth 1 -maxdepth 1 ! -name .git -exec mv -t "$project" -- {} +
mv "$aside/.git" "$project/.git"
rmdir "$aside"
`;

export interface CloneRequest {
  url: string;
  /** `user:password`, percent-encoded as in the URL; null without. */
  credentials: string | null;
  onOutput: (line: string) => void;
}

/**
 * Clones into /home/dev/project inside the container as `dev`; fine when it was cloned before.
 * @throws LaunchError with the last lines of git's output
 */
export async function cloneRepository(engine: Engine, container: string, request: CloneRequest): Promise<void> {
  const [user = '', password = ''] = splitCredentials(request.credentials);
  try {
    const result = await engine.run(
      container,
      {
        command: ['bash', '-c', SCRIPT, 'clone', request.url],
        input: `${user}\n${password}\n`,
        cwd: '/home/dev',
        onOutput: request.onOutput,
      },
      { timeoutMs: TIMEOUT_MS },
    );
    if (result.exitCode !== 0) throw new LaunchError('The repository could not be cloned.');
  } catch (error) {
    if (isEngineError(error, 'timeout')) throw new LaunchError('Cloning the repository took longer than 15 minutes.');
    throw error;
  }
}

function splitCredentials(credentials: string | null): string[] {
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

/** Takes credentials out of lines that people will read: this workspace's own, and any in an address. */
export function createRedactor(credentials: string | null): (line: string) => string {
  const [user = '', password = ''] = splitCredentials(credentials);
  // A token often stands in the place of the user's name.
  const encoded = credentials?.slice(credentials.indexOf(':') + 1) ?? '';
  const secrets = [password, encoded, password ? '' : user].filter((part) => part.length > 2);
  return (line) => {
    let clean = line;
    for (const secret of secrets) clean = clean.replaceAll(secret, '***');
    return clean.replace(/(\w+:\/\/)[^/@\s]+@/g, '$1***@');
  };
}
