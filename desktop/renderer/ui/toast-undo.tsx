import { notifications } from '@mantine/notifications';
import { i18n } from '../lib/i18n.ts';
import { UndoToast } from './UndoToast.tsx';

/** Longer than other toasts: one has to see it, decide and reach it. */
const UNDO_MS = 15_000;

let count = 0;

/** Says what was done, with a button that takes it back. */
export function toastUndo(message: string, undo: () => Promise<unknown>): void {
  count += 1;
  const id = `undo-${count}`;
  const keep = () => notifications.update({ id, message: content, autoClose: false });
  const content = <UndoToast id={id} message={message} undo={undo} onPress={keep} />;
  notifications.show({
    id,
    message: content,
    color: 'harbor',
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': i18n.t('action.close') },
  });
}
