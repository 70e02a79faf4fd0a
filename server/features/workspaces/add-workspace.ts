import { randomBytes } from 'node:crypto';
import { PORT_DEFAULTS } from '#shared/features/workspaces/model.ts';
import { isSshAddress } from '#shared/features/workspaces/repository-address.ts';
import type { Transaction } from '../../platform/database.ts';
import { Forbidden, ValidationError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { noteSpareClaim } from '../../platform/metrics.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { homeCapacity, type Place, reservePlace } from '../capacity/index.ts';
import { type Choice, choose, chooseLanguages, databases, languages } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { findHost } from '../hosts/index.ts';
import {
  addMessage,
  holdFreeSlug,
  insertRecord,
  keepChange,
  lockInstance,
  madeBy,
  requestConvergence,
  type Spare,
} from '../instances/index.ts';
import { holdLaunchable, holdPrepared, type SnapshotRecord } from '../snapshots/index.ts';
import { mayAddFor, type WorkspaceRecord } from './access.ts';
import type { AddInput } from './add-input.ts';
import { claimSpare, keepSpareAt } from './claim-spare.ts';
import { giveDeployKey, shareDeployKey } from './deploy-keys.ts';
import { blameTemplate, fillFromTemplate, type Origin } from './from-template.ts';
import { type GitSource, parseGitUrl } from './git-url.ts';
import { takeKeepalive } from './keepalive.ts';
import { workspaceKind } from './kind.ts';
import { assignTcpPorts } from './ports.ts';
import { mustBeLicensed, mustHaveRoom } from './quota.ts';
import { chooseResources, type Resources } from './resources.ts';
import { workspaces } from './tables.ts';
import { mustOwnKey } from './update-workspace.ts';

const NO_SNAPSHOT = { snapshot_id: say('services.snapshotUnavailable') };

/**
 * Adds a workspace and launches it in the background. Quota, key, memory and name are checked and taken in one
 * transaction. @throws Forbidden, ValidationError, Conflict (quota, memory), Unavailable
 * @param within runs last in that transaction
 */
export async function addWorkspace(
  context: Context,
  asked: AddInput,
  within?: (tx: Transaction, workspace: WorkspaceRecord) => Promise<void>,
): Promise<{ id: string }> {
  const { actor, config, db } = context;
  if (actor.role === 'user') throw new Forbidden(say('workspaces.roleCannotCreate'));
  const { filled: input, origin } = await fillFromTemplate(context, asked);
  const { language, moreLanguages, database, git, snapshot, resources } = await check(context, input).catch(
    (error: unknown) => {
      if (!origin || !(error instanceof ValidationError)) throw error;
      throw new ValidationError(blameTemplate(error.fields));
    },
  );
  const homeMb = await homeCapacity(context, input.serverId);
  const isPrepared = git !== null && origin !== null && (await holdPrepared(db, origin)) !== null;
  const image =
    snapshot || input.copyOf || isPrepared || input.serverId !== 'shared'
      ? null
      : await context.images.nameOf({ ...choiceOf(language, database), moreLanguages });
  const mayTakeSpare = image !== null && (input.ide ?? 'vscode') === 'vscode';
  const { id, spare } = await db.transaction(async (tx) => {
    // First, as whoever starts or stops it does.
    if (input.copyOf) await lockInstance(tx, workspaceKind, actor, input.copyOf.id);
    const tokenId = await madeBy(tx, actor, 'workspace');
    await mustBeLicensed(tx, actor.organizationId, input.userId);
    await mustOwnKey(tx, input.userId, input.sshKeyId);
    if (input.serverId === 'shared') await mustHaveRoom(tx, actor.organizationId, input.userId);
    const { organizationId } = actor;
    const wanted = { organizationId, need: resources, homeMb, image, serverId: input.serverId };
    // Before its memory is reserved: that of the spare is then free for it.
    const taken = mayTakeSpare ? await claimSpare(tx, { organizationId, image, resources }) : null;
    const place = await reservePlace(context, tx, wanted);
    const spare = taken && (await keepSpareAt(tx, taken, place.engineId));
    if (snapshot && !(await holdLaunchable(tx, actor, snapshot.id))) throw new ValidationError(NO_SNAPSHOT);
    const prepared = isPrepared && origin ? await holdPrepared(tx, origin) : null;
    const { userId, serverId, keepaliveMove = false } = input;
    if (input.keepalive) {
      await takeKeepalive(context, tx, { organizationId, userId, serverId }, keepaliveMove);
    }
    const workspace = await insert(context, tx, {
      ...input,
      origin,
      place,
      spare,
      snapshot,
      prepared,
      language,
      moreLanguages,
      database,
      git,
      resources,
      tokenId,
    });
    await assignTcpPorts(context, tx, workspace);
    if (git && !snapshot && isSshAddress(git.url)) {
      await giveDeployKey(context, tx, { workspaceId: workspace.id, keyId: input.deployKeyId });
    }
    if (snapshot) await shareDeployKey(context, tx, { workspaceId: workspace.id, sourceId: snapshot.instanceId });
    await keepChange(context, tx, workspaceKind, workspace, { cause: 'created', userId: actor.userId });
    await addMessage(context, tx, workspaceKind, {
      id: workspace.id,
      revision: workspace.revision,
      code: 'W01',
      text: say('workspaces.preparing'),
    });
    await requestConvergence(tx, workspaceKind, workspace.id);
    const details = { name: input.name, ...(origin && { template: `${origin.name}, version ${origin.version}` }) };
    await record(tx, context, { action: 'workspaces.add', targetId: workspace.id, details });
    await within?.(tx, workspace);
    return { id: workspace.id, spare };
  });
  if (mayTakeSpare && config.spares > 0) noteSpareClaim(spare ? 'hit' : 'miss');
  return { id };
}

/** Checks that need no transaction; reports all wrong fields at once. */
async function check(context: Context, input: AddInput & { serverId: string }) {
  const fields: Record<string, string> = {};
  const [languageOptions, databaseOptions] = await Promise.all([languages(context), databases(context)]);
  const snapshot = input.snapshotId ? await holdLaunchable(context.db, context.actor, input.snapshotId) : null;
  const origin = input.copyOf ?? snapshot;
  const chosen = chooseLanguages(languageOptions, { language: input.language, more_languages: input.moreLanguages });
  const [language, database]: (Choice | undefined)[] = origin
    ? [
        { id: origin.language, version: origin.languageVersion },
        { id: origin.database, version: null },
      ]
    : [chosen.languages[0], choose(databaseOptions, input.database ?? '')];
  const moreLanguages = origin ? origin.moreLanguages : chosen.languages.slice(1).map(({ value }) => value);
  if (input.snapshotId && !snapshot) throw new ValidationError(NO_SNAPSHOT);
  if (!origin) Object.assign(fields, chosen.fields);
  if (!database) fields.database = say('workspaces.databaseUnavailable');
  if (
    input.serverId !== 'shared' &&
    (await findHost(context, context.actor.organizationId, input.serverId))?.status !== 'Active'
  ) {
    fields.server_id = say('capacity.hostMissing');
  }
  if (!isId(input.userId) || !(await mayAddFor(context.db, context.actor, input.userId))) {
    fields.user_id = say('workspaces.userRefused');
  }
  const noted = (error: unknown) => {
    if (!(error instanceof ValidationError)) throw error;
    Object.assign(fields, error.fields);
    return null;
  };
  if (input.gitUrl && input.sample) fields.git_url = say('workspaces.repositoryOrSample');
  const git = input.gitUrl ? await parseGitUrl(input.gitUrl, { ...context, ref: input.gitRef }).catch(noted) : null;
  if (input.gitRef && !input.gitUrl) fields.git_ref = say('workspaces.refWithoutRepository');
  const resources = orNoted(() => chooseResources(input.serverId, input), noted);
  if (!language || !database || !resources || Object.keys(fields).length > 0) throw new ValidationError(fields);
  return { language, moreLanguages, database, git, snapshot, resources };
}

function orNoted<T>(work: () => T, noted: (error: unknown) => null): T | null {
  try {
    return work();
  } catch (error) {
    return noted(error);
  }
}

const choiceOf = ({ id, version }: Choice, database: Choice) => ({
  language: id,
  languageVersion: version,
  database: database.id,
});

interface Placed {
  tokenId: string | null;
  origin: Origin | null;
  place: Place;
  spare: Spare | null;
  snapshot: SnapshotRecord | null;
  /** A copy of its template, which gets the newest commits of the repository at the launch. */
  prepared: SnapshotRecord | null;
  language: Choice;
  moreLanguages: string[];
  database: Choice;
  git: GitSource | null;
  resources: Resources;
}

async function insert(
  context: Context,
  tx: Transaction,
  input: Omit<AddInput, keyof Placed> & Placed,
): Promise<WorkspaceRecord> {
  const { clock, secrets } = context;
  const { copyOf, git } = input;
  const origin = copyOf ?? input.snapshot;
  const { organizationId } = context.actor;
  return insertRecord(tx, workspaces, {
    id: input.spare?.id ?? newId(),
    kind: 'workspace',
    organizationId,
    userId: input.userId,
    tokenId: input.tokenId,
    sshKeyId: input.sshKeyId,
    secretNames: input.secretNames ?? null,
    name: input.name,
    slug: await holdFreeSlug(context, tx, { organizationId, name: input.name }),
    status: 'Pending',
    ...input.place,
    ide: input.ide ?? 'vscode',
    snapshotId: input.snapshot?.id ?? input.prepared?.id ?? null,
    templateId: input.origin?.id ?? input.madeFrom?.templateId ?? null,
    templateVersion: input.origin?.version ?? input.madeFrom?.templateVersion ?? null,
    language: input.language.id,
    languageVersion: input.language.version,
    moreLanguages: input.moreLanguages,
    database: input.database.id,
    databasePassword: input.spare?.databasePassword ?? newDatabasePassword(context, input.database.id),
    gitUrl: origin ? origin.gitUrl : (git?.url ?? null),
    gitRef: copyOf?.gitRef ?? (origin ? null : (git?.ref ?? null)),
    gitCredentials: git?.credentials ? secrets.seal(git.credentials) : null,
    sample: origin ? null : (input.sample ?? null),
    cloneStatus: (git || input.sample) && !origin ? 'pending' : null,
    ...input.resources,
    port3000: input.port3000 ?? PORT_DEFAULTS[3000],
    port3030: input.port3030 ?? PORT_DEFAULTS[3030],
    port3000PassHost: input.port3000PassHost ?? false,
    port3030PassHost: input.port3030PassHost ?? false,
    useSsl: input.useSsl ?? true,
    keepalive: input.keepalive ?? false,
    warmSleep: input.warmSleep ?? true,
    hourlyPoints: input.hourlyPoints ?? false,
    deleteProtect: input.deleteProtect ?? false,
    createdAt: clock.now(),
  });
}

/** Random, encrypted; null without a database. */
export function newDatabasePassword({ secrets }: Pick<Context, 'secrets'>, database: string): string | null {
  return database === 'none' ? null : secrets.seal(randomBytes(12).toString('hex'));
}
