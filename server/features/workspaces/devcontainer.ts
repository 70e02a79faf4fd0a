import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';

const portAttributes = z.object({ label: z.string().optional(), onAutoForward: z.string().optional() });
const commandSchema = z.union([z.string().min(1), z.array(z.string()).min(1)]);
const SCHEMAS = {
  forwardPorts: z.array(z.union([z.int().min(1).max(65_535), z.string()])),
  portsAttributes: z.record(z.string(), portAttributes),
  postCreateCommand: z.union([commandSchema, z.record(z.string(), commandSchema)]),
  containerEnv: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string()),
};
/** Fields that don't affect the workspace. */
const SILENT = new Set(['name', '$schema', ...Object.keys(SCHEMAS)]);

const MAX_LABEL = 60;

export interface Devcontainer {
  /** Ports of the workspace itself; `db:5432` names another container, and there is none. */
  ports: number[];
  /** Port → what the project calls it. */
  portLabels: Map<number, string>;
  /** Ports that nobody wants to be told of. */
  ignoredPorts: number[];
  /** Name → value, with `${…}` not yet expanded. */
  environment: Record<string, string>;
  /** Commands to run once, at the same time; named if there are several. */
  commands: { name: string | null; command: string[] }[];
  /** Fields that have no meaning here, such as `image` and `features`. */
  ignored: string[];
  /** Values that can't be used as written, in sentences. */
  problems: string[];
}

/** Reads a devcontainer.json, with comments and trailing commas (containers.dev/implementors/json_reference). */
export function readDevcontainer(text: string): Devcontainer {
  const found: Devcontainer = {
    ...{ ports: [], portLabels: new Map(), ignoredPorts: [] },
    ...{ environment: {}, commands: [], ignored: [], problems: [] },
  };
  const errors: ParseError[] = [];
  const content: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error || !isObject(content)) {
    const line = text.slice(0, error?.offset ?? 0).split('\n').length;
    const what = error ? `${printParseErrorCode(error.error)} in line ${line}` : 'it is no object';
    return { ...found, problems: [`We couldn’t read it: ${what}.`] };
  }
  found.ignored = Object.keys(content).filter((name) => !SILENT.has(name));
  const read = <N extends keyof typeof SCHEMAS>(name: N): z.infer<(typeof SCHEMAS)[N]> | undefined => {
    if (content[name] === undefined) return undefined;
    const parsed = SCHEMAS[name].safeParse(content[name]);
    if (parsed.success) return parsed.data as z.infer<(typeof SCHEMAS)[N]>;
    found.problems.push(`${name} has the wrong format and was ignored.`);
    return undefined;
  };
  for (const entry of read('forwardPorts') ?? []) {
    const port = Number(String(entry).replace(/^localhost:/, ''));
    if (Number.isInteger(port) && port > 0 && port <= 65_535) found.ports.push(port);
    else found.problems.push(`forwardPorts names ${entry}, which is not a port of the workspace.`);
  }
  // Ranges (`40000-55000`) and patterns name no single port.
  for (const [name, { label, onAutoForward }] of Object.entries(read('portsAttributes') ?? {})) {
    const port = /^\d{1,5}$/.test(name) ? Number(name) : 0;
    if (label?.trim()) found.portLabels.set(port, label.trim().slice(0, MAX_LABEL));
    if (onAutoForward === 'ignore') found.ignoredPorts.push(port);
  }
  found.environment = read('containerEnv') ?? {};
  found.commands = commandsOf(read('postCreateCommand'));
  return found;
}

function commandsOf(value: z.infer<typeof SCHEMAS.postCreateCommand> | undefined): Devcontainer['commands'] {
  if (value === undefined) return [];
  if (typeof value === 'string' || Array.isArray(value)) return [{ name: null, command: toArguments(value) }];
  return Object.entries(value).map(([name, command]) => ({ name, command: toArguments(command) }));
}

/** A text is for a shell, a list is a program and its arguments. */
function toArguments(command: string | string[]): string[] {
  return typeof command === 'string' ? ['/bin/sh', '-c', command] : command;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The variables as shell lines: folders are filled in, the shell looks up `${containerEnv:X}`, and `${localEnv:X}`
 * becomes its default, because there is no local machine.
 */
export function environmentFile(environment: Record<string, string>, folder: string): string {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const lines = Object.entries(environment).map(([name, value]) => {
    const parts = value.split(/(\$\{[^}]*\})/).map((part) => {
      const [, kind = '', variable = '', otherwise = ''] =
        /^\$\{(\w+)(?::([A-Za-z_][A-Za-z0-9_]*))?(?::(.*))?\}$/s.exec(part) ?? [];
      if (/^(container|local)WorkspaceFolder$/.test(kind)) return quote(folder);
      if (/^(container|local)WorkspaceFolderBasename$/.test(kind)) return quote(folder.split('/').at(-1) ?? '');
      if (kind === 'localEnv') return quote(otherwise);
      if (kind === 'containerEnv' && variable) return `\${${variable}:-${quote(otherwise)}}`;
      return part && quote(part);
    });
    return `${name}=${parts.join('') || "''"}\n`;
  });
  return lines.join('');
}
