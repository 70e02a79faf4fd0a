import { eq } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { EngineError, isEngineError } from '../../compute/engine-error.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { containerName, type InitProgress } from '../instances/index.ts';
import { type Collected, collectSecrets, noteDelivery } from '../secrets/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { createMask, namesInFilesOnly, type OpenSecret, placeSecrets } from './secret-files.ts';
import { workspaces } from './tables.ts';

const CODE = 'W08';
const TIMEOUT_MS = 30_000;

type Receiving = Pick<WorkspaceRecord, 'id' | 'organizationId' | 'userId' | 'gitUrl' | 'secretNames'>;
type Needs = Pick<Dependencies, 'clock' | 'db' | 'log' | 'secrets'>;

/**
 * Hands a workspace that just started its secrets, before anything of its project runs, and says so by name. A failure
 * is told and fails no start.
 * @returns what says things with their values hidden
 */
export async function deliverAtStart(
  dependencies: Needs,
  engine: Engine,
  workspace: Receiving,
  progress: InitProgress,
): Promise<InitProgress> {
  const collected = await collectSecrets(dependencies.db, workspace);
  // A container that just started has none.
  if (collected.secrets.length === 0) {
    await keepDigest(dependencies, workspace, '');
    return progress;
  }
  const open = openAll(dependencies, collected);
  const hidden = hiding(progress, createMask(open));
  try {
    await place(dependencies, engine, workspace, { collected, open, why: 'start' });
    progress.say(CODE, say('workspaces.secretsListed', { names: open.map(({ name }) => name).join(', ') }));
    for (const { name, group } of collected.ties) {
      progress.say(CODE, say('workspaces.secretShadowed', { name, group }));
    }
    const long = namesInFilesOnly(open);
    if (long.length > 0) progress.say(CODE, say('workspaces.secretsFilesOnly', { names: long.join(', ') }));
  } catch (error) {
    if (!isEngineError(error) || isEngineError(error, 'unreachable', 'offline')) throw error;
    dependencies.log.warn({ err: error, workspaceId: workspace.id }, 'secrets were not delivered');
    progress.say(CODE, say('workspaces.secretsFailed'));
  }
  return hidden;
}

/** Brings a running workspace's secrets up to date, if anything about them differs. @throws EngineError */
export async function deliverChanges(
  dependencies: Needs,
  engine: Engine,
  workspace: Receiving & Pick<WorkspaceRecord, 'secretsDigest'>,
): Promise<void> {
  const collected = await collectSecrets(dependencies.db, workspace);
  if (collected.digest === (workspace.secretsDigest ?? '')) return;
  await place(dependencies, engine, workspace, {
    collected,
    open: openAll(dependencies, collected),
    why: 'change',
  });
}

/** What hides the values a workspace has, in lines that people will read. */
export async function maskOf(
  dependencies: Pick<Dependencies, 'db' | 'secrets'>,
  workspace: Receiving,
): Promise<(line: string) => string> {
  return createMask(openAll(dependencies, await collectSecrets(dependencies.db, workspace)));
}

async function place(
  dependencies: Needs,
  engine: Engine,
  { id, organizationId, userId }: Receiving,
  { collected, open, why }: { collected: Collected; open: OpenSecret[]; why: 'start' | 'change' },
): Promise<void> {
  await noteDelivery(dependencies, { workspaceId: id, organizationId, userId, secrets: collected.secrets, why });
  const { exitCode, stderr } = await engine.run(containerName('workspace', id), placeSecrets(open), {
    timeoutMs: TIMEOUT_MS,
  });
  // Also when it failed: what is wrong with a container doesn't change by itself, and each attempt is a read.
  await keepDigest(dependencies, { id }, collected.digest);
  if (exitCode !== 0) throw new EngineError('other', `secrets were not delivered: ${stderr}`);
}

async function keepDigest({ db }: Needs, { id }: Pick<Receiving, 'id'>, secretsDigest: string): Promise<void> {
  await db.update(workspaces).set({ secretsDigest }).where(eq(workspaces.id, id));
}

function openAll({ secrets }: Pick<Needs, 'secrets'>, collected: Collected): OpenSecret[] {
  return collected.secrets.map(({ name, kind, sealed }) => ({ name, kind, value: secrets.open(sealed) }));
}

function hiding(progress: InitProgress, mask: (line: string) => string): InitProgress {
  return {
    ...progress,
    say: (code, text) => progress.say(code, mask(text)),
    output: (code) => {
      const told = progress.output(code);
      return (line) => told(mask(line));
    },
  };
}
