import { IconHelp, IconLifebuoy, IconPlus, IconUser } from '@tabler/icons-react';
import type { CurrentUser } from '#shared/features/auth/contract.ts';
import { isManager } from '#shared/features/auth/model.ts';
import type { Destination } from '../features/search/index.ts';
import { openModal } from '../lib/modals.ts';
import { menuFor } from './menu.ts';

/** Destinations the search knows without the server: the person's menu entries, and actions on their pages. */
export function destinationsFor(user: CurrentUser, t: (key: string) => string): Destination[] {
  const entries = menuFor(user).map(
    (entry): Destination => ({
      label: t(entry.label),
      section: entry.section && entry.section !== entry.label ? t(entry.section) : undefined,
      icon: entry.icon,
      go: 'to' in entry ? entry.to : () => openModal(entry.modal),
    }),
  );
  // Not for the role user.
  const add =
    user.role === 'user' ? [] : [{ label: t('shell:action.addWorkspace'), go: '/workspaces/add', icon: IconPlus }];
  const addHost = isManager(user) ? [{ label: t('shell:action.addHost'), go: '/hosts/add', icon: IconPlus }] : [];
  const own: Destination[] = [
    { label: t('shell:user.profile'), go: '/profile', icon: IconUser },
    { label: t('shell:user.help'), go: () => openModal('help'), icon: IconHelp },
    { label: t('shell:user.support'), go: () => openModal('support'), icon: IconLifebuoy },
  ];
  return [...add, ...addHost, ...entries, ...own];
}
