import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

/**
 * Packs dist/desktop for this system with electron-builder.yml into dist/packages, and passes its own options on.
 * Without SLIPWAY_UPDATE_URL the packages don't update themselves; without the certificates' variables they aren't
 * signed.
 */
const require = createRequire(import.meta.url);
const feed = process.env.SLIPWAY_UPDATE_URL ? [] : ['--config.publish=null'];
const options = ['--config', 'electron-builder.yml', '--publish', 'never', ...feed, ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, [require.resolve('electron-builder/cli.js'), ...options], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
