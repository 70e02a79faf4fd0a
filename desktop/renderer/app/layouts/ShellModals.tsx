import { type ComponentType, lazy, Suspense } from 'react';
import { i18n } from '../../lib/i18n.ts';
import { closeModal, type ModalName, useModal } from '../../lib/modals.ts';

interface ModalProps {
  opened: boolean;
  onClose: () => void;
}

function modal(load: () => Promise<ComponentType<ModalProps>>, namespaces: string[]) {
  return lazy(async () => {
    const [Component] = await Promise.all([load(), i18n.loadNamespaces(namespaces)]);
    return { default: Component };
  });
}

/** Their code and texts arrive when they are first opened. */
const MODALS: Record<ModalName, ComponentType<ModalProps>> = {
  'switch-organization': modal(
    () => import('../../features/organizations/SwitchOrganizationModal.tsx').then((m) => m.SwitchOrganizationModal),
    ['organizations'],
  ),
  'create-organization': modal(
    () => import('../../features/organizations/CreateOrganizationModal.tsx').then((m) => m.CreateOrganizationModal),
    ['organizations'],
  ),
  'switch-user': modal(
    () => import('../../features/auth/SwitchUserModal.tsx').then((m) => m.SwitchUserModal),
    ['impersonation'],
  ),
  support: modal(() => import('../../features/support/SupportModal.tsx').then((m) => m.SupportModal), ['support']),
};

/** The dialog that was asked for, over the page. */
export function ShellModals() {
  const { opened } = useModal();
  if (!opened) return null;
  const Opened = MODALS[opened];
  return (
    <Suspense>
      <Opened opened onClose={closeModal} />
    </Suspense>
  );
}
