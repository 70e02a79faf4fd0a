import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

const DEBIAN = '/usr/bin/chromium';

let launched: Promise<Browser> | null = null;

/** The one Chromium behind all windows; a test attaches to it by its debugging port. */
export function browser(): Promise<Browser> {
  launched ??= chromium.launch({
    ...(existsSync(DEBIAN) && { executablePath: DEBIAN }),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--remote-debugging-port=${process.env.STAND_IN_DEBUGGING_PORT ?? '0'}`,
    ],
  });
  return launched;
}
