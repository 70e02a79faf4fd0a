import { type ComponentType, useEffect } from 'react';
import { i18n } from '../../lib/i18n.ts';
import type { DialogProps } from '../../lib/modals.ts';
import { closeModal, type ModalName, useModal } from '../../lib/modals.ts';
import { LazyPart } from '../../ui/LazyPart.tsx';

type LoadModal = () => Promise<ComponentType<DialogProps>>;

function modal(load: LoadModal, namespaces: string[]): LoadModal {
  return async () => {
    const [Component] = await Promise.all([load(), i18n.loadNamespaces(namespaces)]);
    return Component;
  };
}

/** Their code and texts load when they are first opened. */
const MODALS: Record<ModalName, LoadModal> = {
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
  help: modal(() => import('./HelpModal.tsx').then((m) => m.HelpModal), []),
  support: modal(() => import('../../features/support/SupportModal.tsx').then((m) => m.SupportModal), ['support']),
};

/** The requested dialog, over the page. */
export function ShellModals() {
  const { opened } = useModal();
  useReturnedFocus(opened !== null);
  if (!opened) return null;
  return <LazyPart load={MODALS[opened]} props={{ opened: true, onClose: closeModal }} onFailed={closeModal} />;
}

/** A dialog that loads while opening can't know where the focus came from, so it is remembered here. */
function useReturnedFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const opener = useModal.getState().menuButton ?? document.activeElement;
    return () => {
      const back = opener?.isConnected && opener !== document.body ? opener : document.querySelector('h1');
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
  }, [opened]);
}
