import { existsSync } from 'node:fs';
import path from 'node:path';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../../..');

/** Read as electron-builder itself reads it, with the publishing address as a release would have it. */
async function read() {
  process.env.SLIPWAY_UPDATE_URL = 'https://updates.example.com';
  return getConfig(root, 'electron-builder.yml', null);
}

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
    expect([mac, win, linux].map((each) => each?.target)).toEqual([
      ['dmg', 'zip'],
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
});
