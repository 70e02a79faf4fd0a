import { createProgram } from './program.ts';
import { report } from './report.ts';

// `slipway ls | head` ends the pipe early, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = report(error);
}
