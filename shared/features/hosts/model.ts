import { z } from 'zod';
import { nameText } from '../../api/text.ts';

/** Shown and sent exactly like this. */
export const HOST_STATUSES = ['Pending', 'Active', 'Pending Deletion', 'Deleted'] as const;
export type HostStatus = (typeof HOST_STATUSES)[number];
export const HOST_STATUS_FILTERS = ['active_pending', 'active', 'pending', 'pending_deletion'] as const;

const NEXT: Record<HostStatus, readonly HostStatus[]> = {
  Pending: ['Active', 'Pending Deletion', 'Deleted'],
  Active: ['Pending Deletion', 'Deleted'],
  'Pending Deletion': ['Active', 'Pending', 'Deleted'],
  Deleted: [],
};

export function canHostBecome(from: HostStatus, to: HostStatus): boolean {
  return NEXT[from].includes(to);
}

export const SERVER_KINDS = ['general', 'high_performance', 'gpu'] as const;

/** One entry of resources/server-options.yaml. */
export const serverOptionSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,30}$/),
  name: z.string().min(1).max(60),
  kind: z.enum(SERVER_KINDS),
  cpu_cores: z.number().int().min(1).max(1024),
  memory_gb: z.number().min(1).max(16_384),
  disk_gb: z.number().int().min(10).max(1_000_000),
  /** GPU options only. */
  vram_gb: z.number().int().min(1).max(10_000).nullable().default(null),
  /** Cents. */
  monthly_price: z.number().int().min(0).max(99_999_999),
});
export type ServerOption = z.output<typeof serverOptionSchema>;

export const HOST_READY = 'H02';

export const hostName = nameText(40);
