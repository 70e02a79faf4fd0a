import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import type { Plugin } from 'vite';

/** Files of the contract, which both sides share. */
const SHARED = /\/shared\/(api|desktop|features)\/[\w/-]+\.ts$/;
const WITH_SCHEMAS = '.with-schemas.ts';
/** What a call reads of a route; the rest is for the server. */
const SENT = ['method', 'path', 'onBehalf'] as const;

/** What is left of a file of the contract without them. */
export const isShared = (id: string) => SHARED.test(id) && !id.endsWith(WITH_SCHEMAS);

/** The module of a file whose schemas, and what is made of them, are loaded. */
export const isWithSchemas = (id: string) => id.endsWith(WITH_SCHEMAS) || /\/node_modules\/zod\//.test(id);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface Declared {
  names: string[];
  exported: boolean;
  uses: Set<string>;
  start: number;
  end: number;
}

interface Parsed {
  source: string;
  declared: Declared[];
  /** Where an imported name comes from. */
  imported: Map<string, { from: string; name: string }>;
}

/**
 * Most pages take of the contract the addresses of routes, constants and rules, and check nothing. Divides each file of
 * it in two, so that they load neither its schemas nor zod: in its place comes what needs none of them, with routes as
 * their addresses, which leads to a second module with all of the file for the rest.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'slipway:without-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith(WITH_SCHEMAS) ? id : null),
    async load(id) {
      if (id.endsWith(WITH_SCHEMAS)) {
        return { code: readFileSync(fileOf(id), 'utf8'), moduleSideEffects: false };
      }
      if (!isShared(id)) return null;
      return { code: await plainHalf(id), moduleSideEffects: false };
    },
    async transform(code, id) {
      const route = /\/desktop\/renderer\/|\/shared\//.test(id) ? await routeAskedForSchemas(id, code) : null;
      if (route)
        this.error(`${id} uses a schema of the route ${route}, which the build leaves out: export the schema.`);
    },
  };
}

const fileOf = (id: string) => `${id.slice(0, -WITH_SCHEMAS.length)}.ts`;

/** The file without what needs zod. */
async function plainHalf(file: string): Promise<string> {
  const { source, declared } = parse(file);
  const bound = boundToSchemas(file);
  const values = bound.size > 0 ? await valuesOf(file) : {};
  let code = '';
  let end = 0;
  const elsewhere: string[] = [];
  for (const each of declared) {
    const taken = each.names.filter((name) => bound.has(name));
    if (taken.length === 0) continue;
    code += source.slice(end, each.start);
    end = each.end;
    if (!each.exported) continue;
    for (const name of each.names) {
      const address = addressOf(values[name]);
      if (address) code += `export const ${name} = ${JSON.stringify(address)};`;
      else elsewhere.push(name);
    }
  }
  code += source.slice(end);
  if (elsewhere.length > 0)
    code += `\nexport { ${elsewhere.join(', ')} } from '${file.slice(0, -3)}${WITH_SCHEMAS}';\n`;
  return code;
}

const valuesOf = async (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(file).href);

/** Of a route; null for anything else. */
function addressOf(value: unknown): object | null {
  if (typeof value !== 'object' || value === null || !('method' in value && 'response' in value)) return null;
  const route = value as Record<string, unknown>;
  return Object.fromEntries(SENT.flatMap((name) => (route[name] === undefined ? [] : [[name, route[name]]])));
}

const found = new Map<string, Set<string>>();

/** The names of a file that need zod, by themselves or by what they use. */
export function boundToSchemas(file: string): Set<string> {
  const known = found.get(file);
  if (known) return known;
  const { declared, imported } = parse(file);
  const bound = new Set<string>();
  found.set(file, bound);
  const elsewhere = new Set(
    [...imported].flatMap(([local, { from, name }]) => {
      if (from === 'zod') return [local];
      if (!from.startsWith('.')) return [];
      return boundToSchemas(path.resolve(path.dirname(file), from)).has(name) ? [local] : [];
    }),
  );
  for (let size = -1; size !== bound.size; ) {
    size = bound.size;
    for (const { names, uses } of declared) {
      if ([...uses].some((name) => elsewhere.has(name) || bound.has(name))) for (const name of names) bound.add(name);
    }
  }
  return bound;
}

function parse(file: string): Parsed {
  const source = readFileSync(file, 'utf8');
  const { program, module } = parseSync(file, source);
  const imported: Parsed['imported'] = new Map();
  for (const { moduleRequest, entries } of module.staticImports) {
    for (const { localName, importName, isType } of entries) {
      if (!isType)
        imported.set(localName.value, { from: moduleRequest.value, name: importName.name ?? localName.value });
    }
  }
  const declared = (program.body as unknown as Node[]).flatMap((statement): Declared[] => {
    const exported = statement.type === 'ExportNamedDeclaration';
    const node = (exported ? statement.declaration : statement) as Node | null;
    if (!node || !['VariableDeclaration', 'FunctionDeclaration'].includes(node.type)) return [];
    const names =
      node.type === 'FunctionDeclaration'
        ? [...identifiers(node.id)]
        : (node.declarations as Node[]).flatMap(({ id }) => [...identifiers(id)]);
    return [{ names, exported, uses: identifiers(node), start: statement.start, end: statement.end }];
  });
  return { source, declared, imported };
}

/** All names in it, but for those of types. */
function identifiers(node: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const each of node) identifiers(each, names);
  else if (typeof node === 'object' && node !== null) {
    const { type, name } = node as Node;
    if (type === 'Identifier') names.add(name as string);
    for (const [key, value] of Object.entries(node)) {
      if (/^type(Annotation|Arguments|Parameters)$|^returnType$/.test(key)) continue;
      if (type === 'MemberExpression' && key === 'property' && !(node as Node).computed) continue;
      if (type === 'Property' && key === 'key' && !(node as Node).computed) continue;
      identifiers(value, names);
    }
  }
  return names;
}

/** The first route whose schemas this code reads. */
async function routeAskedForSchemas(id: string, code: string): Promise<string | null> {
  for (const [, name] of code.matchAll(/\b(\w+)\.(?:params|query|body|response)\b/g)) {
    const imported = /\.tsx?$/.test(id) && name ? parseImport(id, name) : null;
    if (imported && addressOf((await valuesOf(imported.file))[imported.name])) return imported.name;
  }
  return null;
}

/** The contract's file that a name is imported from. */
function parseImport(id: string, local: string): { file: string; name: string } | null {
  const real = id.endsWith(WITH_SCHEMAS) ? fileOf(id) : id;
  const from = parse(real).imported.get(local);
  if (!from) return null;
  const root = path.resolve(import.meta.dirname, '../..');
  const file = from.from.startsWith('#shared/')
    ? path.join(root, from.from.slice(1))
    : path.resolve(path.dirname(real), from.from);
  return SHARED.test(file) ? { file, name: from.name } : null;
}
