import { setTimeout as delay } from 'node:timers/promises';
import type { Dependencies } from '#server/features/context.ts';
import { fallAsleep, lockRow } from '#server/features/instances/index.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import { createBus } from '#server/platform/bus.ts';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { engine } from '#tests/gateway/container.ts';
import { API_PORT } from './server-stage.ts';

/** The server's database and engine from another process, for what nobody can ask of its API: that time goes by. */
export function openFromOutside(databaseUrl: string, options: { name?: string } = {}) {
  const url = new URL(databaseUrl);
  if (options.name) url.searchParams.set('application_name', options.name);
  const { db, sql, lookups, close } = openDatabase(url.href, 2);
  const log = createLogger('error');
  const bus = createBus(sql, log);
  const config = readConfig({ SLIPWAY_GATEWAY_PORT: String(API_PORT + 1), SLIPWAY_DEVELOPMENT: 'true' });
  const publish: Dependencies['publish'] = (executor, kind, id, message) =>
    bus.notify(executor, 'room', { room: `/${kind}/${id}`, message });
  const engines = { get: () => engine } as unknown as Dependencies['engines'];
  const dependencies = { db, sql, lookups, bus, config, log, publish, engines, clock: systemClock } as Dependencies;
  return {
    db,
    sql,
    dependencies,
    close,
    /** The gateway learns of it as it does in operation: over the database. */
    async putToSleep(id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const workspace = await lockRow(tx, workspaceKind, id);
        if (!workspace || !(await fallAsleep(dependencies, tx, workspaceKind, workspace)))
          throw new Error('the workspace could not be frozen');
      });
      await delay(200);
    },
    /** Safety copies are made, and containers removed. */
    async untilIdle(): Promise<void> {
      for (;;) {
        const [row] =
          await sql`select count(*)::int as left from graphile_worker._private_jobs where attempts < max_attempts`;
        if (row?.left === 0) return;
        await delay(200);
      }
    },
  };
}
