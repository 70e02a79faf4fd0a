import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import type { Keytar } from '../features/secret-store/index.ts';

const shape = z.object({ getPassword: z.function(), setPassword: z.function(), deletePassword: z.function() });

/**
 * keytar is optional: its native part is copied beside the app if `npm ci` could build it.
 * @throws Error if it, or its system library (libsecret), is missing
 */
export async function loadKeytar(appFolder: string): Promise<Keytar> {
  const load = createRequire(path.join(appFolder, 'main.cjs'));
  const keytar: unknown = load('./native/keytar/lib/keytar.js');
  shape.parse(keytar);
  return keytar as Keytar;
}
