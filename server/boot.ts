import { setFlagsFromString } from 'node:v8';
import { describeSettings, readConfig } from './platform/config.ts';
import { BAD_SETTINGS, ConfigError } from './platform/config-error.ts';
import { resolveOnce } from './platform/resolve-once.ts';
import type { StandIns } from './stand-ins.ts';

interface Entry {
  /** How this entry is started, for `--help`. */
  usage: string;
  loadStandIns?(): Promise<StandIns>;
}

/** Starts the server from the environment, or ends the process with what a person can do about it. */
export async function boot({ usage, loadStandIns }: Entry): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(
      `Slipway\n\n${usage}\n\nSettings (environment, or the file that <name>_FILE names):\n${describeSettings()}\n`,
    );
    process.exit(0);
  }
  if (process.argv.includes('--check')) {
    const { checkInstallation, showFindings } = await import('./check/check-installation.ts');
    const findings = await checkInstallation(process.env, { standsIn: loadStandIns !== undefined });
    process.stdout.write(showFindings(findings));
    process.exit(findings.every(({ works }) => works) ? 0 : 1);
  }
  const outbox = process.argv.indexOf('--outbox');
  if (outbox >= 0) {
    const { writeOutbox } = await import('./write-outbox.ts');
    process.stdout.write(await explained(() => writeOutbox(process.env, process.argv[outbox + 1])));
    process.exit(0);
  }
  for (const command of ['backup', 'restore'] as const) {
    const at = process.argv.indexOf(`--${command}`);
    if (at === -1) continue;
    const { runBackupCommand } = await import('./backup/command.ts');
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    const [args, standIns] = [process.argv.slice(at + 1), await loadStandIns?.()];
    process.exit(await runBackupCommand(command, { args, environment: process.env, standIns, say }));
  }
  // Hundreds of modules survive their first moments, and V8 would grow its nursery for them and never give it back.
  setFlagsFromString('--semi-space-growth-factor=1');
  resolveOnce();
  await explained(async () => {
    const { startServer } = await import('./start-server.ts');
    await startServer(readConfig(process.env), await loadStandIns?.());
  });
  setFlagsFromString('--semi-space-growth-factor=2');
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { explainStartFailure } = await import('./platform/start-failure.ts');
    process.stderr.write(`\n${error instanceof ConfigError ? error.message : explainStartFailure(error)}\n`);
    process.exit(error instanceof ConfigError ? BAD_SETTINGS : 1);
  }
}
