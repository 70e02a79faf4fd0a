import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, test } from '../support/app.ts';

const NEWER = '#!/bin/sh\n# Slipway 9.9.9\nexit 0\n';
const PORT = 15_832;

/** A folder on the web as electron-builder fills it; `sha512` may be that of something else. */
function feed(sha512: string): Record<string, string> {
  const files = `files:\n  - url: Slipway-9.9.9.AppImage\n    sha512: ${sha512}\n    size: ${NEWER.length}\n`;
  return {
    '/latest-linux.yml': `version: 9.9.9\n${files}path: Slipway-9.9.9.AppImage\nsha512: ${sha512}\n`,
    '/Slipway-9.9.9.AppImage': NEWER,
  };
}

test('a newer version is fetched from the feed and takes the app’s place when it is closed', async ({ desk }) => {
  test.skip(process.platform !== 'linux', 'installs an AppImage');
  let served: Record<string, string> = {};
  const server = createServer(({ url = '' }, response) => {
    const body = served[new URL(url, 'http://feed').pathname];
    if (body === undefined) response.writeHead(404).end();
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(PORT, '127.0.0.1', resolve));
  const program = path.join(desk.home, 'Slipway.AppImage');
  writeFileSync(program, 'the old one', { mode: 0o755 });
  try {
    const app = await desk.start({
      environment: {
        SLIPWAY_UPDATE_FEED: `http://127.0.0.1:${PORT}`,
        APPIMAGE: program,
        XDG_CACHE_HOME: path.join(desk.home, 'cache'),
      },
    });
    await app.window(/connect\.html/);
    await app.evaluate(({ Notification }) => {
      const told: string[] = [];
      Object.assign(globalThis, { told });
      Notification.prototype.show = function () {
        told.push(this.title);
      };
    });
    const told = () => app.evaluate(() => (globalThis as unknown as { told: string[] }).told);
    const check = () =>
      app.evaluate(({ Menu }) => {
        Menu.getApplicationMenu()?.getMenuItemById('check-for-updates')?.click();
      });

    await test.step('one that was changed on the way is not taken', async () => {
      served = feed(createHash('sha512').update('something else').digest('base64'));
      await check();
      await expect.poll(told).toEqual(["Couldn't install the update"]);
      expect(readFileSync(program, 'utf8')).toBe('the old one');
    });

    await test.step('the right one is told of, and installed at the end', async () => {
      served = feed(createHash('sha512').update(NEWER).digest('base64'));
      await check();
      await expect.poll(told).toContain('Slipway 9.9.9 is ready to install');
      expect(readFileSync(program, 'utf8')).toBe('the old one');
      await app.close();
      expect(readFileSync(program, 'utf8')).toBe(NEWER);
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
