import { changesState, type Route } from '#shared/api/route.ts';
import { type AppError, Forbidden } from '../../platform/errors.ts';
import type { PublicContext } from '../context.ts';
import { record } from './record.ts';

interface Refusal {
  route: Route;
  /** Parameters of the path. */
  params: Record<string, unknown> | undefined;
  error: AppError;
}

/**
 * Records that somebody signed in tried to change what they may not, and whatever a token tried in vain. Refused reads
 * aren't recorded here.
 */
export async function recordRefusal(context: PublicContext, { route, params, error }: Refusal): Promise<void> {
  if (!context.actor || !changesState(route)) return;
  if (!context.actor.apiToken && !(error instanceof Forbidden)) return;
  const [target] = Object.values(params ?? {});
  const details = { call: `${route.method.toUpperCase()} ${route.path}`, reason: error.message };
  const targetId = typeof target === 'string' ? target : null;
  const entry = { action: 'access.refused', targetId, outcome: 'failure', details } as const;
  await context.db.transaction((tx) => record(tx, context, entry));
}
