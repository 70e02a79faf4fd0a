import type { Transaction } from '../../platform/database.ts';

interface Whose {
  id: string;
  organizationId: string;
}

/** What happens to a group's secrets with it, as their own slice does it. */
export interface GroupSecrets {
  /** Before the group goes. */
  keep: (tx: Transaction, group: Whose) => Promise<void>;
  /** Once the group is there again. */
  putBack: (tx: Transaction, group: Whose) => Promise<void>;
}
