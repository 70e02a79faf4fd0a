import { z } from 'zod';

/** Rows on one page of any list. */
export const PAGE_SIZE = 16;

/** A page number; below 1 or not numeric means 1. */
export const pageParam = z
  .string()
  .optional()
  .transform((text) => {
    const page = Number(text);
    return Number.isInteger(page) && page >= 1 ? Math.min(page, 1_000_000) : 1;
  });

/** A filter of a list: an empty one, as forms send it, counts as absent. */
export function listFilter<Schema extends z.ZodType>(schema: Schema): z.ZodOptional<Schema> {
  const filter = z.preprocess((value) => (value === '' ? undefined : value), schema.optional()).optional();
  // Keeps the schema's own input type; preprocess would make it unknown.
  return filter as unknown as z.ZodOptional<Schema>;
}

/** Query of a list: `page`, `sort`, `sortDir`, plus the list's own filters. */
export const listQuery = z.strictObject({
  page: pageParam,
  sort: z.string().max(40).optional(),
  sortDir: listFilter(z.enum(['asc', 'desc'])),
  search: z.string().trim().max(100).optional(),
});

/** The answer of a list: the total count and the rows of one page. */
export function listResponse<Row extends z.ZodType>(row: Row) {
  return z.object({ records: z.number().int(), rows: z.array(row) });
}

/**
 * How many pages there are. Rounded up, so that the last rows can be reached: the next page exists while `page <
 * pageCount`.
 */
export function pageCount(records: number): number {
  return Math.max(1, Math.ceil(records / PAGE_SIZE));
}
