import { eq } from 'drizzle-orm';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { users } from '../people/tables.ts';
import { parseGitUrl } from '../workspaces/index.ts';

/** The repository that new workspaces of the caller install their dotfiles from; null without. */
export async function getDotfiles({ actor, db }: Context): Promise<string | null> {
  const [user] = await db.select({ url: users.dotfilesUrl }).from(users).where(eq(users.id, actor.userId));
  return user?.url ?? null;
}

/** Null removes it; workspaces that have them keep them. @throws ValidationError on `dotfiles_url` */
export async function updateDotfiles(context: Context, input: { url: string | null }): Promise<void> {
  const { actor, clock, db } = context;
  const dotfilesUrl = input.url === null ? null : await checkUrl(context, input.url);
  await db.transaction(async (tx) => {
    await tx.update(users).set({ dotfilesUrl, updatedAt: clock.now() }).where(eq(users.id, actor.userId));
    const details = { dotfiles: dotfilesUrl };
    await record(tx, context, { action: 'profile.update-dotfiles', targetId: actor.userId, details });
  });
}

async function checkUrl({ config }: Context, text: string): Promise<string> {
  try {
    const { url, credentials } = await parseGitUrl(text, { config });
    if (credentials === null) return url;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError({ dotfiles_url: error.fields.git_url ?? error.message });
  }
  throw new ValidationError({
    dotfiles_url: say('profile.dotfilesCredentials'),
  });
}
