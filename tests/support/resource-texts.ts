import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const RESOURCES = path.resolve(import.meta.dirname, '../../resources');

interface Item {
  name: string;
  description: string;
  ports: { name: string }[];
  environment: Property[];
  instructions: string;
}

interface Property {
  name: string;
  type: string;
  help?: string;
  group?: string;
  default?: unknown;
  pattern?: string;
  options?: { text: string }[];
}

/**
 * What the files of resources/ say to people: the keys of `shared/i18n/<locale>/resources.json`. Product names need no
 * translation, but may have one.
 */
export function resourceTexts(): { texts: string[]; names: string[] } {
  const items = globSync('catalogue/*.yaml', { cwd: RESOURCES }).map((file) => read<Item>(file));
  const options = read<{ name: string }[]>('server-options.yaml');
  const texts = items.flatMap(({ description, environment, instructions }) => [
    description,
    ...environment.flatMap(textsOf),
    ...paragraphsOf(instructions),
  ]);
  const names = items.flatMap(({ name, ports }) => [name, ...ports.map((port) => port.name)]);
  return { texts: unique([...texts, ...options.map(({ name }) => name)]), names: unique(names) };
}

function textsOf({ name, type, help, group, default: value, pattern, options }: Property): string[] {
  const prose = type === 'text' && pattern === undefined ? value : undefined;
  return [name, help, group, prose, ...(options ?? []).map(({ text }) => text)].filter(
    (text) => typeof text === 'string' && text !== '',
  ) as string[];
}

/** Lines that aren't code, with `{{0}}` … for the values. */
function paragraphsOf(instructions: string): string[] {
  return instructions
    .split('```')
    .filter((_, index) => index % 2 === 0)
    .flatMap((part) => part.split('\n'))
    .map((line) => {
      let count = 0;
      return line.trim().replace(/\{\{\w+\}\}/g, () => `{{${count++}}}`);
    })
    .filter(Boolean);
}

const unique = (texts: string[]) => [...new Set(texts)].sort();

function read<T>(file: string): T {
  return parse(readFileSync(path.join(RESOURCES, file), 'utf8')) as T;
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(resourceTexts().texts, null, 2)}\n`);
