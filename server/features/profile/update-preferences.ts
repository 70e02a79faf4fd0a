import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { Theme } from '#shared/features/auth/contract.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { users } from '../people/tables.ts';

const CATALOGUES = path.resolve(import.meta.dirname, '../../../shared/i18n');

/**
 * Stores theme and language for all of the caller's devices. @throws ValidationError for a language without a catalogue
 */
export async function updatePreferences(
  context: Context,
  input: { theme?: Theme | undefined; locale?: string | undefined },
): Promise<void> {
  const { actor, clock, db } = context;
  const { theme, locale } = input;
  if (locale !== undefined && !(await languages()).includes(locale)) {
    throw new ValidationError({ locale: say('profile.languageUnavailable') });
  }
  const chosen = { ...(theme && { theme }), ...(locale && { locale }) };
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ ...chosen, updatedAt: clock.now() })
      .where(eq(users.id, actor.userId));
    await record(tx, context, { action: 'profile.update-preferences', targetId: actor.userId, details: chosen });
  });
}

/** Languages with catalogues. */
async function languages(): Promise<string[]> {
  const entries = await readdir(CATALOGUES, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
