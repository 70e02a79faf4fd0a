import { create } from 'zustand';

/** Dialogs that open over any page, from the menu, the search or a link. */
export type ModalName = 'switch-organization' | 'create-organization' | 'support' | 'switch-user' | 'help';

interface ModalState {
  opened: ModalName | null;
  /** The button of the menu it was chosen from: the entry is gone by the time the dialog is there. */
  menuButton: Element | null;
}

export const useModal = create<ModalState>(() => ({ opened: null, menuButton: null }));

export function openModal(name: ModalName): void {
  const menu = document.activeElement?.closest('[role="menu"]');
  const menuButton = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : null;
  useModal.setState({ opened: name, menuButton });
}

export function closeModal(): void {
  useModal.setState({ opened: null });
}

/** What every dialog is told by the page it opens over. */
export interface DialogProps {
  opened: boolean;
  onClose: () => void;
}
