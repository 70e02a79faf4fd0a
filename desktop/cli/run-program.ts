import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { EXIT, Failure } from './failure.ts';

/** Runs a program of this computer in our place; its exit code, 128 + n after a signal. @throws Failure if it is missing */
export function runProgram(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    // The terminal sends Ctrl+C to both of us: the program decides.
    const leave = () => undefined;
    process.on('SIGINT', leave);
    child.once('error', () => {
      process.off('SIGINT', leave);
      reject(
        new Failure(EXIT.failed, `${command} isn’t installed on this computer.`, 'Install OpenSSH and try again.'),
      );
    });
    child.once('close', (code, signal) => {
      process.off('SIGINT', leave);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/** Hands an address to the system. @returns whether there was a program to take it */
export function openAddress(address: string, platform = process.platform): Promise<boolean> {
  const [command, args] = openerOf(platform, address);
  if (platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY && !process.env.BROWSER)
    return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function openerOf(platform: NodeJS.Platform, address: string): [command: string, args: string[]] {
  if (platform === 'darwin') return ['open', [address]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', address]];
  return ['xdg-open', [address]];
}
