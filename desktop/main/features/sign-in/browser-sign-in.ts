import { createHash, randomBytes } from 'node:crypto';
import { redeemDesktopCode } from '#shared/features/desktop/contract.ts';
import type { Desktop, Handler } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import { activate } from '../accounts/accounts.ts';
import { mustActiveAccount } from '../accounts/active-account.ts';
import { keepSession } from '../session/session.ts';

/** Where the server's UI asks whether the app may sign in as the person. */
const BROWSER_PAGE = '/desktop/login';
const GOOD_FOR_MS = 10 * 60 * 1000;

/**
 * Signing in through the system's browser (RFC 8252): the app never shows a provider's page. The code in the deep link
 * is worth nothing without the verifier, which never leaves this process (RFC 7636).
 */
export interface BrowserSignIn {
  start: Handler<'session.sign-in'>;
  /** @throws DesktopError `unavailable` with what to do, if the app didn't begin this sign-in or it is too old */
  finish(desktop: Desktop, answer: { code: string; state: string }): Promise<void>;
}

interface Pending {
  accountId: string;
  origin: string;
  verifier: string;
  state: string;
  until: number;
}

export function createBrowserSignIn(now: () => number = Date.now): BrowserSignIn {
  let pending: Pending | null = null;
  return {
    async start(desktop) {
      const { id, origin } = mustActiveAccount(desktop.settings);
      const [verifier, state] = [random(), random()];
      pending = { accountId: id, origin, verifier, state, until: now() + GOOD_FOR_MS };
      const url = new URL(BROWSER_PAGE, origin);
      url.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'));
      url.searchParams.set('state', state);
      await desktop.openExternal(url.href);
      return null;
    },
    async finish(desktop, { code, state }) {
      const expected = pending;
      // A stranger's link must not end the person's own sign-in.
      if (!expected || expected.state !== state || expected.until < now()) {
        throw new DesktopError('unavailable', 'This sign-in was not begun here, or is too old. Start it again.');
      }
      pending = null;
      const { sessionKey } = await desktop.api.ask(expected.origin, redeemDesktopCode, {
        body: { code, code_verifier: expected.verifier },
      });
      await activate(desktop, expected.accountId);
      await keepSession(desktop, expected.accountId, sessionKey);
    },
  };
}

const random = () => randomBytes(32).toString('base64url');
