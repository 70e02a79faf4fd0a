import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { createdMatches, listPage } from './list.ts';
import type { Kind, ObjectKinds } from './objects.ts';
import { created, expand, pagination } from './parameters.ts';

const always = z.strictObject({ ...created, ...pagination });

/** One object as it is kept. */
export function readEndpoint(path: string, kind: Kind) {
  return endpoint({
    method: 'GET',
    path: `${path}/{id}`,
    params: z.strictObject(expand),
    handle: ({ emulator, ids }) => emulator.required(kind, ids.id ?? ''),
  });
}

/**
 * A page of objects.
 * @param equal parameters that keep the rows whose field of that name has the given value
 * @param other parameters that `keeps` understands
 */
export function listEndpoint<K extends Kind, Other extends z.ZodRawShape>(
  path: string,
  kind: K,
  equal: { [Name in keyof ObjectKinds[K]]?: z.ZodType },
  other = {} as Other,
  keeps: (row: ObjectKinds[K], params: z.output<z.ZodObject<Other>>) => boolean = () => true,
) {
  return endpoint({
    method: 'GET',
    path,
    params: z.strictObject({ ...(equal as z.ZodRawShape), ...other, ...always.shape }),
    handle({ emulator, params }) {
      const wanted = Object.entries(params).filter(([name, value]) => name in equal && value !== undefined);
      const page = params as z.output<typeof always>;
      const rows = emulator.store
        .all(kind)
        .filter((row) => createdMatches(createdOf(row), page.created))
        .filter((row) => wanted.every(([name, value]) => Reflect.get(row, name) === value))
        .filter((row) => keeps(row, params as z.output<z.ZodObject<Other>>));
      return listPage(rows, path, page);
    },
  });
}

function createdOf(row: object): number {
  return Reflect.get(row, 'date' in row ? 'date' : 'created');
}
