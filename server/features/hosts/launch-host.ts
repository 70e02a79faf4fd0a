import { eq } from 'drizzle-orm';
import { HOST_READY } from '#shared/features/hosts/model.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MachineUnavailable } from '../../compute/providers/provider.ts';
import { RegistryError } from '../../compute/registry/registry-error.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { createProgress, type InitProgress, registrySentence } from '../instances/index.ts';
import { hosts } from '../machines/tables.ts';
import { abandonHost } from './abandon-host.ts';
import { changeHostStatus } from './change-status.ts';
import { fenceHost } from './fence-host.ts';
import type { HostRecord } from './find-host.ts';
import { loadEngines } from './keep-engines.ts';
import { sealMachine } from './machine.ts';
import { claimOf } from './machine-spec.ts';
import { announceHost, hostMessages, REVISION, tellHost, tellPositions } from './messages.ts';
import { ProofFailed, proveHost } from './prove-host.ts';

const ATTEMPTS = 3;
const TICKET = say('hosts.contactSupport');

/**
 * Creates the machine of a host and proves it before it becomes Active, in up to three attempts. If that fails, its
 * charge is credited and nothing is left behind. A crash anywhere in it is fixed by running it again.
 * @throws the signal's reason if the process stops
 */
export async function launchHost(dependencies: Dependencies, host: HostRecord, signal: AbortSignal): Promise<void> {
  // A crash isn't the machine's fault: the interrupted attempt is repeated, and counts once.
  for (let attempt = Math.max(host.attempts, 1); ; attempt += 1) {
    await beginAttempt(dependencies, host, attempt);
    const progress = createProgress(dependencies, hostMessages, { id: host.id, revision: REVISION }, (line) => line);
    try {
      await makeAndProve(dependencies, host, { progress, signal });
      await progress.flush();
      return await becomeActive(dependencies, host);
    } catch (error) {
      await progress.flush().catch(() => undefined);
      signal.throwIfAborted();
      dependencies.log.warn({ err: error, hostId: host.id, attempt }, 'a host could not be made');
      if (!isWorthAnotherTry(error) || attempt >= ATTEMPTS) {
        const reason = [`${sentence(error)} ${TICKET}`, progress.tail()].filter(Boolean).join('\n');
        return abandonHost(dependencies, host.id, reason);
      }
      await tellHost(dependencies, dependencies.db, { id: host.id, code: 'H01', text: sentence(error), again: true });
    }
  }
}

async function beginAttempt(dependencies: Dependencies, { id }: HostRecord, attempt: number): Promise<void> {
  await dependencies.db.transaction(async (tx) => {
    await tx.update(hosts).set({ attempts: attempt }).where(eq(hosts.id, id));
    await tellHost(dependencies, tx, {
      id,
      code: 'JA',
      text: say('hosts.attempt', { attempt, attempts: ATTEMPTS }),
      again: true,
    });
  });
}

async function makeAndProve(
  dependencies: Dependencies,
  host: HostRecord,
  { progress, signal }: { progress: InitProgress; signal: AbortSignal },
): Promise<void> {
  progress.say('H01', say('hosts.preparing'));
  const provider = dependencies.hostProviders.get(host.provider);
  const remote = await provider.create(claimOf(host), { onOutput: progress.output('H01'), signal });
  await dependencies.db.transaction(async (tx) => {
    await tx
      .update(hosts)
      .set({ machine: sealMachine(dependencies, { remote }) })
      .where(eq(hosts.id, host.id));
    await announceHost(dependencies, tx, host);
  });
  await loadEngines(dependencies, host.id);
  progress.say('H03', say('hosts.engineAnswers'));
  await fenceHost(dependencies, host.id);
  await proveHost(dependencies, dependencies.engines.get(host.id), host, progress);
}

async function becomeActive(dependencies: Dependencies, { id }: HostRecord): Promise<void> {
  const { clock, db } = dependencies;
  await db.transaction(async (tx) => {
    const [host] = await tx.select().from(hosts).where(eq(hosts.id, id)).for('update');
    if (!host || host.status === 'Deleted') return;
    // A host to be deleted stays so.
    const set = { launchedAt: clock.now(), lostAt: null };
    if (host.status === 'Pending') await changeHostStatus(dependencies, tx, host, { to: 'Active', set });
    else await tx.update(hosts).set(set).where(eq(hosts.id, id));
    await tellHost(dependencies, tx, { id, code: HOST_READY, text: say('hosts.ready') });
    await tellPositions(dependencies, tx);
  });
}

/** A failed proof would fail again: the machine isn't what it should be. */
function isWorthAnotherTry(error: unknown): boolean {
  return !(error instanceof ProofFailed && error.final);
}

function sentence(error: unknown): string {
  if (error instanceof ProofFailed || error instanceof MachineUnavailable) return error.message;
  if (error instanceof RegistryError) return registrySentence(error);
  if (isEngineError(error, 'out-of-disk')) return say('hosts.diskFull');
  if (isEngineError(error, 'unreachable', 'timeout')) return say('hosts.machineNotResponding');
  return say('hosts.notPrepared');
}
