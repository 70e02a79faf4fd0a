import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { ask, askFor, connect, expect, test, UI } from '../support/app.ts';

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
      expect(await app.window(UI)).toBe(page);
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

/** Whoever runs it as a page has the bridge, and says what it could do with it. */
const HOSTILE = `<!doctype html><title>hostile</title><script>
  const bridge = window.slipwayDesktop;
  (bridge ? bridge.call('accounts.list', 'null') : Promise.resolve({ ok: false })).then((answer) => {
    document.title = answer.ok ? 'listed accounts' : 'refused';
  });
</script>`;

test('what a server answers never becomes a page of the app', async ({ desk }) => {
  const port = 15_834;
  const server = createServer(({ url }, response) => {
    if (url === '/api/users/current') response.writeHead(401).end('{"authenticated":false,"message":""}');
    else if (url === '/api/leads-on') response.writeHead(302, { location: '/api/page' }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(HOSTILE);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    const app = await desk.start();
    const page = await connect(app, `http://127.0.0.1:${port}`);
    const login = page.getByRole('button', { name: 'Login' });
    await expect(login).toBeVisible();
    await app.evaluate(({ shell }) => {
      shell.openExternal = async (url) => void Object.assign(globalThis, { opened: url });
    });

    for (const path of ['/api/page', '/api/leads-on', '/%61pi/page', '/assets/../api/page']) {
      await test.step(`not by going to ${path}`, async () => {
        await page.evaluate((to) => void window.location.assign(to), path);
        expect(await ask(page, 'accounts.list')).toMatchObject({ ok: true });
        await expect(login).toBeVisible();
        expect(await page.title()).not.toBe('hostile');
      });
    }

    await test.step('as data it is plain text, and a redirect is a failure', async () => {
      const type = await page.evaluate(async () => (await fetch('/api/page')).headers.get('content-type'));
      expect(type).toMatch(/^text\/plain/);
      const led = await page.evaluate(() =>
        fetch('/api/leads-on').then(
          () => 'answered',
          () => 'failed',
        ),
      );
      expect(led).toBe('failed');
    });

    await test.step('a page of the UI for another window opens in the browser, at the server', async () => {
      await page.evaluate(() => void window.open('/terms'));
      const opened = () => app.evaluate(() => (globalThis as unknown as { opened?: string }).opened ?? '');
      await expect.poll(opened).toBe(`http://127.0.0.1:${port}/terms`);
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('a server that isn’t Slipway is told from one', async ({ desk }) => {
  const port = 15_835;
  const server = createServer((_, response) => response.end('<h1>It works!</h1>'));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    const app = await desk.start();
    const page = await app.window(/connect\.html/);
    await page.getByLabel('Server URL').fill(`http://127.0.0.1:${port}`);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByRole('alert')).toContainText("isn't a Slipway server");
    await page.getByLabel('Server URL').fill('http://slipway.example.com');
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByRole('alert')).toContainText('use https://slipway.example.com');
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('a removed account leaves nothing in the app', async ({ desk }) => {
  const app = await desk.start();
  const page = await connect(app);
  await page.evaluate(() => localStorage.setItem('left', 'behind'));
  const { activeId } = await askFor(page, 'accounts.list', null);
  await ask(page, 'accounts.remove', { id: activeId }).catch(() => undefined);
  const choice = await app.window(/connect\.html/);
  expect(await askFor(choice, 'accounts.list', null)).toEqual({ accounts: [], activeId: null });
  const settings = readFileSync(path.join(desk.folder, 'settings.json'), 'utf8');
  expect(settings).not.toContain(activeId);
});
