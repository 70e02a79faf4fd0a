import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { APP, electronProgram } from '../paths.ts';
import { connect, expect, test, UI } from '../support/app.ts';

test('the first start asks for the server and shows its login', async ({ desk }) => {
  const app = await desk.start();
  const page = await app.window(/connect\.html/);
  const logoWidth = await page.evaluate(async () => {
    const { backgroundImage } = getComputedStyle(document.querySelector('main') as Element, '::before');
    const logo = new Image();
    logo.src = /url\("(.*)"\)/.exec(backgroundImage)?.[1] ?? '';
    await logo.decode();
    return logo.naturalWidth;
  });
  expect(logoWidth).toBeGreaterThan(0);
  await page.getByLabel('Server URL').fill('not an address');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^This isn't a server URL/);
  const login = await connect(app);
  await expect(login.getByRole('button', { name: 'Login' })).toBeVisible();
  await app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById('add-account')?.click();
  });
  const choice = await app.window(/connect\.html/);
  await choice.getByRole('button', { name: 'localhost:15800' }).click();
  await expect((await app.window(UI)).getByRole('button', { name: 'Login' })).toBeVisible();
});

test('the server, and the size of the window, are there again after a restart', async ({ desk }) => {
  const first = await desk.start();
  await connect(first);
  await first.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ width: 1111, height: 777 }),
  );
  await first.close();
  const settings = JSON.parse(readFileSync(path.join(desk.folder, 'settings.json'), 'utf8'));
  expect(settings.window).toMatchObject({ width: 1111, height: 777, maximized: false });
  const second = await desk.start();
  await expect((await second.window(UI)).getByRole('button', { name: 'Login' })).toBeVisible();
  const bounds = await second.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
  expect(bounds).toMatchObject({ width: 1111, height: 777 });
});

test('settings that were cut off by a crash are put aside', async ({ desk }) => {
  const file = path.join(desk.folder, 'settings.json');
  writeFileSync(file, '{"version": 1, "accounts": [');
  await (await desk.start()).window(/connect\.html/);
  expect(readFileSync(`${file}.broken`, 'utf8')).toBe('{"version": 1, "accounts": [');
});

test('the login is there before the server has answered anything', async ({ desk }) => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(15_833, '127.0.0.1', resolve));
  try {
    const app = await desk.start();
    const login = await connect(app, 'http://127.0.0.1:15833');
    await expect(login.getByRole('button', { name: 'Login' })).toBeVisible();
  } finally {
    silent.close();
    silent.closeAllConnections();
  }
});

test('what the start has to read is less than 1 MB', () => {
  expect(statSync(path.join(APP, 'main.cjs')).size).toBeLessThan(1024 * 1024);
  expect(statSync(path.join(APP, 'preload.cjs')).size).toBeLessThan(4096);
});

test('the address that macOS hands over before the app is ready is followed', async ({ desk }) => {
  test.skip(electronProgram() !== null, 'only macOS itself, and the stand-in, hand it over like this');
  const first = await desk.start();
  await connect(first);
  await first.close();
  const second = await desk.start({ openUrl: 'slipway://workspaces/from-a-link' });
  // Nobody is logged in, so the login keeps where they want to go.
  await second.window(/from-a-link/);
  expect(await second.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('a page whose process ends gives way to one of ours, which leads back', async ({ desk }) => {
  const app = await desk.start();
  await connect(app);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  const crashed = await app.window(/crashed\.html/);
  await expect(crashed.getByRole('heading')).toHaveText('This page stopped working');
  await crashed.getByRole('button', { name: 'Load again' }).click();
  await expect((await app.window(UI)).getByRole('button', { name: 'Login' })).toBeVisible();
});

test('a window smaller than ours should be, as a tiling window manager makes it, is remembered', async ({ desk }) => {
  const app = await desk.start();
  await app.window(/connect\.html/);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setBounds({ width: 300, height: 200 }));
  await app.close();
  const settings = JSON.parse(readFileSync(path.join(desk.folder, 'settings.json'), 'utf8'));
  expect(settings.window).toMatchObject({ width: 300, height: 200 });
  await (await desk.start()).window(/connect\.html/);
});

test('opened by the system it waits in the tray, until it is asked for', async ({ desk }) => {
  const app = await desk.start({ args: ['--hidden'], window: false });
  const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  expect(await windows()).toBe(0);
  await app.startAgain();
  await app.window(/connect\.html/);
  expect(await windows()).toBe(1);
});

test('without the server there is an offline page, which goes on by itself', async ({ desk }) => {
  const app = await desk.start();
  const server = createServer((_, response) => response.writeHead(401).end('{"authenticated":false,"message":""}'));
  const port = 15_830;
  const accounts = { address: `http://127.0.0.1:${port}` };
  const page = await app.window(/connect\.html/);
  await page.getByLabel('Server URL').fill(accounts.address);
  await page.getByRole('button', { name: 'Connect' }).click();
  const offline = await app.window(/offline\.html/);
  await expect(offline.getByRole('heading')).toHaveText("The server can't be reached");
  await offline.getByRole('button', { name: 'Try again' }).click();
  await expect(offline.getByRole('heading')).toHaveText("The server can't be reached");
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    await expect((await app.window(UI)).getByRole('button', { name: 'Login' })).toBeVisible();
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
