import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';

/** What a person has set in VS Code, as far as it goes from one workspace to another. */
export interface EditorSettings {
  settings: Record<string, unknown>;
  keybindings: unknown[];
  /** File name → content. */
  snippets: Record<string, string>;
}

/** By name in VS Code's user folder: `settings.json`, `keybindings.json`, `snippets/*`. */
export type EditorFiles = ReadonlyMap<string, string>;

export const SETTINGS_FILE = 'settings.json';
export const KEYBINDINGS_FILE = 'keybindings.json';
export const SNIPPETS_FOLDER = 'snippets';
const SNIPPET = /^[\w][\w. -]{0,80}\.(?:json|code-snippets)$/;
const MOST_SNIPPETS = 50;
/** No setting of VS Code is nested so deep; parsers and formatters give up somewhere. */
const DEEPEST = 20;
const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 4, eol: '\n' } };

/**
 * Names of programs, their arguments and environments stay where they are: what runs in one workspace must not decide
 * what runs in another. VS Code's own sync leaves out settings of a machine for the same reason.
 */
const OF_THE_MACHINE =
  /^(?:.*(?:paths?|root|home|exe|bin|cmd|cwd)|executables?|binar(?:y|ies)|commands?|shells?|profiles?|env|environment|args|arguments|runtimes?|interpreters?|jdk|servers?|launch|automation|tasks?|scripts?|tools?|proxy|tokens?|passwords?|secrets?|run|exec)$/i;
const RUNS_SOMETHING = /terminal|task|runcommands|debug|shell|exec/i;

/** Null if a file is not what VS Code would read: then nothing of it is touched. */
export function readEditorSettings(files: EditorFiles): EditorSettings | null {
  const settings = readJson(files.get(SETTINGS_FILE) ?? '{}');
  const keybindings = readJson(files.get(KEYBINDINGS_FILE) ?? '[]');
  if (!isObject(settings) || !Array.isArray(keybindings)) return null;
  const snippets = [...files].flatMap(([name, content]): [string, string][] => {
    const [, file = ''] = name.split(`${SNIPPETS_FOLDER}/`);
    return SNIPPET.test(file) ? [[file, content]] : [];
  });
  return {
    settings: followingOf(settings),
    keybindings: keybindings.filter(bindingFollows),
    snippets: Object.fromEntries(snippets.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MOST_SNIPPETS)),
  };
}

/** The same for the same settings, in whatever order they are written. */
export function digestOf(wanted: EditorSettings): string {
  const sorted = (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, sorted(value[key])]),
        )
      : value;
  return createHash('sha256')
    .update(JSON.stringify(sorted(wanted)))
    .digest('base64url');
}

/**
 * The files that have to change so that they say what is wanted; null removes one. What doesn't follow, comments too,
 * stays as it is.
 */
export function filesToWrite(files: EditorFiles, wanted: EditorSettings): Map<string, string | null> {
  const now = readEditorSettings(files);
  const writes = new Map<string, string | null>();
  if (!now) return writes;
  const text = files.get(SETTINGS_FILE) ?? '';
  const settings = withSettings(text, wanted.settings);
  if (settings !== text) writes.set(SETTINGS_FILE, settings);
  if (!isDeepStrictEqual(now.keybindings, wanted.keybindings)) {
    const all = readJson(files.get(KEYBINDINGS_FILE) ?? '[]') as unknown[];
    const kept = all.filter((binding) => !bindingFollows(binding));
    writes.set(KEYBINDINGS_FILE, `${JSON.stringify([...wanted.keybindings, ...kept], null, 4)}\n`);
  }
  for (const name of new Set([...Object.keys(now.snippets), ...Object.keys(wanted.snippets)])) {
    const content = wanted.snippets[name] ?? null;
    if (content !== (now.snippets[name] ?? null)) writes.set(`${SNIPPETS_FOLDER}/${name}`, content);
  }
  return writes;
}

function withSettings(before: string, wanted: Record<string, unknown>): string {
  const current = (readJson(before || '{}') ?? {}) as Record<string, unknown>;
  const following = followingOf(current);
  let text = before.trim() ? before : '{}\n';
  for (const key of new Set([...Object.keys(following), ...Object.keys(wanted)])) {
    if (isDeepStrictEqual(following[key], wanted[key])) continue;
    text = applyEdits(
      text,
      modify(text, [key], language(key) ? merged(current[key], wanted[key]) : wanted[key], FORMAT),
    );
  }
  return text === '{}\n' && !before.trim() ? before : text;
}

/** Of a language, what doesn't follow stays. */
function merged(current: unknown, wanted: unknown): unknown {
  if (!isObject(current)) return wanted;
  const staying = Object.fromEntries(Object.entries(current).filter(([key]) => !follows(key)));
  if (isObject(wanted)) return { ...staying, ...wanted };
  return wanted === undefined && Object.keys(staying).length > 0 ? staying : wanted;
}

function followingOf(settings: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(settings).flatMap(([key, value]): [string, unknown][] => {
    if (!language(key)) return follows(key) ? [[key, value]] : [];
    const inner = isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => follows(name))) : {};
    return Object.keys(inner).length > 0 ? [[key, inner]] : [];
  });
  return Object.fromEntries(kept);
}

/** `[python]`: settings for files of one language. */
function language(key: string): boolean {
  return /^(?:\[[\w.+# -]+\])+$/.test(key);
}

function follows(key: string): boolean {
  return (
    /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/.test(key) &&
    !key.split(/[^A-Za-z]|(?<=[a-z])(?=[A-Z])/).some((word) => OF_THE_MACHINE.test(word))
  );
}

function bindingFollows(binding: unknown): boolean {
  return isObject(binding) && !RUNS_SOMETHING.test(JSON.stringify([binding.command, binding.args]));
}

/** Undefined for what is no JSON, or nested too deep. */
function readJson(text: string): unknown {
  if (deepest(text) > DEEPEST) return undefined;
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length > 0 ? undefined : value;
}

/** How many brackets are open at once, those in texts too: that is enough for a limit. */
function deepest(text: string): number {
  let [open, most] = [0, 0];
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open += bracket === '[' || bracket === '{' ? 1 : -1;
    most = Math.max(most, open);
  }
  return most;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
