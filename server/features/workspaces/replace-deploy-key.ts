import type { Engine } from '../../compute/engine.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { containerName, type InitProgress, LaunchError } from '../instances/index.ts';
import { findForkSource } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { KEY_FILE } from './clone-repository.ts';
import { findDeployKey } from './deploy-keys.ts';

/** The key comes on standard input; nothing there removes the file. */
const REPLACE = `umask 077; key=${KEY_FILE}
  rm -f "$key"
  mkdir -p "$(dirname "$key")" && cat >"$key.new" || exit
  if [ -s "$key.new" ]; then mv "$key.new" "$key"; else rm -f "$key.new"; fi`;

/**
 * A fork's files contain the deploy key of its original: it gets its own before anything of its project runs.
 * @throws LaunchError if that isn't possible
 */
export async function replaceDeployKey(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  engine: Engine,
  { id }: Pick<WorkspaceRecord, 'id'>,
  progress: Pick<InitProgress, 'say'>,
): Promise<void> {
  if (!(await findForkSource(db, id))) return;
  const key = await findDeployKey(db, id);
  const { exitCode } = await engine.run(containerName('workspace', id), {
    command: ['sh', '-c', REPLACE],
    cwd: '/',
    input: key?.privateKey ? secrets.open(key.privateKey) : '',
  });
  if (exitCode !== 0) throw new LaunchError(say('workspaces.forkKeyKept'));
  if (key) progress.say('W06', say('workspaces.deployKey', { publicKey: key.publicKey }));
}
