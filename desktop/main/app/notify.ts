import { app, Notification } from 'electron';
import type { Notice } from '../features/workspaces/notice-for.ts';

export interface Notifier {
  tell(notice: Notice): void;
  /** A notification without a page behind it. */
  say(title: string, body?: string): void;
  /** The person has looked: clear the badge. */
  seen(): void;
}

/** System notifications, and the count of unseen failures on the app's badge. */
export function createNotifier(onClick: (path: string) => void): Notifier {
  let unseen = 0;
  // Without a reference it is garbage collected, and its click is lost.
  const open = new Set<Notification>();
  const showBadge = () => app.setBadgeCount(unseen);
  const post = ({ title, body = '', path, action }: Partial<Notice> & { title: string }) => {
    if (!Notification.isSupported()) return;
    const actions = action ? [{ type: 'button' as const, text: action.label }] : [];
    const notification = new Notification({ title, body, actions });
    open.add(notification);
    notification.on('close', () => open.delete(notification));
    if (path) notification.on('click', () => onClick(path));
    if (action) notification.on('action', () => action.run());
    notification.show();
  };
  return {
    tell(notice) {
      post(notice);
      if (!notice.failed) return;
      unseen += 1;
      showBadge();
    },
    say: (title, body = '') => post({ title, body }),
    seen() {
      if (unseen === 0) return;
      unseen = 0;
      showBadge();
    },
  };
}
