import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What electron-builder may see of the environment. CI hands over a missing secret as an empty text, which signing takes
 * for a certificate; notarization wants its key in a file, which is written into `folder` if the variable holds the key.
 */
export function packEnvironment(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const key = set.APPLE_API_KEY;
  if (!key || existsSync(key)) return set;
  const file = path.join(folder, 'notarization-key.p8');
  writeFileSync(file, key, { mode: 0o600 });
  return { ...set, APPLE_API_KEY: file };
}

/** The feed the packages update themselves from; none if no address is set. */
export function feedOptions({ SLIPWAY_UPDATE_URL: url }: NodeJS.ProcessEnv): string[] {
  return url ? ['--config.publish.provider=generic', `--config.publish.url=${url}`] : [];
}
