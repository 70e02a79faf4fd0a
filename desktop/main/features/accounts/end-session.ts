import { logout } from '#shared/features/auth/contract.ts';
import type { Desktop } from '../../context.ts';
import { text } from '../../text.ts';
import { sessionSecret } from '../secret-store/index.ts';

interface Session {
  origin: string;
  key: string;
}

/** The session that an account has on its server; null if it is signed out. */
export async function sessionOf({ settings, secrets }: Desktop, id: string): Promise<Session | null> {
  const account = settings.data.accounts.find((each) => each.id === id);
  const key = account && (await secrets.read(sessionSecret(id)));
  return key ? { origin: account.origin, key } : null;
}

/** Ends it on the server as well. Where that can't be done now, the person is told how to do it. */
export async function endSession({ api, dialogs, log }: Desktop, { origin, key }: Session): Promise<void> {
  try {
    await api.ask(origin, logout, {}, key);
  } catch (error) {
    log.warn('The session of a removed account goes on', { error: String(error) });
    const { host } = new URL(origin);
    await dialogs.ask({
      message: text('ask.goesOn', { host }),
      detail: text('ask.goesOnDetail', { host }),
      buttons: [text('ask.understood')],
    });
  }
}
