import type { Api } from './api.ts';
import type { Desktop } from './context.ts';

/**
 * The app for one account, whichever is active by the time a call goes on: nothing of one account is read, kept or sent
 * for another. What it tells pages is lost once that account isn't shown any more.
 */
export function pinAccount(desktop: Desktop, accountId: string | null, api: Api): Desktop {
  const { settings } = desktop;
  return {
    ...desktop,
    api,
    settings: {
      get data() {
        return { ...settings.data, activeAccountId: accountId };
      },
      change: (edit) => settings.change(edit),
      changeNow: (edit) => settings.changeNow(edit),
    },
    emit(name, payload) {
      if (settings.data.activeAccountId === accountId) desktop.emit(name, payload);
    },
  };
}
