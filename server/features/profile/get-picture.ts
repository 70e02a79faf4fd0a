import { eq } from 'drizzle-orm';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { PublicContext } from '../context.ts';
import { pictures } from './tables.ts';

/** The WebP of a picture, for anyone who knows its name: `<img>` sends no session header. @throws NotFound */
export async function getPicture({ db }: PublicContext, input: { id: string }): Promise<Buffer> {
  const [found] = isId(input.id) ? await db.select().from(pictures).where(eq(pictures.id, input.id)) : [];
  if (!found) throw new NotFound();
  return found.webp;
}
