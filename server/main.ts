import { ConfigError, describeSettings, readConfig } from './platform/config.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(
    `Slipway\n\n  npm start            set up what is missing, then start\n  npm run dev          the same, watching for changes\n  npm run seed         the same, with an example organization to look at\n\nSettings (environment):\n${describeSettings()}\n`,
  );
  process.exit(0);
}

try {
  const { startServer } = await import('./start-server.ts');
  await startServer(readConfig(process.env), { seed: process.argv.includes('--seed') });
} catch (error) {
  const { explainStartFailure } = await import('./platform/start-failure.ts');
  process.stderr.write(`\n${error instanceof ConfigError ? error.message : explainStartFailure(error)}\n`);
  process.exit(1);
}
