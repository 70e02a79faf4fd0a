import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#server/dev/stripe/endpoints.ts';
import { START } from '#tests/unit/payments/set-up.ts';
import { makeOneOfEach } from './stripe-emulator-objects.ts';

/*
 * Compares the stand-in with Stripe's request schema and example objects, which are not part of this repository: a folder
 * named by SLIPWAY_STRIPE_REFERENCE, or `../shared/stripe` beside the repository.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const folder = process.env.SLIPWAY_STRIPE_REFERENCE ?? resolve(root, '../shared/stripe');
const schemaFile = join(folder, 'api-schema.json');
const fixturesFile = join(folder, 'fixtures3.json');
const isPresent = existsSync(schemaFile) && existsSync(fixturesFile);

interface Shape {
  type?: string;
  wire?: string;
  enum?: unknown[];
  const?: unknown;
  'x-open'?: boolean;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  additionalProperties?: boolean | Shape;
}
interface Operation {
  requestBody?: { content: Record<string, { schema: Shape }> };
  'x-query'?: Shape;
}

/** Sent by Stripe.js with a publishable key, which the schema of the server's calls does not have. */
const BROWSER_ONLY = new Set(['client_secret']);
/** The examples are of an earlier API version: fields that came since, and fields that the SDK's types no longer have. */
const NEWER_FIELDS: Readonly<Record<string, readonly string[]>> = {
  setup_intent: ['allowed_payment_method_types'],
  webhook_endpoint: ['secret'],
};
const OLDER_FIELDS: Readonly<Record<string, readonly string[]>> = {
  invoice: ['subscription'],
  payment_intent: ['managed_payments'],
};

if (!isPresent) {
  test.skip('NOT COMPARED with Stripe: its reference data is absent (set SLIPWAY_STRIPE_REFERENCE)', () => undefined);
}

describe.runIf(isPresent)('requests against Stripe’s schema', () => {
  const paths = isPresent
    ? (JSON.parse(readFileSync(schemaFile, 'utf8')) as { paths: Record<string, Record<string, Operation>> }).paths
    : {};

  test.each(ENDPOINTS.map((line) => [`${line.method} ${line.path}`, line] as const))('%s', (_name, line) => {
    const operation = paths[line.path]?.[line.method.toLowerCase()];
    expect(operation, 'Stripe has this call').toBeDefined();
    const [body] = Object.values(operation?.requestBody?.content ?? {});
    const theirs = (line.method === 'GET' ? operation?.['x-query'] : body?.schema) ?? {};
    const ours = z.toJSONSchema(line.params, { io: 'output', unrepresentable: 'any' }) as Shape;
    expect(disagreements(ours, theirs, '')).toEqual([]);
  });
});

describe.runIf(isPresent)('objects against Stripe’s examples', () => {
  const examples = isPresent
    ? (JSON.parse(readFileSync(fixturesFile, 'utf8')) as { resources: Record<string, Record<string, unknown>> })
        .resources
    : {};

  test('every kind has the fields of its example, and no others', async () => {
    const made = await makeOneOfEach(START);
    const wrong = made.flatMap((object) => shapeDifferences(object, examples[object.object] ?? {}));
    expect(new Set(made.map(({ object }) => object)).size).toBeGreaterThanOrEqual(14);
    expect(wrong).toEqual([]);
  });
});

/** Where our parameters would be accepted or refused differently: unknown names, other types, foreign enum values, missing ones. */
function disagreements(ours: Shape, theirs: Shape, at: string): string[] {
  const found: string[] = [];
  const theirObject = alternatives(theirs).find(
    (each) => each.properties !== undefined && Object.keys(each.properties).length > 0,
  );
  for (const our of alternatives(ours)) {
    if (our.properties === undefined) continue;
    for (const [name, value] of Object.entries(our.properties)) {
      const their = theirObject?.properties?.[name];
      if (their !== undefined) found.push(...valueDisagreements(value, their, `${at}${name}`));
      else if (!BROWSER_ONLY.has(name)) found.push(`${at}${name}: unknown to Stripe`);
    }
    for (const name of theirObject?.required ?? []) {
      if (!our.required?.includes(name)) found.push(`${at}${name}: required by Stripe`);
    }
    if (our.additionalProperties !== false) found.push(`${at}: takes unknown parameters`);
  }
  return found;
}

function valueDisagreements(ours: Shape, theirs: Shape, at: string): string[] {
  if (ours.wire === 'metadata') {
    const isMap = alternatives(theirs).some((each) => typeof each.additionalProperties === 'object');
    return isMap ? [] : [`${at}: no metadata at Stripe`];
  }
  const theirKinds = alternatives(theirs);
  return alternatives(ours).flatMap((our) => {
    const kind = our.wire ?? our.type ?? typeof (our.enum?.[0] ?? our.const);
    if (our.properties !== undefined) return disagreements(our, theirs, `${at}.`);
    const their = theirKinds.find((each) => (each.type ?? typeof each.enum?.[0]) === kind);
    if (their === undefined)
      return our.const === ''
        ? []
        : [`${at}: ${kind} here, ${theirKinds.map((each) => each.type).join('|')} at Stripe`];
    if (our.items !== undefined && their.items !== undefined)
      return valueDisagreements(our.items, their.items, `${at}[]`);
    const allowed = theirKinds.flatMap((each) => each.enum ?? []);
    const foreign = (our.enum ?? []).filter((value) => allowed.length > 0 && !allowed.includes(value));
    return foreign.map((value) => `${at}: ${String(value)} is no value at Stripe`);
  });
}

function alternatives(shape: Shape): Shape[] {
  return shape.wire === undefined && shape.anyOf !== undefined ? shape.anyOf.flatMap(alternatives) : [shape];
}

function shapeDifferences(object: Record<string, unknown>, example: Record<string, unknown>): string[] {
  const kind = String(object.object);
  if (Object.keys(example).length === 0) return [`${kind}: no example`];
  const missing = Object.keys(example).filter((key) => !(key in object) && !OLDER_FIELDS[kind]?.includes(key));
  const unknown = Object.keys(object).filter((key) => !(key in example) && !NEWER_FIELDS[kind]?.includes(key));
  const types = Object.keys(object).flatMap((key) => {
    const [our, their] = [typeName(object[key]), typeName(example[key])];
    return our === 'null' || their === 'null' || our === their || !(key in example)
      ? []
      : [`${kind}.${key}: ${our}, not ${their}`];
  });
  return [
    ...missing.map((key) => `${kind}.${key}: missing`),
    ...unknown.map((key) => `${kind}.${key}: unknown`),
    ...types,
  ];
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
