import type { Config } from '../../platform/config.ts';

/** Where repositories' providers send their pushes, on the UI's origin. */
export const PREBUILD_WEBHOOK_PATH = '/webhooks/prebuilds/:id';

export const webhookUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, id: string): string =>
  `${publicUrl}${PREBUILD_WEBHOOK_PATH.replace(':id', id)}`;
