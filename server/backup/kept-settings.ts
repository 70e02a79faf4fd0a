import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, SETTINGS } from '../platform/config.ts';
import { givenSetting } from '../platform/given-setting.ts';
import { BackupError } from './backup-error.ts';

/** What a backup keeps of the configuration: without the secret, nothing encrypted in the database can be read. */
export interface KeptSettings {
  secret: string;
  /** As in the environment. */
  settings: Record<string, string>;
}

/** What `compose.yaml` alone reads. */
const OF_COMPOSE = [
  ...['APP_DOMAIN', 'POSTGRES_PASSWORD', 'POSTGRES_MEMORY', 'SLIPWAY_MEMORY', 'SLIPWAY_USER', 'DOCKER_GROUP'],
  ...['CERTIFICATES', 'CERTIFICATES_DIR', 'DNS_PROVIDER', 'DNS_TOKEN', 'CADDY_IMAGE', 'CADDY_GLOBAL_OPTIONS'],
  ...['API_UPSTREAMS', 'API_SERVERS', 'GATEWAY_UPSTREAMS', 'SECOND_API_PORT', 'COMPOSE_FILE'],
];
const LEFT_OUT = new Set(['SLIPWAY_BACKUP_PASSPHRASE', 'SLIPWAY_ADOPT_ENGINE']);

export function keepSettings(secret: string, environment: Record<string, string | undefined>): KeptSettings {
  const names = [...Object.values(SETTINGS).map(({ name }) => name as string), ...OF_COMPOSE];
  const given = names.flatMap((name) => {
    const value = LEFT_OUT.has(name) ? undefined : givenSetting(environment, name);
    return value ? [[name, value] as const] : [];
  });
  return { secret, settings: Object.fromEntries(given) };
}

/** As a file that Compose and shells read. */
export function asEnvironmentFile({ secret, settings }: KeptSettings): string {
  const quoted = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;
  return Object.entries({ ...settings, SLIPWAY_SECRET: secret })
    .map(([name, value]) => `${name}=${quoted(value)}\n`)
    .join('');
}

/** The installation's secret. @throws BackupError where it never ran */
export async function readSecret({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (secret) return secret;
  const file = path.join(dataDir, 'secret');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept) return kept;
  throw new BackupError(
    `There is nothing to back up: SLIPWAY_SECRET isn’t set, and ${file} doesn’t exist. Set SLIPWAY_DATA_DIR to the data folder of the installation.`,
  );
}
