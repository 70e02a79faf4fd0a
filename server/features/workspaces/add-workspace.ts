import { randomBytes, randomInt } from 'node:crypto';
import { and, count, eq, ne } from 'drizzle-orm';
import { SHARED_LIMITS, slugFrom } from '#shared/features/workspaces/model.ts';
import type { Engine } from '../../compute/engine.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, Forbidden, Unavailable, ValidationError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { memberships } from '../organizations/tables.ts';
import { mayAddFor, type WorkspaceRecord } from './access.ts';
import { keepChange } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';
import { type GitSource, parseGitUrl } from './git-url.ts';
import { addInitMessage } from './init-messages.ts';
import { readCapacityMb, reserveCapacity } from './reserve-capacity.ts';
import { choose, databases, languages, type SoftwareOption } from './software.ts';
import { workspaces } from './tables.ts';
import { mustOwnKey } from './update-workspace.ts';

export interface AddInput {
  name: string;
  userId: string;
  sshKeyId: string;
  serverId: string;
  language: string;
  database: string;
  gitUrl?: string | undefined;
}

const { cpuCores, memoryGb, diskGb, perLicence } = SHARED_LIMITS;
const MEMORY_MB = memoryGb * 1024;

/**
 * Adds a workspace and has it launched in the background. Quota, key, memory and name are checked and taken in one
 * transaction. @throws Forbidden, ValidationError, Conflict (quota, memory), Unavailable
 */
export async function addWorkspace(context: Context, input: AddInput): Promise<{ id: string }> {
  const { actor, db } = context;
  if (actor.role === 'user') throw new Forbidden('Your role can’t add workspaces. Please ask an owner, admin or lead.');
  const { language, database, git } = await check(context, input);
  const engine = placement(context);
  const capacityMb = await readCapacityMb(context, engine);
  const id = await db.transaction(async (tx) => {
    await mustBeLicensed(tx, actor.organizationId, input.userId);
    await mustOwnKey(tx, input.userId, input.sshKeyId);
    await mustHaveRoom(tx, actor.organizationId, input.userId);
    await reserveCapacity(tx, { engineId: engine.id, memoryMb: MEMORY_MB, capacityMb });
    const workspace = await insert(context, tx, { ...input, engine, language, database, git });
    await keepChange(context, tx, workspace, { cause: 'created', userId: actor.userId });
    await addInitMessage(context, tx, {
      workspaceId: workspace.id,
      revision: workspace.revision,
      code: 'W01',
      text: 'Preparing the workspace.',
    });
    await requestConvergence(tx, workspace.id);
    await record(context, { action: 'workspaces.add', targetId: workspace.id, details: { name: input.name } }, tx);
    return workspace.id;
  });
  return { id };
}

/** What can be checked before the transaction; all wrong fields are named at once. */
async function check(context: Context, input: AddInput) {
  const fields: Record<string, string> = {};
  const [languageOptions, databaseOptions] = await Promise.all([languages(context), databases(context)]);
  const language = choose(languageOptions, input.language);
  const database = choose(databaseOptions, input.database);
  if (!language) fields.language = 'This language can’t be had here.';
  if (!database) fields.database = 'This database can’t be had here.';
  if (input.serverId !== 'shared') fields.server_id = 'This server is not there, or not yours to use.';
  if (!isId(input.userId) || !(await mayAddFor(context.db, context.actor, input.userId))) {
    fields.user_id = 'You can’t add a workspace for this user.';
  }
  const git = input.gitUrl
    ? await parseGitUrl(input.gitUrl, { allowPrivateHosts: context.config.gitAllowPrivateHosts }).catch((error) => {
        if (error instanceof ValidationError) Object.assign(fields, error.fields);
        else throw error;
        return null;
      })
    : null;
  if (!language || !database || Object.keys(fields).length > 0) throw new ValidationError(fields);
  return { language, database, git };
}

/** Shared workspaces are on the first engine there is. */
function placement(context: Context): Engine {
  const [engine] = context.engines.list();
  if (!engine) throw new Unavailable('There is no machine for shared workspaces.');
  return engine;
}

/** Locks the membership, so that the quota of one user is counted by one transaction at a time. */
async function mustBeLicensed(tx: Transaction, organizationId: string, userId: string): Promise<void> {
  const [member] = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.userId, userId),
        eq(memberships.status, 'active'),
      ),
    )
    .for('update');
  if (!member) throw new ValidationError({ user_id: 'You can’t add a workspace for this user.' });
}

async function mustHaveRoom(tx: Transaction, organizationId: string, userId: string): Promise<void> {
  const [row] = await tx
    .select({ taken: count() })
    .from(workspaces)
    .where(
      and(
        eq(workspaces.organizationId, organizationId),
        eq(workspaces.userId, userId),
        eq(workspaces.serverId, 'shared'),
        ne(workspaces.status, 'Deleted'),
      ),
    );
  if ((row?.taken ?? 0) >= perLicence) {
    throw new Conflict(`Each licensed user has ${perLicence} shared workspaces, and all ${perLicence} are in use.`);
  }
}

interface Placed {
  engine: Engine;
  language: SoftwareOption;
  database: SoftwareOption;
  git: GitSource | null;
}

async function insert(
  context: Context,
  tx: Transaction,
  input: Omit<AddInput, keyof Placed> & Placed,
): Promise<WorkspaceRecord> {
  const { clock, secrets } = context;
  const { git } = input;
  for (const slug of slugs(input.name)) {
    const [row] = await tx
      .insert(workspaces)
      .values({
        id: newId(),
        organizationId: context.actor.organizationId,
        userId: input.userId,
        sshKeyId: input.sshKeyId,
        name: input.name,
        slug,
        status: 'Pending',
        serverId: 'shared',
        engineId: input.engine.id,
        language: input.language.id,
        languageVersion: input.language.version,
        database: input.database.id,
        databasePassword: input.database.id === 'none' ? null : secrets.seal(randomBytes(12).toString('hex')),
        gitUrl: git?.url ?? null,
        gitCredentials: git?.credentials ? secrets.seal(git.credentials) : null,
        cpuCores,
        memoryMb: MEMORY_MB,
        diskGb,
        createdAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning();
    if (row) return row;
  }
  throw new Conflict('No free address was found for this name. Please choose another one.');
}

const SLUG_ATTEMPTS = 8;

/** The plain slug first, then with a random ending. `name-3000` would look like a port of `name`. */
function* slugs(name: string): Generator<string> {
  const plain = slugFrom(name);
  if (!/-\d+$/.test(plain)) yield plain;
  for (let attempt = 0; attempt < SLUG_ATTEMPTS; attempt += 1) yield `${plain}-${ending()}`;
}

/** Five letters and digits, a letter first. */
function ending(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz';
  const all = `${letters}23456789`;
  const pick = (from: string) => from.charAt(randomInt(from.length));
  return pick(letters) + Array.from({ length: 4 }, () => pick(all)).join('');
}
