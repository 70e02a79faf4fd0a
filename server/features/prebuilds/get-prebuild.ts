import { desc, eq } from 'drizzle-orm';
import type { Prebuild } from '#shared/features/prebuilds/contract.ts';
import { isSshAddress, readRepositoryAddress } from '#shared/features/workspaces/repository-address.ts';
import type { Executor } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { holdPrepared } from '../snapshots/index.ts';
import { findTemplate, prebuildOf, whyUnsuitable } from './access.ts';
import { prebuildRuns } from './tables.ts';
import { webhookUrl } from './webhook-url.ts';

/** What a template has before anybody turned preparation on. */
const USUAL = { schedule: 'daily', hour: 4, weekday: 1, timeZone: 'UTC' } as const;

/** @throws Forbidden, NotFound */
export async function getPrebuild(context: Context, input: { templateId: string }): Promise<Prebuild> {
  const { actor, config, db } = context;
  const { template, content } = await findTemplate(db, actor, input.templateId);
  const prebuild = await prebuildOf(db, template.id);
  const run = prebuild && (await lastRun(db, prebuild.id));
  const copy = prebuild?.on ? await holdPrepared(db, template) : null;
  const { schedule, hour, weekday, timeZone } = prebuild ?? USUAL;
  const isSsh = content.git_url !== null && isSshAddress(readRepositoryAddress(content.git_url).url);
  return {
    on: prebuild?.on ?? false,
    unsuitable: whyUnsuitable(content),
    ...{ schedule, hour, weekday, time_zone: timeZone },
    next_date: prebuild?.nextAt?.toISOString() ?? null,
    waiting: prebuild?.asked != null && run?.state !== 'running',
    waiting_reason: prebuild?.askedDetail ?? null,
    webhook_url: prebuild?.on ? webhookUrl(config, prebuild.id) : null,
    has_secret: prebuild?.webhookSecret != null,
    deploy_key: prebuild?.on && isSsh ? prebuild.publicKey : null,
    copy: copy && { commit: copy.gitCommit ?? '', date: copy.createdAt.toISOString() },
    last_run: run && {
      ...{ state: run.state, trigger: run.trigger, detail: run.detail, commit: run.commit },
      start_date: run.startedAt.toISOString(),
      end_date: run.endedAt?.toISOString() ?? null,
    },
  };
}

/** The end of what the last one wrote; empty if there was none. @throws Forbidden, NotFound */
export async function readPrebuildLog({ actor, db }: Context, input: { templateId: string }): Promise<string> {
  const { template } = await findTemplate(db, actor, input.templateId);
  const prebuild = await prebuildOf(db, template.id);
  return (prebuild && (await lastRun(db, prebuild.id))?.log) ?? '';
}

export async function lastRun(executor: Executor, prebuildId: string) {
  const [run] = await executor
    .select()
    .from(prebuildRuns)
    .where(eq(prebuildRuns.prebuildId, prebuildId))
    .orderBy(desc(prebuildRuns.startedAt), desc(prebuildRuns.id))
    .limit(1);
  return run ?? null;
}
