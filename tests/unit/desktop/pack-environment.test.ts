import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { feedOptions, packEnvironment } from '../../../desktop/build/pack-environment.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-pack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a secret that CI doesn’t have is not set at all', () => {
  const environment = { CSC_LINK: '', WIN_CSC_LINK: ' ', APPLE_API_KEY: '', SLIPWAY_UPDATE_URL: '', PATH: '/bin' };
  const set = packEnvironment(environment, folder);
  expect(set).toEqual({ PATH: '/bin' });
  expect(feedOptions(set)).toEqual([]);
});

test('a notarization key becomes a file that only its owner reads', () => {
  const key = '-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----\n';
  const { APPLE_API_KEY: file = '' } = packEnvironment({ APPLE_API_KEY: key, APPLE_API_KEY_ID: 'K1' }, folder);
  expect(readFileSync(file, 'utf8')).toBe(key);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a notarization key that is a file already stays where it is', () => {
  const file = path.join(folder, 'AuthKey.p8');
  writeFileSync(file, 'key');
  expect(packEnvironment({ APPLE_API_KEY: file }, folder).APPLE_API_KEY).toBe(file);
});

test('the feed’s address is handed to electron-builder', () => {
  const options = feedOptions({ SLIPWAY_UPDATE_URL: 'https://updates.example.com' });
  expect(options).toContain('--config.publish.url=https://updates.example.com');
});
