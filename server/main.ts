import { setFlagsFromString } from 'node:v8';
import { BAD_SETTINGS } from './dev/supervise.mjs';
import { ConfigError, describeSettings, readConfig } from './platform/config.ts';
import { resolveOnce } from './platform/resolve-once.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(
    `Slipway\n\n  npm start            set up what is missing, then start\n  npm run dev          the same, watching for changes\n  npm run seed         the same, with an example organization to look at\n\nSettings (environment):\n${describeSettings()}\n`,
  );
  process.exit(0);
}

// Hundreds of modules survive their first moments, and V8 would grow its nursery for them and never give it back.
setFlagsFromString('--semi-space-growth-factor=1');
resolveOnce();
try {
  const { startServer } = await import('./start-server.ts');
  await startServer(readConfig(process.env), { seed: process.argv.includes('--seed') });
  setFlagsFromString('--semi-space-growth-factor=2');
} catch (error) {
  const { explainStartFailure } = await import('./platform/start-failure.ts');
  process.stderr.write(`\n${error instanceof ConfigError ? error.message : explainStartFailure(error)}\n`);
  process.exit(error instanceof ConfigError ? BAD_SETTINGS : 1);
}
