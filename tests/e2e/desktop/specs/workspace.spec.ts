import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { updateSetupStep } from '#shared/features/organizations/contract.ts';
import { listSshKeys } from '#shared/features/ssh-keys/contract.ts';
import { addWorkspace, getWorkspace } from '#shared/features/workspaces/contract.ts';
import { HAS_PRODUCT } from '../paths.ts';
import type { DesktopApp } from '../runner.ts';
import { askFor, connect, expect, signIn, test } from '../support/app.ts';
import { newPerson } from '../support/person.ts';

/** From now on the tray's menu can be looked at and used; it is renewed with every look at the workspaces. */
async function watchTray(app: DesktopApp): Promise<void> {
  await app.evaluate(({ Tray, powerMonitor }) => {
    const set = Tray.prototype.setContextMenu;
    Tray.prototype.setContextMenu = function (menu) {
      Object.assign(globalThis, { trayMenu: menu });
      return set.call(this, menu);
    };
    (powerMonitor as unknown as NodeJS.EventEmitter).emit('resume');
  });
}

function tellPower(app: DesktopApp, event: 'suspend' | 'resume'): Promise<void> {
  return app.evaluate(({ powerMonitor }, name) => {
    (powerMonitor as unknown as NodeJS.EventEmitter).emit(name);
  }, event);
}

/** The last address that was handed to the system. */
function opened(app: DesktopApp): Promise<string> {
  return app.evaluate(() => (globalThis as unknown as { opened?: string }).opened ?? '');
}

async function activeId(page: Page): Promise<string> {
  return (await askFor(page, 'accounts.list', null)).activeId ?? '';
}

/** What a program at this port of this computer says; null when there is none. */
function textAt(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connectTo(port, '127.0.0.1');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.once('close', () => resolve(text || null));
    socket.once('error', () => resolve(null));
  });
}

function trayItem(app: DesktopApp, id: string): Promise<{ label: string; enabled: boolean } | null> {
  return app.evaluate((_, wanted) => {
    const { trayMenu } = globalThis as unknown as { trayMenu?: Electron.Menu };
    const item = trayMenu?.getMenuItemById(wanted);
    return item ? { label: item.label, enabled: item.enabled } : null;
  }, id);
}

function clickTray(app: DesktopApp, id: string): Promise<void> {
  return app.evaluate((_, wanted) => {
    const { trayMenu } = globalThis as unknown as { trayMenu?: Electron.Menu };
    trayMenu?.getMenuItemById(wanted)?.click();
  }, id);
}

test.skip(!HAS_PRODUCT, 'needs the product, which runs on Linux');

test('a key made here opens a real workspace with one click', async ({ desk }) => {
  test.setTimeout(600_000);
  const person = await newPerson({ paid: true });
  const bin = path.join(desk.home, 'bin');
  const output = path.join(desk.home, 'terminal-output');
  mkdirSync(bin);
  // ssh takes the home folder from the system and not from HOME, so this terminal names the file that ssh would find.
  const terminal = `#!/bin/sh
shift 2
ssh -F '${desk.home}/.ssh/config' -o BatchMode=yes "$@" 'whoami; pwd' > '${output}.part' 2>&1
mv '${output}.part' '${output}'
`;
  writeFileSync(path.join(bin, 'xterm'), terminal, { mode: 0o755 });
  const app = await desk.start({ environment: { PATH: `${bin}:${process.env.PATH}` } });
  await signIn(await connect(app), person.username);
  const page = await app.window(/\/wizard\//);
  await app.evaluate(({ app: electronApp, shell }) => {
    electronApp.getApplicationNameForProtocol = () => 'VS Code';
    shell.openExternal = async (url) => void Object.assign(globalThis, { opened: url });
  });

  const key = await test.step('generate a key and upload it', async () => {
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('Laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    await expect(page.getByRole('table', { name: 'Keys on this computer' })).toContainText('uploaded');
    const [made] = (await askFor(page, 'ssh-keys.list', null)).keys;
    const { sshKeys } = await person.call(listSshKeys, { query: {} });
    expect(sshKeys).toMatchObject([{ name: 'Laptop', sshKeyID: made!.sshKeyID, fingerprint: made!.fingerprint }]);
    const file = path.join(desk.folder, 'ssh', await activeId(page), 'keys', made!.id);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    return made!;
  });

  const workspaceID = await test.step('a workspace', async () => {
    const body = { name: 'Harbour', user_id: person.userId, server_id: 'shared', language: 'none', database: 'none' };
    const deployment = { ssh_key_id: key.sshKeyID ?? '', deployment_type: 'new_container' } as const;
    await person.call(updateSetupStep, { body: { setup_step: 4 } });
    const { workspaceID: id } = await person.call(addWorkspace, { body: { ...body, ...deployment } });
    const status = async () => (await person.call(getWorkspace, { params: { workspaceID: id } })).workspace_status;
    await person.call(updateSetupStep, { body: { setup_step: 5 } });
    await expect.poll(status, { timeout: 500_000, intervals: [1000] }).toBe('Active');
    await page.reload();
    return id;
  });

  await test.step('one click opens it in the terminal, and nothing is asked', async () => {
    await page.goto(new URL(`/workspaces/edit/${workspaceID}/connect`, page.url()).href);
    await page.getByRole('button', { name: 'Terminal', exact: true }).click();
    await expect.poll(() => existsSync(output), { timeout: 30_000 }).toBe(true);
    expect(readFileSync(output, 'utf8')).toMatch(/^dev\n\/home\/dev/m);
    const pinned = readFileSync(path.join(desk.folder, 'ssh', await activeId(page), 'known_hosts'), 'utf8');
    expect(pinned).toMatch(/^\[localhost\]:15822 ssh-ed25519 /m);
    await page.getByRole('button', { name: 'VS Code', exact: true }).click();
    await expect.poll(() => opened(app)).toBe('vscode://vscode-remote/ssh-remote+slipway-harbour/home/dev/project');
  });

  await test.step('a port of the workspace is here, is listed, and is closed again', async () => {
    const config = path.join(desk.home, '.ssh/config');
    const program = "require('net').createServer((s) => s.end('from inside')).listen(8123, '127.0.0.1')";
    const inside = spawn('ssh', ['-F', config, '-o', 'BatchMode=yes', 'slipway-harbour', 'node', '-e', `"${program}"`]);
    try {
      await page.getByLabel('Workspace port').fill('8123');
      await page.getByRole('button', { name: 'Open tunnel' }).click();
      await expect(page.getByRole('button', { name: 'Stop the tunnel at localhost:8123' })).toBeVisible();
      await expect.poll(() => textAt(8123), { timeout: 30_000 }).toBe('from inside');
      await page.getByRole('button', { name: 'Stop the tunnel at localhost:8123' }).click();
      await expect(page.getByText('localhost:8123')).toBeHidden();
      await expect.poll(() => textAt(8123)).toBeNull();
    } finally {
      inside.kill();
    }
  });

  await test.step('the computer’s sleep ends the live connection, and waking brings it back', async () => {
    const connection = page.waitForEvent('websocket').then(async (socket) => {
      // One that is closed before it is open ends in an error.
      await socket.waitForEvent('framereceived');
      return socket;
    });
    await page.reload();
    const live = await connection;
    const ended = live.waitForEvent('close');
    await tellPower(app, 'suspend');
    await ended;
    const again = page.waitForEvent('websocket');
    await tellPower(app, 'resume');
    await again;
  });

  await test.step('a deep link shows it, from a second start of the program', async () => {
    await app.startAgain(`slipway://workspaces/${workspaceID}`);
    const shown = await app.window(new RegExp(`/workspaces/edit/${workspaceID}`));
    await expect(shown.getByText('Harbour').first()).toBeVisible();
  });

  await test.step('the tray knows its status, stops it and starts it', async () => {
    await watchTray(app);
    const label = async () => (await trayItem(app, `workspace-${workspaceID}`))?.label;
    await expect.poll(label, { timeout: 60_000 }).toBe('Harbour · Active');
    expect(await trayItem(app, `start-${workspaceID}`)).toMatchObject({ enabled: false });
    await clickTray(app, `stop-${workspaceID}`);
    await expect.poll(label, { timeout: 60_000 }).toBe('Harbour · Offline');
    await clickTray(app, `start-${workspaceID}`);
    await expect.poll(label, { timeout: 120_000 }).toBe('Harbour · Active');
  });

  await test.step('signing out takes the ssh configuration with it', async () => {
    expect(readFileSync(path.join(desk.home, '.ssh/config'), 'utf8')).toContain('Include');
    await askFor(page, 'session.clear', null);
    expect(existsSync(path.join(desk.home, '.ssh/config'))).toBe(false);
  });
});
