import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { APP } from '../paths.ts';

export interface Keyring {
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** A real, unlocked gnome-keyring on a session bus of its own. */
export async function startKeyring(home: string): Promise<Keyring> {
  const needed = ['/usr/bin/dbus-daemon', '/usr/bin/gnome-keyring-daemon', path.join(APP, 'native/keytar')];
  const missing = needed.filter((each) => !existsSync(each));
  if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}: run “npm test”, which installs it.`);
  const runtime = path.join(home, 'runtime');
  mkdirSync(runtime, { mode: 0o700 });
  const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: runtime, XDG_DATA_HOME: path.join(home, 'data') };
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await firstLine(bus);
  const environment = { ...env, DBUS_SESSION_BUS_ADDRESS: address };
  const daemon = spawn('gnome-keyring-daemon', ['--unlock', '--foreground', '--components=secrets'], {
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  daemon.stdin.end('\n');
  return {
    environment: { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: runtime, XDG_DATA_HOME: env.XDG_DATA_HOME },
    async stop() {
      await end(daemon);
      await end(bus);
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk;
      const [line, ...rest] = text.split('\n');
      if (rest.length > 0 && line) resolve(line);
    });
    child.once('exit', () => reject(new Error('The session bus ended.')));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await gone;
}
