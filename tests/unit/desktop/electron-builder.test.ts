import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { parsePlistFile } from 'app-builder-lib/out/util/plist.js';
import { DebugLogger } from 'builder-util';
import { describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../../..');

/** Read as electron-builder itself reads it. */
const read = () => getConfig(root, 'electron-builder.yml', null);

describe('electron-builder.yml', () => {
  test('fits electron-builder’s own schema', async () => {
    await expect(validateConfiguration(await read(), new DebugLogger(false))).resolves.toBeUndefined();
  });

  test('a word that electron-builder does not know is noticed', async () => {
    const config = { ...(await read()), singed: true };
    await expect(validateConfiguration(config, new DebugLogger(false))).rejects.toThrow('singed');
  });

  test('makes the five packages, with the fuses set and the Electron of package.json', async () => {
    const { mac, win, linux, electronFuses, electronVersion, icon, ...rest } = await read();
    const both = ['x64', 'arm64'];
    expect([mac, win, linux].map((each) => each?.target)).toEqual([
      [
        { target: 'dmg', arch: both },
        { target: 'zip', arch: both },
      ],
      ['nsis'],
      ['AppImage', 'deb', 'rpm'],
    ]);
    expect(electronFuses).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
    expect(electronVersion).toBe(manifest.devDependencies.electron);
    expect(existsSync(path.join(root, String(linux?.icon ?? icon)))).toBe(true);
    expect(JSON.stringify(rest)).not.toMatch(/password|cscLink/i);
  });

  test('macOS may be asked to open a terminal, and shows the buttons of notifications', async () => {
    const { mac } = await read();
    const entitlements = await parsePlistFile<Record<string, boolean>>(path.join(root, String(mac?.entitlements)));
    expect(entitlements).toMatchObject({
      'com.apple.security.cs.allow-jit': true,
      'com.apple.security.automation.apple-events': true,
    });
    expect(mac?.entitlementsInherit).toBe(mac?.entitlements);
    expect(mac?.extendInfo).toMatchObject({
      NSAppleEventsUsageDescription: expect.stringContaining('terminal'),
      NSUserNotificationAlertStyle: 'alert',
    });
  });

  test('Windows knows the app by the id that its shortcut has', async () => {
    const { appId } = await read();
    expect(readFileSync(path.join(root, 'desktop/main/main.ts'), 'utf8')).toContain(`setAppUserModelId('${appId}')`);
  });
});
