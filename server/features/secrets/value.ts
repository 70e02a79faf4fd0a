import { SECRET_MAX_BYTES, type SecretKind } from '#shared/features/secrets/model.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';

/** How many bytes a value has that came with a call. @throws ValidationError on `value`, which it never repeats */
export function measureValue(kind: SecretKind, value: string): number {
  const bytes = bytesOf(kind, value);
  if (kind === 'file' && bytes.toString('base64') !== value) {
    throw new ValidationError({ value: say('secrets.fileUnreadable') });
  }
  if (kind === 'text' && value.includes('\0')) {
    throw new ValidationError({ value: say('secrets.nullCharacters') });
  }
  if (bytes.length > SECRET_MAX_BYTES) {
    throw new ValidationError({ value: say('secrets.tooLarge', { kilobytes: SECRET_MAX_BYTES / 1024 }) });
  }
  return bytes.length;
}

/** What lies in the file of a secret. */
export function bytesOf(kind: SecretKind, value: string): Buffer {
  return Buffer.from(value, kind === 'file' ? 'base64' : 'utf8');
}
