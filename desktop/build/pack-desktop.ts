import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { feedOptions, packEnvironment } from './pack-environment.ts';

/**
 * Packs dist/desktop for this system with electron-builder.yml into dist/packages, and passes its own options on.
 * Without SLIPWAY_UPDATE_URL the packages don't update themselves; without the certificates' variables they aren't
 * signed.
 */
const require = createRequire(import.meta.url);
const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-pack-'));
try {
  const env = packEnvironment(process.env, folder);
  const options = ['--config', 'electron-builder.yml', '--publish', 'never', ...feedOptions(env)];
  const command = [require.resolve('electron-builder/cli.js'), ...options, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
