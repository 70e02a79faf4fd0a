import { type Icon, IconHelp, IconLifebuoy, IconLogout, IconPlus, IconUser } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { CurrentUser } from '#shared/features/auth/contract.ts';
import { isManager } from '#shared/features/auth/model.ts';
import type { Command } from '../../features/search/index.ts';
import { openModal } from '../../lib/modals.ts';
import { menuFor } from '../menu.ts';

/**
 * What the palette offers without asking the server: the person's menu entries, and actions on their pages.
 * @param t of the shell's catalogue
 */
export function pageCommands(user: CurrentUser, t: TFunction<'shell'>): Command[] {
  const lead = (to: string, label: string, icon: Icon, words?: string, section?: string): Command => ({
    id: `go ${to}`,
    label,
    words: [words, section, t('help.goTo', { page: label })].filter(Boolean).join(' '),
    section,
    icon,
    go: to,
  });
  const entries = menuFor(user).map((entry): Command => {
    const label = t(entry.label);
    const section = entry.section && entry.section !== entry.label ? t(entry.section) : undefined;
    if ('modal' in entry) {
      return {
        id: `open ${entry.modal}`,
        label,
        section,
        words: section,
        icon: entry.icon,
        go: () => openModal(entry.modal),
      };
    }
    const words = entry.to === '/users/add' ? t('search:words.addUser') : undefined;
    return lead(entry.to, label, entry.icon, words, section);
  });
  const add = lead('/workspaces/add', t('action.addWorkspace'), IconPlus, t('search:words.addWorkspace'));
  const addHost = lead('/hosts/add', t('action.addHost'), IconPlus, t('search:words.addHost'));
  return [
    // Not for the role user.
    ...(user.role === 'user' ? [] : [add]),
    ...(isManager(user) ? [addHost] : []),
    ...entries,
    lead('/profile', t('user.profile'), IconUser),
    { id: 'open help', label: t('user.help'), icon: IconHelp, go: () => openModal('help') },
    { id: 'open support', label: t('user.support'), icon: IconLifebuoy, go: () => openModal('support') },
    { id: 'go /logout', label: t('user.logout'), words: t('search:words.logout'), icon: IconLogout, go: '/logout' },
  ];
}
