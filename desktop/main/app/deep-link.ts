import { workspacePath } from '../features/workspaces/workspace-path.ts';

export const SCHEME = 'slipway';

/**
 * The path of the UI that a `slipway://…` address means; null for one the app does not know.
 * `slipway://workspaces/{id}` shows a workspace, `slipway://workspaces` all of them.
 */
export function pathOfDeepLink(address: string): string | null {
  const match = /^slipway:\/\/workspaces(?:\/([0-9A-Za-z-]{1,64}))?\/?$/.exec(address);
  if (!match) return null;
  return match[1] ? workspacePath(match[1]) : '/workspaces';
}

/** The first deep link among a program's arguments: how Windows and Linux hand one over. */
export function deepLinkIn(args: readonly string[]): string | null {
  return args.find((each) => each.startsWith(`${SCHEME}://`)) ?? null;
}
