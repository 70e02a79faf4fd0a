import type { InferSelectModel } from 'drizzle-orm';
import type { Session } from '#shared/features/profile/contract.ts';
import type { sessions } from '../auth/tables.ts';

export function presentSession(row: InferSelectModel<typeof sessions>, currentId: string): Session {
  return {
    id: row.id,
    current: row.id === currentId,
    ip_address: row.ipAddress,
    user_agent: row.userAgent,
    create_date: row.createdAt.toISOString(),
    last_seen: row.updatedAt.toISOString(),
  };
}
