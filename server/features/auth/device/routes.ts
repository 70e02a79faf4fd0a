import * as contract from '#shared/features/auth/device.ts';
import { SECOND } from '../../../platform/clock.ts';
import type { RegisterRoutes } from '../../routing.ts';
import { answerDeviceLogin, getDeviceLogin } from './answer-device-login.ts';
import { pollDeviceLogin } from './poll-device-login.ts';
import { DEVICE_LOGIN_MS, POLL_INTERVAL, startDeviceLogin } from './start-device-login.ts';

export const deviceRoutes: RegisterRoutes = (mount) => {
  mount(contract.startDeviceLogin, async (context, { body }) => {
    const { deviceCode, userCode } = await startDeviceLogin(context, body);
    const page = `${context.config.publicUrl}/device`;
    return {
      success: true as const,
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?code=${userCode}`,
      expires_in: DEVICE_LOGIN_MS / SECOND,
      interval: POLL_INTERVAL,
    };
  });

  mount(contract.pollDeviceLogin, async (context, { body }) => ({
    success: true as const,
    ...(await pollDeviceLogin(context, { deviceCode: body.device_code })),
  }));

  mount(contract.getDeviceLogin, async (context, { query }) => {
    const found = await getDeviceLogin(context, { userCode: query.user_code });
    return {
      user_code: found.userCode,
      program: found.program,
      computer: found.computer,
      ip_address: found.ipAddress,
      create_date: found.createdAt.toISOString(),
      expiry_date: found.expiresAt.toISOString(),
    };
  });

  mount(contract.allowDeviceLogin, async (context, { body }) => {
    await answerDeviceLogin(context, { userCode: body.user_code, answer: 'allowed' });
    return { success: true as const };
  });

  mount(contract.denyDeviceLogin, async (context, { body }) => {
    await answerDeviceLogin(context, { userCode: body.user_code, answer: 'denied' });
    return { success: true as const };
  });
};
