import { invalidRequest } from './errors.ts';

export type FormValue = string | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

/**
 * Reads `a[b][0]=c` and `a[]=c` as Stripe does; lists stay maps from index to value, because only a schema can tell.
 */
export function parseForm(encoded: string): Form {
  const root: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(encoded)) place(root, name, value);
  return root;
}

function place(root: Form, name: string, value: string): void {
  const path = splitName(name);
  const last = path.pop();
  if (last === undefined) throw invalidRequest('Invalid request: a parameter has no name.');
  let node = root;
  for (const part of path) {
    const key = part === '' ? String(Object.keys(node).length) : part;
    const next = node[key] ?? Object.create(null);
    if (typeof next === 'string') throw invalidRequest(`Invalid hash: ${name}`, undefined, name);
    node[key] = next;
    node = next;
  }
  const key = last === '' ? String(Object.keys(node).length) : last;
  if (key in node) throw invalidRequest(`Parameter given twice: ${name}`, undefined, name);
  node[key] = value;
}

function splitName(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (match?.[1] === undefined) throw invalidRequest(`Invalid parameter name: ${name}`, undefined, name);
  return [match[1], ...[...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '')];
}
