import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { say } from '../../platform/say.ts';
import { fillIn, type ProjectPlace, unnamedVariable } from './devcontainer-variables.ts';

export const MAX_DEVCONTAINER_BYTES = 1_000_000;
/** The parser calls itself for each level; no real file comes near it. */
const MAX_DEPTH = 50;
const MAX_NAME = 60;
const MAX_SHOWN = 60;

const SYNTAX: Partial<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidSymbol: say('devcontainer.syntax.quotesMissing'),
  InvalidNumberFormat: say('devcontainer.syntax.number'),
  PropertyNameExpected: say('devcontainer.syntax.property'),
  ValueExpected: say('devcontainer.syntax.value'),
  ColonExpected: say('devcontainer.syntax.colon'),
  CommaExpected: say('devcontainer.syntax.comma'),
  CloseBraceExpected: say('devcontainer.syntax.brace'),
  CloseBracketExpected: say('devcontainer.syntax.bracket'),
  EndOfFileExpected: say('devcontainer.syntax.afterEnd'),
  UnexpectedEndOfComment: say('devcontainer.syntax.comment'),
  UnexpectedEndOfString: say('devcontainer.syntax.quote'),
  UnexpectedEndOfNumber: say('devcontainer.syntax.numberIncomplete'),
  InvalidUnicode: say('devcontainer.syntax.unicodeEscape'),
  InvalidEscapeCharacter: say('devcontainer.syntax.escape'),
  InvalidCharacter: say('devcontainer.syntax.character'),
};

/** A value and the line where it stands. */
export interface Located {
  /** With the specification's variables filled in. */
  value: unknown;
  /** Text as the file has it. */
  written: string | null;
  line: number;
  /** Of an object (the last of each name counts) or, by their index, of a list. */
  children: [name: string, child: Located][];
}

type JsonFile = { root: Located; problems: string[] } | { root: null; refusal: string };

/**
 * Reads JSON with comments and trailing commas, and fills in its variables. What's wrong is told in sentences with the
 * line; `refusal` if nothing of it can be used.
 */
export function readJsonFile(source: string, place: ProjectPlace): JsonFile {
  const broken = (refusal: string): JsonFile => ({ root: null, refusal });
  if (Buffer.byteLength(source) > MAX_DEVCONTAINER_BYTES) return broken(say('devcontainer.tooLarge'));
  const text = source.replace(/^\uFEFF/, '');
  const lineAt = lineCounter(text);
  const tooDeep = findTooDeep(text);
  if (tooDeep !== null) {
    return broken(say('devcontainer.tooDeep', { line: lineAt(tooDeep), levels: MAX_DEPTH }));
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const what = SYNTAX[printParseErrorCode(error.error)] ?? say('devcontainer.syntax.any');
    const line = lineAt(error.offset);
    const property = tree && lastPropertyBefore(tree, error.offset);
    if (property) return broken(say('devcontainer.malformedAfter', { problem: what, line, property }));
    return broken(say('devcontainer.malformed', { problem: what, line }));
  }
  if (tree?.type !== 'object') return broken(say('devcontainer.noObject'));
  const problems: string[] = [];
  return { root: locate(tree, { lineAt, place, problems }), problems };
}

interface Reading {
  lineAt: (offset: number) => number;
  place: ProjectPlace;
  problems: string[];
}

function locate(node: Node, reading: Reading): Located {
  const { lineAt, place, problems } = reading;
  const line = lineAt(node.offset);
  if (node.type === 'string') {
    const written = String(node.value);
    const value = fillIn(written, place);
    const variable = unnamedVariable(value);
    if (variable) problems.push(say('devcontainer.variableUnnamed', { variable, line }));
    return { value, written, line, children: [] };
  }
  const children = new Map<string, Located>();
  for (const [index, child] of (node.children ?? []).entries()) {
    const [key, value] = node.type === 'object' ? (child.children ?? []) : [undefined, child];
    if (!value) continue;
    const name = key ? String(key.value) : String(index);
    if (children.has(name)) {
      problems.push(say('devcontainer.duplicate', { name: name.slice(0, MAX_NAME), line: lineAt(child.offset) }));
    }
    children.set(name, locate(value, reading));
  }
  return { value: collect(node, children), written: null, line, children: [...children] };
}

function collect(node: Node, children: ReadonlyMap<string, Located>): unknown {
  if (node.type === 'array') return [...children.values()].map(({ value }) => value);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries([...children].map(([name, { value }]) => [name, value]));
}

function findTooDeep(text: string): number | null {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const first = text[scanner.getTokenOffset()];
    if (first === '{' || first === '[') depth += 1;
    if (first === '}' || first === ']') depth = Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) return scanner.getTokenOffset();
  }
  return null;
}

function lastPropertyBefore(node: Node, offset: number): string | undefined {
  if (node.offset >= offset) return undefined;
  for (const child of node.children?.toReversed() ?? []) {
    const inside = lastPropertyBefore(child, offset);
    if (inside !== undefined) return inside;
  }
  const key = node.type === 'property' ? node.children?.[0]?.value : undefined;
  return typeof key === 'string' ? key.slice(0, MAX_NAME) : undefined;
}

/** Line numbers from 1, found by halving, so that a large file is read in its own length. */
function lineCounter(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** No program can be given a NUL. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

/** A text or a number as text, anything else as an empty one: the parser's objects can't be made into text. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of the file, as short as a line of the log needs it. */
export function show(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_SHOWN);
}

/** Begins with a value, as every sentence about a property does: that way it is translated. */
export function notAnObject(what: string, line: number): string {
  return say('devcontainer.notAnObject', { property: what, line });
}
