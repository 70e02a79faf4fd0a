import { app, Notification } from 'electron';
import type { Notice } from '../features/workspaces/notice-for.ts';

export interface Notifier {
  tell(notice: Notice): void;
  /** A notification without a page behind it. */
  say(title: string, body?: string): void;
  /** The person has looked: the badge goes. */
  seen(): void;
}

/** System notifications, and the count of unseen failures on the app's badge. */
export function createNotifier(onClick: (path: string) => void): Notifier {
  let unseen = 0;
  const showBadge = () => app.setBadgeCount(unseen);
  const post = (title: string, body: string, path: string | null) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    if (path) notification.on('click', () => onClick(path));
    notification.show();
  };
  return {
    tell({ title, path, failed }) {
      post(title, '', path);
      if (!failed) return;
      unseen += 1;
      showBadge();
    },
    say: (title, body = '') => post(title, body, null),
    seen() {
      if (unseen === 0) return;
      unseen = 0;
      showBadge();
    },
  };
}
