import { eq } from 'drizzle-orm';
import type { EngineInfo } from '../../compute/engine.ts';
import { OtherEngine } from '../../compute/engine-error.ts';
import type { Recognize } from '../../compute/guard-engine.ts';
import { HOUR } from '../../platform/clock.ts';
import type { Dependencies } from '../context.ts';
import { engines } from './tables.ts';

/** Engines are asked inside transactions too, which may have all other connections: so these are `lookups`. */
type Needed = Pick<Dependencies, 'lookups' | 'config' | 'clock' | 'log'>;
type Known = Pick<typeof engines.$inferSelect, 'id' | 'identity' | 'memoryMb' | 'lastSeenAt'>;

/** The engine of the machine that the control plane runs on. */
const HOME = 'local';

/**
 * Knows engines by the id that each one calls itself, kept since it was first seen. Another one takes its place only if
 * nothing is lost by it, or if SLIPWAY_ADOPT_ENGINE names it. Only workers decide that: an API on another machine may have
 * a Docker of its own.
 */
export function recognizeEngines(dependencies: Needed): Recognize {
  const { config, log } = dependencies;
  const decides = config.roles.includes('worker');
  /** Once a process: of two processes that each adopt their own engine, the later one has its way. */
  let adoptable = config.adoptEngine;
  let told = '';
  return async (engineId, info) => {
    const known = decides ? await meet(dependencies, engineId, info) : await read(dependencies, engineId);
    if (!known) return;
    if (known.identity === info.identity) return noteSeen(dependencies, known, info);
    const kept = await countKept(dependencies, engineId);
    const isNamed = info.identity === adoptable;
    if (!decides || (kept > 0 && !isNamed)) {
      const refused = new OtherEngine(explain(dependencies, known, info, kept));
      if (told !== refused.message) log.error({ engineId }, refused.message);
      told = refused.message;
      throw refused;
    }
    if (isNamed) adoptable = undefined;
    log.warn({ engineId, identity: info.identity, before: known.identity, kept }, 'another engine is used from now on');
    await replace(dependencies, known, info);
  };
}

/** Changes nothing. @throws OtherEngine if a worker would refuse this machine's engine */
export async function refuseOtherEngine(
  dependencies: Pick<Needed, 'lookups' | 'config'>,
  { identity }: Pick<EngineInfo, 'identity'>,
): Promise<void> {
  const known = await read(dependencies, HOME);
  if (!known || known.identity === identity || dependencies.config.adoptEngine === identity) return;
  const kept = await countKept(dependencies, HOME);
  if (kept > 0) throw new OtherEngine(explain(dependencies, known, { identity }, kept));
}

/** Memory of an engine's machine as last seen, in MB; null if it was never seen. */
export async function recordedMemoryMb({ db }: Pick<Dependencies, 'db'>, engineId: string): Promise<number | null> {
  const [row] = await db.select({ memoryMb: engines.memoryMb }).from(engines).where(eq(engines.id, engineId));
  return row?.memoryMb ?? null;
}

async function read({ lookups }: Pick<Needed, 'lookups'>, id: string): Promise<Known | null> {
  const [row] = await lookups<Known[]>`
    select id, identity, memory_mb as "memoryMb", last_seen_at as "lastSeenAt" from engines where id = ${id}`;
  return row ?? null;
}

/** What is recorded of it; the first time, what it says. */
async function meet(dependencies: Needed, id: string, { identity, memoryMb }: EngineInfo): Promise<Known | null> {
  const found = await read(dependencies, id);
  if (found) return found;
  const now = dependencies.clock.now();
  await dependencies.lookups`
    insert into engines (id, identity, memory_mb, first_seen_at, last_seen_at)
    values (${id}, ${identity}, ${memoryMb}, ${now}, ${now}) on conflict do nothing`;
  return read(dependencies, id);
}

async function noteSeen({ lookups, clock }: Needed, known: Known, { memoryMb }: EngineInfo): Promise<void> {
  const now = clock.now();
  if (known.memoryMb === memoryMb && now.getTime() - known.lastSeenAt.getTime() < HOUR) return;
  await lookups`
    update engines set memory_mb = ${memoryMb}, last_seen_at = ${now}
    where id = ${known.id} and identity = ${known.identity}`;
}

/** Not if somebody else has replaced it meanwhile. */
async function replace({ lookups, clock }: Needed, known: Known, { identity, memoryMb }: EngineInfo): Promise<void> {
  const now = clock.now();
  await lookups`
    update engines set identity = ${identity}, memory_mb = ${memoryMb}, first_seen_at = ${now}, last_seen_at = ${now}
    where id = ${known.id} and identity = ${known.identity}`;
}

/** How many things have their files on the engine; nested machines are containers of this machine's. */
async function countKept({ lookups }: Pick<Needed, 'lookups'>, engineId: string): Promise<number> {
  const [row] = await lookups<{ kept: number }[]>`
    select ((select count(*) from instances where engine_id = ${engineId} and status <> 'Deleted')
      + (select count(*) from snapshots
          where engine_id = ${engineId} and status <> 'Deleted' and image_removed_at is null)
      + (select count(*) from hosts
          where ${engineId} = ${HOME} and provider = 'docker' and released_at is null))::int as kept`;
  return row?.kept ?? 0;
}

function explain(
  { config }: Pick<Needed, 'config'>,
  { id, identity: before }: Known,
  { identity }: Pick<EngineInfo, 'identity'>,
  kept: number,
): string {
  const where = id === HOME ? `at ${config.dockerSocket}` : `of the host ${id}`;
  return [
    `The Docker engine ${where} isn’t the one that the database knows: its id is ${identity}, not ${before}.`,
    `Either this is another machine, or Docker’s data folder (/var/lib/docker) is new. What is on the known engine (${kept} workspaces, services, snapshots and hosts) isn’t here.`,
    id === HOME
      ? 'Start workers and gateways on the machine that has it, or give Docker its data folder back.'
      : 'Give the host its earlier machine or data folder back.',
    `If what was there is lost for good and this is the engine to use from now on, start once with SLIPWAY_ADOPT_ENGINE=${identity}.`,
  ].join(' ');
}
