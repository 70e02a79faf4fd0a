import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

/**
 * Packs dist/desktop for this system by electron-builder.yml into dist/packages; its own options go through. Without
 * SLIPWAY_UPDATE_URL the packages do not update themselves, without the certificates' variables they are not signed.
 */
const require = createRequire(import.meta.url);
const feed = process.env.SLIPWAY_UPDATE_URL ? [] : ['--config.publish=null'];
const options = ['--config', 'electron-builder.yml', '--publish', 'never', ...feed, ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, [require.resolve('electron-builder/cli.js'), ...options], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
