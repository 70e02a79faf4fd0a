import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { containerName, type InitProgress } from '../instances/index.ts';
import { findPrepared } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { KEY_FILE } from './clone-repository.ts';
import type { Stage } from './devcontainer-commands.ts';
import { PROJECT_FOLDER } from './find-devcontainer.ts';

const TIMEOUT_MS = 5 * MINUTE;
/** How the script ends if there is no project. */
const NOTHING_THERE = 91;
/** How it ends where the newest commits were fetched, but not merged. */
const DIVERGED = 92;
const CHANGED = 93;
const SHORT_COMMIT = 7;

/**
 * The deploy key comes on standard input. Brings the branch that is checked out to its newest commit, unless commands of
 * the project changed what the repository has; writes the commit that is checked out then.
 */
const UPDATE = `set -u
export GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=/bin/false SSH_ASKPASS=/bin/false GIT_ALLOW_PROTOCOL=https:ssh
key=${KEY_FILE}
[ -e ${PROJECT_FOLDER}/.git ] || exit ${NOTHING_THERE}
cd ${PROJECT_FOLDER}
install -d -m 700 "\${key%/*}" && (umask 077; cat >"$key.new") || exit
if [ -s "$key.new" ]; then mv "$key.new" "$key"; git config core.sshCommand "ssh -i $key"; else rm -f "$key.new"; fi
use_key=
[ -e "$key" ] && use_key=" -i $key"
export GIT_SSH_COMMAND="ssh -o BatchMode=yes -o StrictHostKeyChecking=accept-new -o HashKnownHosts=no -o ConnectTimeout=20 -o IdentitiesOnly=yes$use_key"
update() {
  git symbolic-ref --quiet HEAD >/dev/null || return 0
  git -c credential.helper= -c http.lowSpeedLimit=1 -c http.lowSpeedTime=30 fetch --quiet origin >&2 || return 1
  git merge-base --is-ancestor '@{upstream}' HEAD && return 0
  git merge-base --is-ancestor HEAD '@{upstream}' || return ${DIVERGED}
  git merge --quiet --ff-only '@{upstream}' >&2 || return ${CHANGED}
}
update
failed=$?
git rev-parse HEAD
exit $failed`;

const NOT_MERGED: Record<number, string> = {
  [DIVERGED]: say('workspaces.preparedDiverged'),
  [CHANGED]: say('workspaces.preparedChanged'),
};

interface Updating {
  deployKey: string | null;
  progress: Pick<InitProgress, 'say' | 'output'>;
}

/**
 * Gets the newest commits of the repository into a workspace that was launched from a prepared copy of its template; where
 * that isn't possible, what was prepared stays and the log says so.
 * @returns the first of the project's commands to run, and whether it has no newer commits because they couldn't be
 * fetched; null if it wasn't launched from a prepared copy, or that has no project
 */
export async function updatePrepared(
  { clock, db }: Pick<Dependencies, 'clock' | 'db'>,
  engine: Engine,
  { id, snapshotId }: Pick<WorkspaceRecord, 'id' | 'snapshotId'>,
  { deployKey, progress }: Updating,
): Promise<{ stage: Stage; isOld: boolean } | null> {
  const prepared = await findPrepared(db, snapshotId);
  if (!prepared) return null;
  const request = { command: ['bash', '-c', UPDATE], cwd: '/home/dev', input: deployKey ?? '' };
  const options = { timeoutMs: TIMEOUT_MS };
  const { exitCode, stdout, stderr } = await engine
    .run(containerName('workspace', id), request, options)
    .catch((error) => {
      if (!isEngineError(error, 'timeout')) throw error;
      return { exitCode: 1, stdout: prepared.gitCommit, stderr: '' };
    });
  if (exitCode === NOTHING_THERE) return null;
  const age = ageOf(clock.now().getTime() - prepared.createdAt.getTime());
  const commit = prepared.gitCommit.slice(0, SHORT_COMMIT);
  progress.say('W06', say('workspaces.preparedCopy', { age, commit }));
  const now = stdout.trim();
  const notMerged = NOT_MERGED[exitCode];
  const isOld = exitCode !== 0 && notMerged === undefined;
  if (exitCode !== 0) {
    for (const line of stderr.split('\n').slice(-5)) progress.output('W06')(line);
    progress.say('W06', notMerged ?? say('workspaces.preparedNotUpdated'));
  } else if (now !== prepared.gitCommit) {
    progress.say('W06', say('workspaces.preparedUpdated', { commit: now.slice(0, SHORT_COMMIT) }));
  }
  // Compared with what was prepared: a launch that was broken off may have fetched already.
  return { stage: now === prepared.gitCommit ? 'postCreateCommand' : 'updateContentCommand', isOld };
}

function ageOf(milliseconds: number): string {
  if (milliseconds < 2 * HOUR)
    return say('workspaces.ageMinutes', { count: Math.max(1, Math.round(milliseconds / MINUTE)) });
  if (milliseconds < 2 * DAY) return say('workspaces.ageHours', { count: Math.round(milliseconds / HOUR) });
  return say('workspaces.ageDays', { count: Math.round(milliseconds / DAY) });
}
