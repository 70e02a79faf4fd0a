import { notifications } from '@mantine/notifications';

/** spec/1 §9. */
const TOAST_MS = 5000;

export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'harbor', autoClose: TOAST_MS });
}

export function toastError(message: string): void {
  notifications.show({ message, color: 'red', autoClose: TOAST_MS, role: 'alert' });
}
