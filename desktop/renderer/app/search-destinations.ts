import { IconPlus } from '@tabler/icons-react';
import type { Role } from '#shared/features/auth/model.ts';
import type { Destination } from '../features/search/index.ts';
import { menuFor } from './menu.ts';

/** What the search leads to by itself: the pages of the role's menu, and what can be done on them. */
export function destinationsFor(role: Role, t: (key: string) => string): Destination[] {
  const pages = menuFor(role).map(({ label, to, icon }) => ({ label: t(label), to, icon }));
  // The role user has no right to (decisions §3).
  const add = role === 'user' ? [] : [{ label: t('shell:action.addWorkspace'), to: '/workspaces/add', icon: IconPlus }];
  return [...add, ...pages];
}
