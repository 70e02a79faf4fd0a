import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { type ServerOption, serverOptionSchema } from '#shared/features/hosts/model.ts';
import { optionOfPrice } from '#shared/features/hosts/server-options.ts';
import { say } from '../../platform/say.ts';

const FILE = fileURLToPath(new URL('../../../resources/server-options.yaml', import.meta.url));

const listSchema = z
  .array(serverOptionSchema)
  .min(1)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, say('billing.idTwice'));

let known: readonly ServerOption[] | undefined;

/** The price list of hosts, read once. @throws Error that says what is wrong with the file */
export function serverOptions(): readonly ServerOption[] {
  known ??= read();
  return known;
}

function read(): ServerOption[] {
  const result = listSchema.safeParse(parse(readFileSync(FILE, 'utf8')));
  if (result.success) return result.data;
  throw new Error(`resources/server-options.yaml is not as it should be:\n${z.prettifyError(result.error)}`);
}

export function findServerOption(id: string | null): ServerOption | null {
  return serverOptions().find((option) => option.id === id) ?? null;
}

/** Its name; the id of one that is no longer sold. */
export function serverOptionName(id: string): string {
  return findServerOption(id)?.name ?? id;
}

/** Monthly cents of a server type, by its price's key; 0 for one that is no longer sold. */
export function monthlyPriceOf(priceKey: string): number {
  return findServerOption(optionOfPrice(priceKey))?.monthly_price ?? 0;
}
