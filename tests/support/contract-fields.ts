import { z } from 'zod';
import type { Route } from '#shared/api/route.ts';

/** One field of a request: where it is, and its JSON schema. */
export interface Field {
  part: 'params' | 'query' | 'body';
  /** `['groups', 0]` is the first of an array. */
  path: (string | number)[];
  schema: JsonSchema;
}

export interface JsonSchema {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  $ref?: string;
}

const PARTS = ['params', 'query', 'body'] as const;

/** Every field a request of the route can have, including objects and arrays. */
export function fieldsOf(route: Route): Field[] {
  return PARTS.flatMap((part) => {
    const schema = route[part];
    if (!schema) return [];
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema & {
      $defs?: Record<string, JsonSchema>;
    };
    return walk(json, [], json.$defs ?? {}).map((field) => ({ part, ...field }));
  });
}

function walk(schema: JsonSchema, path: Field['path'], known: Record<string, JsonSchema>): Omit<Field, 'part'>[] {
  const named = schema.$ref && known[schema.$ref.replace('#/$defs/', '')];
  if (named) return walk(named, path, known);
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => some ?? []);
  const below = [
    ...choices.map((each) => walk(each, path, known)),
    ...Object.entries(schema.properties ?? {}).map(([name, each]) => walk(each, [...path, name], known)),
    ...(schema.items ? [walk(schema.items, [...path, 0], known)] : []),
    ...(typeof schema.additionalProperties === 'object'
      ? [walk(schema.additionalProperties, [...path, 'x'], known)]
      : []),
  ].flat();
  return path.length > 0 ? [{ path, schema }, ...below] : below;
}
