import { readdir, readFile } from 'node:fs/promises';
import { INSTALLATION_LABEL } from '#server/features/instances/names.ts';
import type { Sql } from '#server/platform/database.ts';
import { engine } from '#tests/gateway/container.ts';

/** What the server holds at one moment. */
export interface Sample {
  /** Seconds since the beginning. */
  at: number;
  /** Resident memory of the server's process in MB. */
  memory: number;
  descriptors: number;
  /** To the database, of the server alone. */
  connections: number;
  containers: number;
  images: number;
  networks: number;
  jobs: number;
  /** Rows by table; tables that were always empty are left out of charts. */
  rows: Record<string, number>;
}

/** `application_name` of the soak's own connections, which aren't counted. */
export const WATCHER = 'slipway-soak';

export async function takeSample(pid: number, sql: Sql, at: number): Promise<Sample> {
  const [status, descriptors, [counts], [installation]] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8'),
    readdir(`/proc/${pid}/fd`),
    sql`select (select count(*) from pg_stat_activity where datname = current_database()
          and application_name <> ${WATCHER})::int as connections,
        (select count(*) from graphile_worker._private_jobs where attempts < max_attempts)::int as jobs`,
    sql`select id from installation`,
  ]);
  const labels = { [INSTALLATION_LABEL]: String(installation?.id) };
  const [containers, images, networks, rows] = await Promise.all([
    engine.list(labels),
    engine.listImages(labels),
    engine.listNetworks(labels),
    countRows(sql),
  ]);
  return {
    at,
    memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    descriptors: descriptors.length,
    connections: Number(counts?.connections),
    jobs: Number(counts?.jobs),
    containers: containers.length,
    images: images.length,
    networks: networks.length,
    rows,
  };
}

async function countRows(sql: Sql): Promise<Record<string, number>> {
  const tables = await sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await sql`select count(*)::int as count from ${sql(String(name))}`;
    counts[String(name)] = Number(row?.count);
  }
  return counts;
}
