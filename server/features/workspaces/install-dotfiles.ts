import { eq } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { containerName, type InitProgress } from '../instances/index.ts';
import { users } from '../people/tables.ts';
import type { WorkspaceRecord } from './access.ts';

const CODE = 'W09';
const TIMEOUT_MS = 5 * MINUTE;

/**
 * $1 is the address. As Codespaces does: the first install script that is there runs, or else the files that begin with
 * a dot are linked into the home folder. What was there is kept beside it, and a folder that was there gets the links
 * inside, so that Slipway's own settings stay.
 */
const SCRIPT = String.raw`unset SLIPWAY_AGENT_TOKEN SLIPWAY_DATABASE_PASSWORD
. /etc/profile >/dev/null 2>&1
export GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=/bin/false SSH_ASKPASS=/bin/false GIT_ALLOW_PROTOCOL=https:ssh
export GIT_SSH_COMMAND='ssh -o BatchMode=yes -o StrictHostKeyChecking=accept-new -o ConnectTimeout=20'
from=/home/dev/.dotfiles
rm -rf "$from"
git -c credential.helper= -c http.lowSpeedLimit=1 -c http.lowSpeedTime=60 clone --quiet -- "$1" "$from" || exit
unset GIT_ASKPASS SSH_ASKPASS GIT_ALLOW_PROTOCOL GIT_SSH_COMMAND
cd "$from" || exit
for script in install.sh install bootstrap.sh bootstrap script/bootstrap setup.sh setup script/setup; do
  [ -f "$script" ] || continue
  echo "Running $script"
  chmod +x "$script"
  exec "./$script" </dev/null
done
link() {
  local name
  if [ -d "$1" ] && [ -d "$2" ] && [ ! -L "$2" ]; then
    for name in $(cd "$1" && find . -mindepth 1 -maxdepth 1 -printf '%f\n'); do link "$1/$name" "$2/$name"; done
    return
  fi
  [ ! -e "$2" ] || [ -L "$2" ] || mv "$2" "$2.before-dotfiles"
  ln -sfn "$1" "$2" && echo "Linked $2"
}
IFS='
'
for name in $(find . -mindepth 1 -maxdepth 1 -name '.*' ! -name .git -printf '%f\n'); do
  link "$from/$name" "/home/dev/$name"
done`;

/** At the first start of a workspace, from the repository in its user's profile. Failures are told, and fail nothing. */
export async function installDotfiles(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  engine: Engine,
  { id, userId }: Pick<WorkspaceRecord, 'id' | 'userId'>,
  progress: InitProgress,
): Promise<void> {
  const [user] = await db.select({ url: users.dotfilesUrl }).from(users).where(eq(users.id, userId));
  if (!user?.url) return;
  progress.say(CODE, say('workspaces.dotfilesInstalling', { url: user.url }));
  try {
    const { exitCode } = await engine.run(
      containerName('workspace', id),
      {
        command: ['bash', '-c', SCRIPT, 'dotfiles', user.url],
        cwd: '/home/dev',
        onOutput: progress.output(CODE),
      },
      { timeoutMs: TIMEOUT_MS },
    );
    if (exitCode === 0) progress.say(CODE, say('workspaces.dotfilesInstalled'));
    else {
      progress.say(CODE, say('workspaces.dotfilesFailed', { exitCode }));
    }
  } catch (error) {
    if (!isEngineError(error) || isEngineError(error, 'unreachable', 'offline')) throw error;
    log.warn({ err: error, workspaceId: id }, 'dotfiles were not installed');
    progress.say(CODE, say('workspaces.dotfilesTimedOut', { minutes: TIMEOUT_MS / MINUTE }));
  }
}
