import type { Program } from '#shared/desktop/calls/open-local.ts';
import type { Desktop } from '../../context.ts';
import { DesktopError, messageOf } from '../../errors.ts';
import { text } from '../../text.ts';
import type { SshTarget, WrittenConfig } from '../ssh-config/index.ts';
import { linkFor } from './links.ts';

type Other = Exclude<Program, 'terminal'>;

/** These connect by the alias, so they need `~/.ssh/config`. */
const BY_ALIAS: readonly Other[] = ['vscode', 'cursor', 'zed'];

/** Opens the workspace in a program that the system finds by its link. */
export async function openProgram(
  desktop: Desktop,
  program: Other,
  target: SshTarget,
  { problem }: WrittenConfig,
): Promise<void> {
  if (problem && BY_ALIAS.includes(program)) throw new DesktopError('unavailable', problem);
  const link = linkFor(program, target);
  const name = nameOf(program, desktop.platform);
  if (!desktop.hasProgramFor(link)) throw new DesktopError('unavailable', text('failure.noProgram', { program: name }));
  await desktop.openExternal(link).catch((error) => {
    desktop.log.warn('A program could not be opened', { program, cause: messageOf(error) });
    throw new DesktopError('unavailable', text('failure.programRefused', { program: name }));
  });
}

function nameOf(program: Other, platform: NodeJS.Platform): string {
  switch (program) {
    case 'vscode':
      return 'Visual Studio Code';
    case 'cursor':
      return 'Cursor';
    case 'zed':
      return 'Zed';
    case 'jetbrains':
      return 'JetBrains Gateway';
    case 'sftp':
      return platform === 'win32' ? 'WinSCP' : 'FileZilla';
  }
}
