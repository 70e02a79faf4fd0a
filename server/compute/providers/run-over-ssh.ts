import type { Client } from 'ssh2';
import { say } from '../../platform/say.ts';
import { eachLine } from '../each-line.ts';
import { EngineError } from '../engine-error.ts';

const LINES_KEPT = 20;

/**
 * Runs a script as root, passed to `sh -s` on standard input so that it is in no process list. Returns its output.
 * @throws EngineError with the last lines if it exits with anything but 0, or the connection breaks
 */
export function runAsRoot(
  client: Client,
  script: string,
  {
    isRoot,
    onOutput = () => undefined,
    timeoutMs,
  }: { isRoot: boolean; onOutput?: (line: string) => void; timeoutMs: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    const fail = (reason: string, cause?: unknown) =>
      reject(new EngineError('other', `${reason}\n${lines.slice(-LINES_KEPT).join('\n')}`, { cause }));
    const timer = setTimeout(() => {
      fail(say('hosts.commandTimedOut', { seconds: timeoutMs / 1000 }));
      client.destroy();
    }, timeoutMs);
    client.exec(isRoot ? 'sh -s' : 'sudo -n sh -s', (error, channel) => {
      if (error) {
        clearTimeout(timer);
        return fail(say('hosts.commandRejected'), error);
      }
      const keep = (line: string) => {
        lines.push(line);
        onOutput(line);
      };
      void eachLine(channel, keep);
      void eachLine(channel.stderr, keep);
      for (const stream of [channel, channel.stderr]) stream.on('error', () => undefined);
      channel.on('close', (code: number | null) => {
        clearTimeout(timer);
        if (code === 0) resolve(lines.join('\n'));
        else fail(say('hosts.commandExited', { exitCode: code ?? 'a lost connection' }));
      });
      channel.end(script);
    });
  });
}

/** Quotes a word for a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
