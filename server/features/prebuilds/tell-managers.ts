import { and, eq, inArray } from 'drizzle-orm';
import { MANAGER_ROLES } from '#shared/features/auth/model.ts';
import { prebuildFailedMail, queueMail } from '../../mail/index.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import { memberships, users } from '../people/tables.ts';

interface Failure {
  organizationId: string;
  templateId: string;
  name: string;
  /** In sentences. */
  detail: string;
}

/** By mail, to the owner and admins, who manage templates. */
export async function tellManagers(
  dependencies: Dependencies,
  tx: Transaction,
  { organizationId, templateId, name, detail }: Failure,
): Promise<void> {
  const managers = await tx
    .select({ to: users.email, firstName: users.firstName })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.status, 'active'),
        inArray(memberships.role, [...MANAGER_ROLES]),
        eq(users.status, 'active'),
      ),
    );
  const url = `${dependencies.config.publicUrl}/templates/edit/${templateId}`;
  for (const whom of managers) await queueMail(dependencies, tx, prebuildFailedMail({ ...whom, name, detail, url }));
}
