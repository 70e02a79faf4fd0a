import { workspacePath } from '../features/workspaces/workspace-path.ts';

export const SCHEME = 'slipway';

/** What a `slipway://…` address means. */
export type DeepLink = { to: 'path'; path: string } | { to: 'sign-in'; code: string; state: string };

const TOKEN = /^[A-Za-z0-9_-]{1,200}$/;

/**
 * Null for an address the app doesn't know. `slipway://workspaces/{id}` shows a workspace, `slipway://workspaces` all
 * of them; `slipway://login?code=…&state=…` completes a sign-in in the system's browser.
 */
export function readDeepLink(address: string): DeepLink | null {
  const workspace = /^slipway:\/\/workspaces(?:\/([0-9A-Za-z-]{1,64}))?\/?$/.exec(address);
  if (workspace) return { to: 'path', path: workspace[1] ? workspacePath(workspace[1]) : '/workspaces' };
  const url = address.length <= 1000 ? URL.parse(address) : null;
  if (url?.protocol !== `${SCHEME}:` || url.hostname !== 'login') return null;
  const [code, state] = ['code', 'state'].map((name) => url.searchParams.get(name) ?? '');
  return code && state && TOKEN.test(code) && TOKEN.test(state) ? { to: 'sign-in', code, state } : null;
}

/** The first deep link among a program's arguments: how Windows and Linux pass one on. */
export function deepLinkIn(args: readonly string[]): string | null {
  return args.find((each) => each.startsWith(`${SCHEME}://`)) ?? null;
}
