import * as contract from '#shared/features/support/contract.ts';
import { say } from '../../platform/say.ts';
import type { RegisterRoutes } from '../routing.ts';
import { sendCase } from './send-case.ts';

export const supportRoutes: RegisterRoutes = (mount) => {
  mount(contract.supportOptions, async ({ config }) => ({ url: config.supportUrl ?? null }));

  mount(contract.sendSupportCase, async (context, _, c) => {
    await sendCase(context, c.req.raw);
    return { success: true as const, message: say('support.sent') };
  });
};
