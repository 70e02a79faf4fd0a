import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { oneLine } from '#shared/api/one-line.ts';
import { SUPPORT_LIMITS } from '#shared/features/support/model.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';

export interface Attachment {
  filename: string;
  /** Its file on disk until the form has been handled. */
  path: string;
}

export interface Form {
  fields: Record<string, string>;
  attachments: Attachment[];
  /** Removes the files. */
  dispose(): Promise<void>;
}

/** Reads multipart/form-data; files stream to disk, never into memory. @throws ValidationError */
export async function readForm(request: Request): Promise<Form> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data') || !request.body) {
    throw new ValidationError({ body: say('support.formNotMultipart') });
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-support-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await parse(request.body as ReadableStream, type, folder)), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function parse(body: ReadableStream, type: string, folder: string): Promise<Omit<Form, 'dispose'>> {
  const fields: Record<string, string> = {};
  const attachments: Attachment[] = [];
  const writing: Promise<unknown>[] = [];
  let refusal: ValidationError | undefined;
  const refuse = (text: string) => {
    refusal ??= new ValidationError({ attachments: text });
  };
  const busboy = new Busboy({
    headers: { 'content-type': type } as BusboyHeaders,
    limits: {
      fileSize: SUPPORT_LIMITS.attachmentBytes,
      files: SUPPORT_LIMITS.attachments,
      fields: 20,
      fieldSize: 64 * 1024,
    },
  });
  busboy.on('field', (name, value) => {
    fields[name] = value;
  });
  busboy.on('file', (_, stream, filename) => {
    // Only the last part of a file name counts; an empty file field is ignored.
    const name = oneLine(path.basename(filename ?? '').slice(-200));
    if (!name) return stream.resume();
    const file = path.join(folder, String(attachments.length));
    attachments.push({ filename: name, path: file });
    stream.on('limit', () => refuse(say('support.fileTooLarge', { name })));
    writing.push(pipeline(stream, createWriteStream(file, { mode: 0o600 })));
  });
  busboy.on('filesLimit', () => refuse(say('support.tooManyFiles')));
  const done = finished(busboy);
  try {
    await pipeline(Readable.fromWeb(body), busboy);
    await done;
    await Promise.all(writing);
  } catch (error) {
    await Promise.allSettled([done, ...writing]);
    throw refusal ?? new ValidationError({ body: say('support.formUnreadable') }, String(error));
  }
  if (refusal) throw refusal;
  return { fields, attachments };
}
