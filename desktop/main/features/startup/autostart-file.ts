import { access, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Desktop } from '../../context.ts';
import { writeAtomically } from '../settings/atomic-write.ts';

/** Opened with this, the app stays in the tray. */
export const HIDDEN = '--hidden';

/** Linux has no call for it: a file in the XDG autostart folder does it. */
export function autostartFile(home: string, environment: NodeJS.ProcessEnv, program: string): Desktop['loginItem'] {
  const folder = environment.XDG_CONFIG_HOME || path.join(home, '.config');
  const file = path.join(folder, 'autostart', 'slipway.desktop');
  const entry = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Slipway',
    `Exec=${quote(program)} ${HIDDEN}`,
    'X-GNOME-Autostart-enabled=true',
  ];
  return {
    read: () =>
      access(file).then(
        () => true,
        () => false,
      ),
    async write(open) {
      if (open) await writeAtomically(file, `${entry.join('\n')}\n`, 0o644);
      else await rm(file, { force: true });
    },
  };
}

/** The specification's quoting: in double quotes, with `"`, `` ` ``, `$` and `\` escaped, and `%` doubled. */
function quote(program: string): string {
  return `"${program.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
}
