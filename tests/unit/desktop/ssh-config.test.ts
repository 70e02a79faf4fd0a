import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fc } from '#tests/support/fast-check.ts';
import { openWorkspace, showSshConfig } from '../../../desktop/main/features/open-local/index.ts';
import { updatePreferences } from '../../../desktop/main/features/settings/preferences.ts';
import { removeSshConfig } from '../../../desktop/main/features/ssh-config/index.ts';
import { generateKey, keyStore } from '../../../desktop/main/features/ssh-keys/index.ts';
import { createTunnels } from '../../../desktop/main/features/tunnels/tunnels.ts';
import { fakeTerminal } from './support/fake-terminal.ts';
import { startSshServer, type TestSshServer } from './support/ssh-server.ts';
import { createTestDesktop, type TestDesktop } from './support/test-desktop.ts';
import { workspaceApi } from './support/workspace-api.ts';

const run = promisify(execFile);
const WORKSPACE = { workspaceId: 'workspace-1' };

let server: TestSshServer;
let authorized: string[];
let desktop: TestDesktop;
let config: string;

beforeAll(async () => {
  server = await startSshServer(() => authorized);
});
afterAll(() => server.close());

beforeEach(async () => {
  desktop = await createTestDesktop();
  config = path.join(desktop.home, '.ssh', 'config');
  const key = await generateKey(desktop, { name: 'laptop', type: 'ed25519', upload: false });
  await keyStore(desktop).save({ ...key, sshKeyID: 'uploaded' });
  authorized = [key.publicKey];
  serve([server.hostKey]);
  return () => desktop.close();
});

function serve(hostKeys: string[]): void {
  const { port } = server;
  const ssh = { host: '127.0.0.1', port, user: 'my-shop', command: '', host_keys: hostKeys };
  Object.assign(desktop, { api: workspaceApi({ ssh }) });
}

/** The real client; `-F` because it takes the home folder from the system and not from HOME. */
function ssh(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return run('ssh', ['-F', config, '-o', 'BatchMode=yes', ...args]);
}

describe('the ssh configuration', () => {
  test('the real client gets in by the alias alone, and is asked nothing', async () => {
    const { host, text } = await showSshConfig(desktop, WORKSPACE);
    expect(host).toBe('slipway-my-shop');
    expect(text).toContain('StrictHostKeyChecking yes');
    expect((await ssh('slipway-my-shop', 'echo hello')).stdout).toBe('ran: echo hello\n');
  });

  test('the agent is forwarded only while the person wants it', async () => {
    const forwards = async () => /^forwardagent (.*)$/m.exec((await ssh('-G', 'slipway-my-shop')).stdout)?.[1];
    await showSshConfig(desktop, WORKSPACE);
    expect(await forwards()).toBe('no');
    await updatePreferences(desktop, { forwardAgent: true });
    expect(await forwards()).toBe('yes');
    await updatePreferences(desktop, { forwardAgent: false });
    expect(await forwards()).toBe('no');
  });

  test('another host key than the pinned one is refused', async () => {
    const other = await startSshServer(() => authorized);
    try {
      serve([other.hostKey]);
      await showSshConfig(desktop, WORKSPACE);
      await expect(ssh('slipway-my-shop', 'true')).rejects.toThrow(/host key/i);
    } finally {
      await other.close();
    }
  });

  test('without a pinned key the first one seen is kept in our own file', async () => {
    serve([]);
    await showSshConfig(desktop, WORKSPACE);
    await ssh('slipway-my-shop', 'true');
    const known = readFileSync(path.join(desktop.folder, 'ssh', 'account', 'known_hosts'), 'utf8');
    expect(known).toContain(server.hostKey);
  });

  test.each([
    ['nothing', null],
    ['a plain file', 'Host *\n  User me\n'],
    ['Windows line ends and no last one', 'Host a\r\n  Port 23'],
  ])('a configuration with %s is the same to the byte after sign-out', async (_, before) => {
    if (before !== null) writeFileSync(config, before, { mode: 0o640 });
    await showSshConfig(desktop, WORKSPACE);
    await showSshConfig(desktop, WORKSPACE);
    expect(readFileSync(config, 'utf8').match(/Include/g)).toHaveLength(1);
    await removeSshConfig(desktop, 'account');
    expect(existsSync(config) ? readFileSync(config, 'utf8') : null).toBe(before);
    if (before !== null && process.platform !== 'win32') expect(statSync(config).mode & 0o777).toBe(0o640);
  });

  test('whatever bytes a configuration has, it has them again after sign-out', async () => {
    const line = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
    const mark = fc.constantFrom(Buffer.alloc(0), Buffer.from('\uFEFF'));
    // Latin-1: ü and é are one byte each, and no UTF-8.
    const known = fc.constantFrom(
      Buffer.from('# für René\nHost *\n  User me\n', 'latin1'),
      Buffer.from('# für René\r\n'),
    );
    await fc.assert(
      fc.asyncProperty(mark, fc.oneof(known, line), async (first, rest) => {
        const before = Buffer.concat([first, rest]);
        fc.pre(before.length > 0);
        writeFileSync(config, before);
        await showSshConfig(desktop, WORKSPACE);
        const during = readFileSync(config);
        expect(during.subarray(0, first.length)).toEqual(first);
        expect(during.includes('Include "')).toBe(true);
        await removeSshConfig(desktop, 'account');
        expect(readFileSync(config)).toEqual(before);
      }),
      { numRuns: 40 },
    );
  });

  test('a line that the person wrote themselves is enough', async () => {
    const own = `Include "${desktop.folder}/ssh/*/config"\n`;
    writeFileSync(config, own);
    await showSshConfig(desktop, WORKSPACE);
    expect(readFileSync(config, 'utf8')).toBe(own);
    expect((await ssh('slipway-my-shop', 'echo hello')).stdout).toBe('ran: echo hello\n');
  });

  test.skipIf(process.platform !== 'linux')(
    'one that can’t be written is told, and what needs none goes on',
    async () => {
      // Not even root writes here.
      symlinkSync('/proc/version', config);
      const { text } = await showSshConfig(desktop, WORKSPACE);
      expect(text).toContain(`# Slipway can't write ${config}. Add this line at the top: Include "`);
      expect(text).toContain('Host slipway-my-shop');
      await expect(openWorkspace(desktop, { ...WORKSPACE, program: 'vscode' })).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining(`${desktop.folder}/ssh/*/config`),
      });
      await openWorkspace(desktop, { ...WORKSPACE, program: 'sftp' });
      expect(desktop.opened).toEqual([expect.stringMatching(/^sftp:/)]);
      const { output, environment } = fakeTerminal(desktop, 'xterm');
      await openWorkspace({ ...desktop, environment, platform: 'linux' }, { ...WORKSPACE, program: 'terminal' });
      expect(readFileSync(output, 'utf8')).toBe(`-e ssh -F ${desktop.folder}/ssh/account/config slipway-my-shop\n`);
      await removeSshConfig(desktop, 'account');
    },
  );

  test('a configuration that is a symbolic link stays one', async () => {
    const real = path.join(desktop.home, 'dotfiles-config');
    writeFileSync(real, 'Host b\n');
    symlinkSync(real, config);
    await showSshConfig(desktop, WORKSPACE);
    expect(readFileSync(real, 'utf8')).toContain('Include');
    await removeSshConfig(desktop, 'account');
    expect(readFileSync(config, 'utf8')).toBe('Host b\n');
  });

  test('what a server says can’t smuggle in a line', async () => {
    const evil = 'x\n  ProxyCommand touch /tmp/owned';
    Object.assign(desktop, {
      api: workspaceApi({ ssh: { host: evil, port: 22, user: 'x', command: '', host_keys: [] } }),
    });
    await expect(showSshConfig(desktop, WORKSPACE)).rejects.toMatchObject({ code: 'unavailable' });
    expect(existsSync(config)).toBe(false);
  });
});

describe('opening locally', () => {
  test.each([
    ['vscode', 'vscode://vscode-remote/ssh-remote+slipway-my-shop/home/dev/project'],
    ['cursor', 'cursor://vscode-remote/ssh-remote+slipway-my-shop/home/dev/project'],
    ['zed', 'zed://ssh/slipway-my-shop/home/dev/project'],
  ] as const)('%s', async (program, link) => {
    await openWorkspace(desktop, { ...WORKSPACE, program });
    expect(desktop.opened).toEqual([link]);
  });
});

describe('tunnels', () => {
  test('a local port leads to the workspace’s, is listed, counts its connections and closes', async () => {
    const site = createServer((_, response) => response.end('the site'));
    const sitePort = await new Promise<number>((resolve) => {
      site.listen(0, '127.0.0.1', () => resolve((site.address() as { port: number }).port));
    });
    const tunnels = createTunnels();
    try {
      const tunnel = await tunnels.open(desktop, { ...WORKSPACE, remotePort: sitePort });
      expect(tunnel.localPort).not.toBe(sitePort);
      const address = `http://127.0.0.1:${tunnel.localPort}/`;
      expect(await (await fetch(address)).text()).toBe('the site');
      expect((await tunnels.list(desktop, null)).tunnels).toMatchObject([{ workspaceName: 'My shop', status: 'open' }]);
      expect(await tunnels.close(desktop, { id: tunnel.id })).toEqual({ tunnels: [] });
      await expect(fetch(address)).rejects.toThrow();
      expect(desktop.events.at(-1)).toEqual({ name: 'tunnels.changed', payload: { tunnels: [] } });
    } finally {
      tunnels.closeAll();
      site.close();
      site.closeAllConnections();
    }
  });

  test('a port that is in use here is told, with what to do', async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
    });
    try {
      const opening = createTunnels().open(desktop, { ...WORKSPACE, remotePort: 3000, localPort: port });
      await expect(opening).rejects.toThrow(
        `Port ${port} on this computer is already in use. Choose another local port.`,
      );
    } finally {
      taken.close();
    }
  });

  test('a key that the workspace does not know is told, with what to do', async () => {
    authorized = [];
    const opening = createTunnels().open(desktop, { ...WORKSPACE, remotePort: 3000 });
    await expect(opening).rejects.toThrow('Choose one of them in the workspace');
  });

  test('a server with another host key gets no login', async () => {
    const other = await startSshServer(() => authorized);
    try {
      serve([other.hostKey]);
      await expect(createTunnels().open(desktop, { ...WORKSPACE, remotePort: 3000 })).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('has a different host key'),
      });
    } finally {
      await other.close();
    }
  });
});
