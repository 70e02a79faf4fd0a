import { create } from 'zustand';

/** Dialogs that open over any page, from the menu, the search or a link. */
export type ModalName = 'switch-organization' | 'create-organization' | 'support' | 'switch-user' | 'help';

export const useModal = create<{ opened: ModalName | null }>(() => ({ opened: null }));

export function openModal(name: ModalName): void {
  useModal.setState({ opened: name });
}

export function closeModal(): void {
  useModal.setState({ opened: null });
}

/** What every dialog is told by the page it opens over. */
export interface DialogProps {
  opened: boolean;
  onClose: () => void;
}
