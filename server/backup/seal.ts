import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** Bytes of plain text in a frame. */
const FRAME = 2 ** 20;
const TAG = 16;
const SALT = 32;

/** A file of a backup was changed, cut off, or sealed with another key. */
export class Damaged extends Error {
  override name = 'Damaged';
}

/** Size of a sealed file, by what is in it. */
export function sealedBytes(plain: number): number {
  return SALT + plain + TAG * Math.max(1, Math.ceil(plain / FRAME));
}

/**
 * Encrypts a stream of any length: AES-256-GCM in frames, with a key of its own. Each frame's nonce is its number and
 * whether it is the last one, so that frames can't be left out, swapped or cut off.
 */
export function seal(key: Buffer): Transform {
  const salt = randomBytes(SALT);
  const fileKey = deriveKey(key, salt);
  let number = 0;
  const write = (plain: Buffer, last: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonce(number, last));
    number += 1;
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  const stream = inFrames(FRAME, write);
  stream.push(salt);
  return stream;
}

/** The other way round. Fails with `Damaged`; what it gave out until then is what was sealed. */
export function unseal(key: Buffer): Transform {
  let fileKey: Buffer | null = null;
  let number = 0;
  const read = (frame: Buffer, last: boolean) => {
    if (!fileKey || frame.length < TAG) throw new Damaged('cut off');
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonce(number, last));
    number += 1;
    decipher.setAuthTag(frame.subarray(-TAG));
    try {
      return Buffer.concat([decipher.update(frame.subarray(0, -TAG)), decipher.final()]);
    } catch (cause) {
      throw new Damaged('changed or cut off', { cause });
    }
  };
  return inFrames(FRAME + TAG, read, {
    bytes: SALT,
    take: (salt) => {
      fileKey = deriveKey(key, salt);
    },
  });
}

/** Calls `turn` with frames of this size; the last one is known by the end, and may be shorter or empty. */
function inFrames(
  size: number,
  turn: (frame: Buffer, last: boolean) => Buffer,
  head?: { bytes: number; take(head: Buffer): void },
): Transform {
  let waiting: Buffer[] = [];
  let length = 0;
  let begun = head === undefined;
  const take = (bytes: number) => {
    const all = Buffer.concat(waiting);
    waiting = [all.subarray(bytes)];
    length -= bytes;
    return all.subarray(0, bytes);
  };
  const guarded = (done: TransformCallback, work: () => void) => {
    try {
      work();
    } catch (error) {
      return done(error as Error);
    }
    done();
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(chunk);
      length += chunk.length;
      guarded(done, () => {
        if (head && !begun && length >= head.bytes) {
          head.take(take(head.bytes));
          begun = true;
        }
        while (begun && length > size) this.push(turn(take(size), false));
      });
    },
    flush(done) {
      guarded(done, () => this.push(turn(take(length), true)));
    },
  });
}

function deriveKey(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'slipway backup', 32));
}

function nonce(number: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(number, 7);
  bytes[11] = last ? 1 : 0;
  return bytes;
}
