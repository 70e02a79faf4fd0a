import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const RESOURCES = path.resolve(import.meta.dirname, '../../resources');

interface Item {
  name: string;
  description: string;
  ports: { name: string; port: number }[];
  environment: Property[];
  instructions: string;
}

interface Property {
  key: string;
  name: string;
  type: string;
  help?: string;
  group?: string;
  default?: unknown;
  pattern?: string;
  options?: { value: string; text: string }[];
}

type Text = [id: string, text: unknown];

/**
 * What the files of resources/ say to people, by where it lies: `shared/i18n/en/resources.json`. Names are mostly those
 * of products, the same in every language.
 */
export function resourceTexts(): { texts: Record<string, string>; names: string[] } {
  const items = globSync('catalogue/*.yaml', { cwd: RESOURCES })
    .sort()
    .map((file) => ({ id: `catalogue.${path.basename(file, '.yaml')}`, ...read<Item>(file) }));
  const hosts = read<{ id: string; name: string }[]>('server-options.yaml');
  const texts = [
    ...items.flatMap(({ id, name, description, ports, environment, instructions }): Text[] => [
      [`${id}.name`, name],
      [`${id}.description`, description],
      ...ports.map((each): Text => [`${id}.ports.${each.port}`, each.name === name ? '' : each.name]),
      ...environment.flatMap((property) => textsOf(`${id}.${property.key}`, property)),
      ...paragraphsOf(instructions).map((text, index): Text => [`${id}.instructions.${index + 1}`, text]),
    ]),
    ...hosts.map(({ id, name }): Text => [`hosts.${id}`, name]),
  ];
  const names = items.flatMap(({ name, ports }) => [name, ...ports.map((port) => port.name)]);
  return {
    texts: Object.fromEntries(texts.filter((each): each is [string, string] => Boolean(each[1]))),
    names: [...new Set(names)].sort(),
  };
}

function textsOf(id: string, { name, type, help, group, default: value, pattern, options = [] }: Property): Text[] {
  return [
    [`${id}.name`, name],
    [`${id}.help`, help],
    [`${id}.group`, group],
    [`${id}.default`, type === 'text' && pattern === undefined ? value : undefined],
    ...options.map(({ value, text }): Text => [`${id}.options.${value}`, text]),
  ];
}

/** Lines that aren't code. */
function paragraphsOf(instructions: string): string[] {
  return instructions
    .split('```')
    .filter((_, index) => index % 2 === 0)
    .flatMap((part) => part.split('\n'))
    .map((line) => line.trim())
    .filter(Boolean);
}

function read<T>(file: string): T {
  return parse(readFileSync(path.join(RESOURCES, file), 'utf8')) as T;
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(resourceTexts().texts, null, 2)}\n`);
