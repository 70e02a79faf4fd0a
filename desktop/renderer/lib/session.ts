import { create } from 'zustand';
import { host } from './host/current-host.ts';

/** The stored session key; null when nobody is signed in. */
export const useSession = create<{ key: string | null }>(() => ({ key: null }));

export function sessionKey(): string | null {
  return useSession.getState().key;
}

/** Reads the stored key and follows the other windows from now on. Called once, before the first render. */
export async function restoreSession(): Promise<void> {
  useSession.setState({ key: await host.sessionKey.read() });
  host.sessionKey.subscribe((key) => useSession.setState({ key }));
}

export async function startSession(key: string): Promise<void> {
  await host.sessionKey.write(key);
  useSession.setState({ key });
}

/** Forgets the key here and, through the host, in every other window. */
export async function endSession(): Promise<void> {
  await host.sessionKey.clear();
  useSession.setState({ key: null });
}
