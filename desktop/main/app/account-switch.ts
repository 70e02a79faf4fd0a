import type { Desktop } from '../context.ts';
import { activate, addAccount, listed, removeAccount } from '../features/accounts/accounts.ts';
import { endSession, sessionOf } from '../features/accounts/end-session.ts';
import { forgetAccount } from '../features/accounts/forget-account.ts';
import type { WindowCalls } from '../handlers.ts';
import { emptyPartition } from './partitions.ts';

type AccountCalls = Pick<WindowCalls, 'accounts.add' | 'accounts.choose' | 'accounts.switch' | 'accounts.remove'>;

/** Switches from one account to another; `show` puts the active one on the screen. */
export function createAccountSwitch(desktop: Desktop, show: () => void): AccountCalls {
  const shown = () => {
    show();
    return listed(desktop.settings.data);
  };
  return {
    /** Without an active account the window shows the choice of a server. */
    async 'accounts.choose'() {
      await desktop.settings.change((data) => ({ ...data, activeAccountId: null }));
      return shown();
    },
    async 'accounts.add'(input) {
      await addAccount(desktop, input);
      return shown();
    },
    async 'accounts.switch'({ id }) {
      await activate(desktop, id);
      return shown();
    },
    async 'accounts.remove'({ id }) {
      const session = await sessionOf(desktop, id);
      await forgetAccount(desktop, id);
      await removeAccount(desktop, id);
      const rest = shown();
      await emptyPartition(id);
      // Its pages are gone by now: none of them takes the end of the session for that of another account.
      if (session) void endSession(desktop, session);
      return rest;
    },
  };
}
