import { DEFAULT_PORT, RESTORE_ERRORS } from '#shared/features/hosts/contract.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { GatewayTarget } from '../../gateway/directory.ts';
import { hostAddress, parseHost, portInside, safePath, type WorkspaceHost } from '../../gateway/http/host.ts';
import { SECOND } from '../../platform/clock.ts';
import { Conflict, Forbidden, NotFound, Unavailable } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { HostFull, NoCapacity } from '../capacity/index.ts';
import type { Context } from '../context.ts';
import { readInstance } from '../instances/index.ts';
import { serviceKind } from '../services/index.ts';
import { workspaceKind } from '../workspaces/index.ts';
import { createDirectory } from './directory.ts';
import { startEither } from './start-either.ts';

export interface RebootInput {
  /** Host name of a workspace, or its id. */
  hostname: string;
  port: string;
  path?: string | undefined;
  /** False only looks. */
  wake: boolean;
  /** Aborts when the person leaves. */
  signal: AbortSignal;
}

/** Shorter than the UI waits for an answer. */
const WAIT_MS = 20 * SECOND;
const DIAL_TIMEOUT_MS = 5 * SECOND;

/**
 * A visit to a sleeping workspace: starts it and returns where to go once it runs, or null if it is still starting
 * after 20 s. Works for everyone who may open it.
 * @throws NotFound, Forbidden, Conflict, Unavailable with the sentences of the contract
 */
export async function rebootHost(context: Context, input: RebootInput): Promise<{ redirectURL: string | null }> {
  const { actor, config } = context;
  const directory = createDirectory(context);
  const host = await findAddress(context, input.hostname);
  const port = host && containerPort(host, input.port);
  const target = host && port ? await directory.find(host.slug) : null;
  if (!host || !port || target?.organizationId !== actor.organizationId) {
    throw new NotFound(RESTORE_ERRORS.invalidHost);
  }
  if (!(await directory.mayOpen(actor, target.workspaceId))) throw new Forbidden(RESTORE_ERRORS.notAuthorized);
  if (input.wake && target.status === 'Offline') await start(context, target);
  else if (target.status === 'Offline' || target.status === 'Pending Deletion') throw offline();

  const patience = AbortSignal.any([input.signal, AbortSignal.timeout(WAIT_MS)]);
  const active = await directory.waitUntilActive(target.workspaceId, () => undefined, patience);
  if (!active && patience.aborted) return { redirectURL: null };
  if (!active?.containerId) throw offline();
  const inside = input.port === DEFAULT_PORT ? portInside(active, host) : port;
  await mustListen(context, active.engineId, active.containerId, inside);
  return { redirectURL: hostAddress(config, host.hostname) + safePath(input.path) };
}

async function findAddress(context: Context, hostname: string): Promise<WorkspaceHost | null> {
  const { workspaceDomain } = context.config;
  if (!isId(hostname)) return parseHost(hostname, workspaceDomain);
  const workspace =
    (await readInstance(context, workspaceKind, hostname)) ?? (await readInstance(context, serviceKind, hostname));
  return workspace && workspace.status !== 'Deleted'
    ? parseHost(`${workspace.slug}.${workspaceDomain}`, workspaceDomain)
    : null;
}

/** The port inside the container; null if the text isn't a port. */
function containerPort(host: WorkspaceHost, port: string): number | null {
  if (port === DEFAULT_PORT) return host.port;
  return /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535 ? Number(port) : null;
}

async function start(context: Context, target: GatewayTarget): Promise<void> {
  try {
    const service = await readInstance(context, serviceKind, target.workspaceId);
    await startEither(context, context.actor, target.workspaceId, { isWorkspace: service === null });
  } catch (error) {
    if (error instanceof NoCapacity || error instanceof HostFull)
      throw new Conflict(RESTORE_ERRORS.memory, { cause: error });
    if (error instanceof Unavailable || error instanceof Conflict) throw offline(error);
    throw error;
  }
}

async function mustListen(context: Context, engineId: string, containerId: string, port: number): Promise<void> {
  try {
    const stream = await context.engines.get(engineId).dial(containerId, port, { timeoutMs: DIAL_TIMEOUT_MS });
    stream.destroy();
  } catch (error) {
    if (isEngineError(error, 'port-not-listening')) throw new Conflict(RESTORE_ERRORS.port, { cause: error });
    if (isEngineError(error)) throw offline(error);
    throw error;
  }
}

function offline(cause?: unknown): Unavailable {
  return new Unavailable(RESTORE_ERRORS.offline, { cause });
}
