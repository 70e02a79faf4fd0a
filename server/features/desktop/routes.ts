import * as contract from '#shared/features/desktop/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { issueDesktopCode, redeemDesktopCode } from './desktop-code.ts';
import { listDownloads } from './list-downloads.ts';

export const desktopRoutes: RegisterRoutes = (mount) => {
  mount(contract.desktopDownloads, async ({ config }) => listDownloads(config));

  mount(contract.issueDesktopCode, async (context, { body }) => ({
    success: true as const,
    code: await issueDesktopCode(context, { challenge: body.code_challenge }),
  }));

  mount(contract.redeemDesktopCode, async (context, { body }) => ({
    success: true as const,
    sessionKey: await redeemDesktopCode(context, { code: body.code, verifier: body.code_verifier }),
  }));
};
