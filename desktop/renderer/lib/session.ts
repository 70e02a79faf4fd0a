import { create } from 'zustand';
import { platform } from './platform/current-platform.ts';

/** The stored session key; null if nobody is signed in. */
export const useSession = create<{ key: string | null }>(() => ({ key: null }));

export function sessionKey(): string | null {
  return useSession.getState().key;
}

/** Reads the stored key and follows the other windows from now on. Called once, before the first render. */
export async function restoreSession(): Promise<void> {
  useSession.setState({ key: await platform.sessionKey.read() });
  platform.sessionKey.subscribe((key) => useSession.setState({ key }));
}

export async function startSession(key: string): Promise<void> {
  await platform.sessionKey.write(key);
  useSession.setState({ key });
}

/** Forgets the key here and, through the platform, in every other window. */
export async function endSession(): Promise<void> {
  await platform.sessionKey.clear();
  useSession.setState({ key: null });
}
