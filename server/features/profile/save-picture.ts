import { eq } from 'drizzle-orm';
import { PICTURE_TYPES } from '#shared/features/profile/contract.ts';
import { ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { users } from '../people/tables.ts';
import { pictures } from './tables.ts';

/** Edge in pixels: sharp at 128 points on a phone with three pixels a point. */
const EDGE = 384;
/** A small file can decode to gigabytes. */
const MOST_PIXELS = 50_000_000;
const NO_PICTURE = say('profile.pictureUnreadable');

/**
 * Re-encodes the picture: square, WebP, without metadata. @returns its address
 * @throws ValidationError on `picture`
 */
export async function savePicture(context: Context, bytes: Buffer): Promise<string> {
  const { actor, clock, db } = context;
  const webp = await reencode(bytes);
  const id = newId();
  const address = `/api/pictures/${id}`;
  await db.transaction(async (tx) => {
    const picture = { id, webp, createdAt: clock.now() };
    await tx
      .insert(pictures)
      .values({ ...picture, userId: actor.userId })
      .onConflictDoUpdate({ target: pictures.userId, set: picture });
    await tx.update(users).set({ image: address, updatedAt: clock.now() }).where(eq(users.id, actor.userId));
    await record(tx, context, { action: 'profile.save-picture', targetId: actor.userId });
  });
  return address;
}

async function reencode(bytes: Buffer): Promise<Buffer> {
  // Large, and seldom needed.
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { format, compression } = await picture.metadata();
    const type = `image/${format === 'heif' && compression === 'av1' ? 'avif' : format}`;
    if (!PICTURE_TYPES.includes(type)) throw new Error(`No picture: ${type}`);
    return await picture.autoOrient().resize(EDGE, EDGE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer();
  } catch {
    throw new ValidationError({ picture: NO_PICTURE }, NO_PICTURE);
  }
}
