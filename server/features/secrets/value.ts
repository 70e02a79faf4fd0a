import { SECRET_MAX_BYTES, type SecretKind } from '#shared/features/secrets/model.ts';
import { ValidationError } from '../../platform/errors.ts';

/** How many bytes a value has that came with a call. @throws ValidationError on `value`, which it never repeats */
export function measureValue(kind: SecretKind, value: string): number {
  const bytes = bytesOf(kind, value);
  if (kind === 'file' && bytes.toString('base64') !== value) {
    throw new ValidationError({ value: 'This file couldn’t be read. Choose it again.' });
  }
  if (kind === 'text' && value.includes('\0')) {
    throw new ValidationError({ value: 'A variable can’t contain null characters. Add it as a file.' });
  }
  if (bytes.length > SECRET_MAX_BYTES) {
    throw new ValidationError({ value: `A secret can have ${SECRET_MAX_BYTES / 1024} KB at most.` });
  }
  return bytes.length;
}

/** What lies in the file of a secret. */
export function bytesOf(kind: SecretKind, value: string): Buffer {
  return Buffer.from(value, kind === 'file' ? 'base64' : 'utf8');
}
