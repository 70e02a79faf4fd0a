import os from 'node:os';
import path from 'node:path';

/** The desktop app's folder, which it shares with the command line: one `Include` in ssh's configuration serves both. */
export function appFolder(environment = process.env, platform = process.platform): string {
  if (environment.SLIPWAY_DESKTOP_FOLDER) return environment.SLIPWAY_DESKTOP_FOLDER;
  const home = os.homedir();
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Slipway');
  if (platform === 'win32') return path.join(environment.APPDATA ?? path.join(home, 'AppData', 'Roaming'), 'Slipway');
  return path.join(environment.XDG_CONFIG_HOME || path.join(home, '.config'), 'Slipway');
}
