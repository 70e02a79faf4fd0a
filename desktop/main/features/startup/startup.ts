import type { Handler } from '../../context.ts';

export const readStartup: Handler<'startup.read'> = async ({ loginItem }) => ({ openAtLogin: await loginItem.read() });

export const updateStartup: Handler<'startup.update'> = async ({ loginItem }, { openAtLogin }) => {
  await loginItem.write(openAtLogin);
  return { openAtLogin: await loginItem.read() };
};
