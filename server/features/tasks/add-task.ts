import type { z } from 'zod';
import type { addTaskBody } from '#shared/features/tasks/contract.ts';
import { PROGRAMS, type Program } from '#shared/features/tasks/model.ts';
import { DAY } from '../../platform/clock.ts';
import { Forbidden, ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { hasScope } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { collectSecrets } from '../secrets/index.ts';
import type { WorkspaceRecord } from '../workspaces/index.ts';
import { requestAdvance } from './advance-job.ts';
import { copyWorkspace, findTaskSource } from './copy-workspace.ts';
import { tasks } from './tables.ts';

/**
 * Begins a task in a throwaway copy. Its token can do no more than whoever asks.
 * @throws NotFound, Forbidden, Conflict, ValidationError
 */
export async function addTask(
  context: Context,
  input: z.output<typeof addTaskBody>,
): Promise<{ id: string; copyId: string }> {
  const { actor, clock } = context;
  const source = await findTaskSource(context, input);
  const whose = source.kind === 'workspace' ? source.workspace : { ...actor, gitUrl: source.gitUrl, secretNames: null };
  const program = input.program && PROGRAMS[input.program];
  const command = input.command.trim() || program?.command || null;
  // Only a command gets a token.
  for (const scope of command ? [...input.scopes, 'use' as const] : []) {
    if (!hasScope(actor, scope)) throw new Forbidden(say('auth.scopeMissing', { scope }));
  }
  if (actor.apiToken && input.cents > 0) throw new Forbidden(say('tasks.tokenBudgetRefused'));
  const runsItself = program !== null && command === program.command;
  if (runsItself && input.instructions.trim() === '') {
    throw new ValidationError({ instructions: say('tasks.programNeedsInstructions', { program: program.name }) });
  }
  const secretNames = await chooseSecrets(context, whose, input.secrets);
  if (runsItself) await mustHaveSecrets(context, { ...whose, secretNames }, program);
  const id = newId();
  const now = clock.now();
  const { id: copyId } = await copyWorkspace(
    context,
    source,
    { name: input.title, secretNames, snapshotId: input.snapshot_id },
    async (tx, copyId) => {
      await tx.insert(tasks).values({
        ...{ id, copyId, command, organizationId: actor.organizationId, userId: actor.userId },
        sourceId: source.kind === 'workspace' ? source.workspace.id : null,
        title: input.title,
        program: input.program,
        instructions: input.instructions,
        branch: branchOf(input.title, id),
        scopes: [...new Set(input.scopes)],
        minutes: input.minutes,
        cents: input.cents,
        createdAt: now,
        expiresAt: new Date(now.getTime() + input.days * DAY),
      });
      await requestAdvance(tx, id);
      await record(tx, context, {
        action: 'tasks.add',
        targetId: id,
        details: {
          title: input.title,
          secrets: secretNames?.join(', ') ?? 'all',
          ...(program && { program: program.name }),
        },
      });
    },
  );
  return { id, copyId };
}

/** Whose secrets a copy gets. */
type SecretsOf = Pick<WorkspaceRecord, 'organizationId' | 'userId' | 'gitUrl' | 'secretNames'>;

/**
 * Names of the secrets that the copy gets; null: all that its workspace has. An API token gives it none that it doesn't
 * name. @throws ValidationError
 */
async function chooseSecrets({ actor, db }: Context, source: SecretsOf, names: string[] | null) {
  if (names === null) return actor.apiToken ? [] : source.secretNames;
  const { secrets } = await collectSecrets(db, source);
  const missing = names.find((name) => secrets.every((each) => each.name !== name));
  if (missing !== undefined) throw new ValidationError({ secrets: say('tasks.noSuchSecret', { name: missing }) });
  return [...new Set(names)];
}

/** Told before anything is copied, not by a program that can't begin. @throws ValidationError */
async function mustHaveSecrets({ db }: Context, copy: SecretsOf, { name, secrets: needed }: Program) {
  const { secrets } = await collectSecrets(db, copy);
  const missing = needed.find((each) => secrets.every((secret) => secret.name !== each));
  if (missing)
    throw new ValidationError({ program: say('tasks.programNeedsSecret', { program: name, secret: missing }) });
}

/** What git takes as a branch, whatever script the title is in; the id's end tells equal titles apart. */
function branchOf(title: string, id: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return `task/${slug ? `${slug}-` : ''}${id.slice(-6)}`;
}
