import { changesState, type Route } from '#shared/api/route.ts';
import type { Forbidden } from '../../platform/errors.ts';
import type { PublicContext } from '../context.ts';
import { record } from './record.ts';

interface Refusal {
  route: Route;
  /** Parameters of the path. */
  params: Record<string, unknown> | undefined;
  error: Forbidden;
}

/** Records that somebody signed in tried to change what they may not. Refused reads aren't recorded. */
export async function recordRefusal(context: PublicContext, { route, params, error }: Refusal): Promise<void> {
  if (!context.actor || !changesState(route)) return;
  const [target] = Object.values(params ?? {});
  const details = { call: `${route.method.toUpperCase()} ${route.path}`, reason: error.message };
  const targetId = typeof target === 'string' ? target : null;
  const entry = { action: 'access.refused', targetId, outcome: 'failure', details } as const;
  await context.db.transaction((tx) => record(tx, context, entry));
}
