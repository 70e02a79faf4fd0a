import { CommanderError } from 'commander';
import pc from 'picocolors';
import { oneLine } from '#shared/api/one-line.ts';
import { ApiError } from './client/api-error.ts';
import { EXIT, Failure } from './failure.ts';

/** Says what failed and what to do next. @returns the exit code */
export function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
  // Ctrl+C at a question.
  if (error instanceof Error && error.name === 'ExitPromptError') return EXIT.interrupted;
  const { code, message, hint } = describe(error);
  const { red } = pc.createColors(Boolean(process.stderr.isTTY) && !process.env.NO_COLOR);
  process.stderr.write(`${red('Error:')} ${message}\n`);
  if (hint) process.stderr.write(`${hint}\n`);
  return code;
}

function describe(error: unknown): { code: number; message: string; hint: string | null } {
  if (error instanceof Failure) return error;
  if (!(error instanceof ApiError)) {
    const message = oneLine(error instanceof Error ? error.message : String(error));
    return { code: EXIT.failed, message, hint: null };
  }
  const { status, errorsObj, errorId } = error;
  const message = oneLine(error.message);
  const fields = Object.entries(errorsObj).map(([name, text]) => `  ${oneLine(name)}: ${oneLine(text)}`);
  if (status === 0) return { code: EXIT.unreachable, message, hint: 'Check the address and your network.' };
  if (status === 401)
    return { code: EXIT.signedOut, message: 'Your login isn’t valid any more.', hint: 'slipway login' };
  if (status === 403) return { code: EXIT.notFound, message, hint: 'slipway whoami says who you are logged in as.' };
  if (status === 404) return { code: EXIT.notFound, message, hint: 'slipway ls lists what you can see.' };
  const reference = errorId && `Tell support this reference: ${oneLine(errorId)}`;
  const again = status >= 500 && 'Try again in a moment.';
  return { code: EXIT.failed, message, hint: [...fields, again, reference].filter(Boolean).join('\n') || null };
}
