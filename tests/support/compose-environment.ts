import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const DEPLOY = path.resolve(import.meta.dirname, '../../resources/deploy');

type Variables = Record<string, string>;

/**
 * The environment that Compose gives a service of a file in resources/deploy, when its file of settings holds these variables.
 * @throws if one that the file requires is missing
 */
export function composeEnvironment(service: string, dotenv: Variables, compose = 'compose.yaml'): Variables {
  const { services } = parse(readFileSync(path.join(DEPLOY, compose), 'utf8'), { merge: true });
  const { env_file: file, environment } = services[service];
  const own = Object.entries(environment as Variables).map(([name, value]) => [name, fill(String(value), dotenv)]);
  return { ...(file && dotenv), ...Object.fromEntries(own) };
}

const VARIABLE = /\$\{(\w+)(?::([?-])((?:[^${}]|\$\{[^{}]*\})*))?\}/g;

/** `${NAME}`, `${NAME:-default}` and `${NAME:?}`, with such variables in the default. */
function fill(text: string, dotenv: Variables): string {
  return text.replace(VARIABLE, (_, name: string, kind: string | undefined, rest = '') => {
    if (dotenv[name]) return dotenv[name];
    if (kind === '?') throw new Error(`required variable ${name} is missing a value`);
    return fill(rest, dotenv);
  });
}
