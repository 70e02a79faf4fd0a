import { notifications } from '@mantine/notifications';
import { i18n } from '../lib/i18n.ts';

/** How long a toast stays, in milliseconds. */
const TOAST_MS = 5000;

const closable = () => ({ closeButtonProps: { 'aria-label': i18n.t('action.close') } });

export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'harbor', autoClose: TOAST_MS, ...closable() });
}

export function toastError(message: string): void {
  notifications.show({ message, color: 'red', autoClose: TOAST_MS, role: 'alert', ...closable() });
}
