import { createServer } from 'node:http';
import { ask, connect, expect, test } from '../support/app.ts';

test('a page that has turned hostile gets nowhere', async ({ desk }) => {
  const elsewhere = createServer((_, response) => response.end('<h1>elsewhere</h1>'));
  await new Promise<void>((resolve) => elsewhere.listen(15_831, '127.0.0.1', resolve));
  try {
    const app = await desk.start();
    const page = await connect(app);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = async (url) => void opened.push(url);
    });
    const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);

    await test.step('another origin opens in the system’s browser and never in the window', async () => {
      await page.evaluate(() => void window.location.assign('http://127.0.0.1:15831/navigated'));
      await expect.poll(opened).toEqual(['http://127.0.0.1:15831/navigated']);
      expect(page.url()).toContain('localhost:15800');
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    });

    await test.step('window.open opens no window', async () => {
      await page.evaluate(() => void window.open('http://127.0.0.1:15831/opened'));
      await expect.poll(opened).toContain('http://127.0.0.1:15831/opened');
      await page.evaluate(() => void window.open('about:blank'));
      expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    });

    await test.step('the system is handed web and mail addresses only', async () => {
      for (const url of ['file:///etc/passwd', 'smb://host/share', 'javascript:alert(1)', 'vscode://x']) {
        await ask(page, 'system.open', { url });
      }
      await ask(page, 'system.open', { url: 'mailto:help@example.com' });
      expect((await opened()).filter((url) => !url.startsWith('http'))).toEqual(['mailto:help@example.com']);
    });

    await test.step('what is asked has to fit', async () => {
      const invalid = { ok: false, code: 'invalid' };
      expect(await ask(page, 'no.such.call')).toMatchObject(invalid);
      expect(await ask(page, '__proto__')).toMatchObject(invalid);
      expect(await ask(page, 'session.read', '{not json')).toMatchObject(invalid);
      expect(await ask(page, 'session.write', { key: 7 })).toMatchObject(invalid);
      expect(await ask(page, 'session.write', { key: 'x', more: true })).toMatchObject(invalid);
      expect(await ask(page, 'session.write', JSON.stringify({ key: 'x'.repeat(300_000) }))).toMatchObject(invalid);
    });

    await test.step('an embedded frame has no bridge, and the policy keeps strangers out', async () => {
      const result = await page.evaluate(async () => {
        const frame = document.createElement('iframe');
        document.body.append(frame);
        const bridge = Reflect.get(frame.contentWindow ?? {}, 'slipwayDesktop');
        const fetched = await fetch('http://127.0.0.1:15831/').then(
          () => 'fetched',
          () => 'refused',
        );
        return { hasBridge: bridge !== undefined, fetched, require: typeof Reflect.get(window, 'require') };
      });
      expect(result).toEqual({ hasBridge: false, fetched: 'refused', require: 'undefined' });
    });

    await test.step('a frame that reaches the channel all the same is told no', async () => {
      // Real Electron gives a frame no way to it; the stand-in's channel is open to every frame.
      if (app.host !== 'stand-in') return;
      const answer = await page.frames()[1]?.evaluate(() => {
        const invoke = Reflect.get(window, '__standInInvoke') as (channel: string, args: string[]) => Promise<unknown>;
        return invoke('slipway:call', ['session.read', 'null']);
      });
      expect(answer).toMatchObject({ ok: false, code: 'forbidden' });
    });

    await test.step('no permission is given', async () => {
      expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied');
    });
  } finally {
    elsewhere.close();
    elsewhere.closeAllConnections();
  }
});
