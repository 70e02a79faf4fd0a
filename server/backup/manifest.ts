import { z } from 'zod';

const bytes = z.number().int().nonnegative();

/** What is in a backup. It names nothing but ids and sizes, because it lies open. */
export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  installation: z.uuid(),
  /** Time of the last migration that the database had: newer releases know it, older ones don't. */
  migration: z.number(),
  /** Sizes before sealing. */
  database: z.object({ bytes, rows: z.number() }),
  files: z.object({ bytes, count: z.number() }),
  secrets: z.object({ bytes }),
  images: z.array(z.object({ image: z.string(), mediaType: z.string(), manifest: z.string() })),
  blobs: z.array(z.object({ digest: z.string().regex(/^sha256:[0-9a-f]{64}$/), bytes })),
  /** Files of workspaces and services: the copy of each, and as of when it is. */
  copies: z.array(z.object({ id: z.uuid(), revision: z.number().int(), at: z.iso.datetime() })),
  /** What couldn't be copied. */
  missing: z.array(z.object({ what: z.enum(['workspace', 'service', 'snapshot']), id: z.uuid(), why: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;
