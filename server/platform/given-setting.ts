import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

type Environment = Record<string, string | undefined>;

/**
 * What is set by this name, or what is in the file that `<name>_FILE` names, as secrets of Docker are given.
 * @throws ConfigError
 */
export function givenSetting(environment: Environment, name: string): string | undefined {
  const [value, file] = [environment[name]?.trim(), environment[`${name}_FILE`]?.trim()];
  if (!file) return value;
  if (value) throw new ConfigError(`Set either ${name} or ${name}_FILE, not both.`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`${name}_FILE names ${JSON.stringify(file)}, which isn’t a file this account can read.`);
  }
}
