import { z } from 'zod';
import type { Route } from '#shared/api/route.ts';
import { isRoute } from '../cli/client/client.ts';
import { contract } from '../cli/client/routes.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Io = 'input' | 'output';

/** What doesn't come from a route. */
const HEAD = `/** Generated from the contract of Slipway's API. */

export interface ClientOptions {
  /** Where Slipway is, such as \`https://slipway.example.com\`. */
  url: string;
  /** An API token or a session key; without it, only what is open to anyone answers. */
  token?: string | undefined;
  /** Milliseconds until a call without an answer fails; 30,000 if left out. */
  timeout?: number;
  /** How the program names itself, for the list of sessions. */
  userAgent?: string;
  fetch?: typeof fetch;
}

/** What every call takes besides the route's own input. */
export interface CallExtras {
  signal?: AbortSignal;
  /** The bytes an upload route takes instead of JSON. */
  upload?: Blob;
}

/** A call that failed, in the server's words. */
export declare class ApiError extends Error {
  /** HTTP status; 0 if no answer arrived. */
  readonly status: number;
  readonly errors: readonly string[];
  /** A field's name to its message. */
  readonly errorsObj: Readonly<Record<string, string>>;
  /** Given to support: finds the log line of an unexpected error. */
  readonly errorId: string | undefined;
  /** With 409: nothing was charged, and this is the price now. */
  readonly charge: Charge | undefined;
}

/** A client for one server and person. */
export declare function createClient(options: ClientOptions): Client;
`;

/** The types of \`slipway/client\` as one file that needs no other package. */
export function declareClient(charge: z.ZodType): string {
  const routes = Object.entries<unknown>(contract).filter((entry): entry is [string, Route] => isRoute(entry[1]));
  const calls = routes
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, route]) => `  /** ${commentOf(route)} */\n  ${name}(${inputOf(route)}): Promise<${outputOf(route)}>;`);
  return `${HEAD}
export type Charge = ${typeOf(charge, 'output')};

/** Every route of the API, by its name. @throws ApiError */
export interface Client {
${calls.join('\n')}
}
`;
}

function commentOf({ summary, method, path }: Route): string {
  return `${summary}. ${method.toUpperCase()} ${path}`.replaceAll('*/', '* /');
}

function inputOf(route: Route): string {
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    if (!schema) return [];
    const optional = schema.safeParse({}).success || allOptional(schema) ? '?' : '';
    return [{ text: `${part}${optional}: ${typeOf(schema, 'input')}`, optional: optional !== '' }];
  });
  const shape = parts.length > 0 ? `{ ${parts.map(({ text }) => text).join('; ')} } & CallExtras` : 'CallExtras';
  return `input${parts.every(({ optional }) => optional) ? '?' : ''}: ${shape}`;
}

function allOptional(schema: z.ZodType): boolean {
  const { type, required = [] } = jsonSchemaOf(schema, 'input');
  return type === 'object' && required.length === 0;
}

/** Routes that answer with something else than JSON give its bytes. */
function outputOf(route: Route): string {
  return route.media ? 'Uint8Array' : typeOf(route.response, 'output');
}

const typeOf = (schema: z.ZodType, io: Io): string => print(jsonSchemaOf(schema, io));

function jsonSchemaOf(schema: z.ZodType, io: Io): Schema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override({ zodSchema, jsonSchema }) {
      // A value that is changed before it is checked: what the check expects is what is to be sent.
      const { def } = zodSchema._zod;
      if (io !== 'input' || def.type !== 'pipe') return;
      const { in: first, out } = def as z.core.$ZodPipeDef;
      if (first._zod.def.type !== 'transform') return;
      const inner = jsonSchemaOf(out as z.ZodType, io);
      delete inner.$schema;
      Object.assign(jsonSchema, inner);
    },
  }) as Schema;
}

function print(schema: Schema | boolean): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const any = schema.anyOf ?? schema.oneOf;
  if (any) return [...new Set(any.map((each) => print(each as Schema)))].join(' | ');
  if (schema.allOf) return schema.allOf.map((each) => `(${print(each as Schema)})`).join(' & ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `(${print((schema.items ?? true) as Schema)})[]`;
    case 'object':
      return printObject(schema);
    default:
      return 'unknown';
  }
}

function printObject({ properties, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${key}${required.includes(name) ? '' : '?'}: ${print(field as Schema)}`;
  });
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  if (additionalProperties && typeof additionalProperties === 'object')
    return `Record<string, ${print(additionalProperties as Schema)}>`;
  return additionalProperties === false ? 'Record<string, never>' : 'Record<string, unknown>';
}
