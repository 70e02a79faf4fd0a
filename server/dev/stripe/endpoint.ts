import type { z } from 'zod';
import type { Emulator } from './emulator.ts';

export interface Call<P> {
  readonly emulator: Emulator;
  /** The ids in the path, by name. */
  readonly ids: Readonly<Record<string, string>>;
  readonly params: P;
  /** `publishable` calls come from a browser and authenticate with a client secret. */
  readonly keyKind: 'secret' | 'publishable';
}

/** One line of Stripe's API table; anything not in a table is refused. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** As in Stripe's own schema, e.g. `/v1/customers/{id}`. */
  readonly path: string;
  readonly params: z.ZodType;
  /** Open to publishable keys as well. */
  readonly publishable: boolean;
  handle(call: Call<unknown>): object;
}

/** Ties the parameters' types to the handler; the schema runs before the handler. */
export function endpoint<P extends z.ZodType>(line: {
  method: Endpoint['method'];
  path: string;
  params: P;
  publishable?: boolean;
  handle(call: Call<z.output<P>>): object;
}): Endpoint {
  return { publishable: false, ...line, handle: (call) => line.handle(call as Call<z.output<P>>) };
}
