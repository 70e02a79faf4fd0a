import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Desktop } from '../../context.ts';

export interface Terminal {
  id: string;
  name: string;
  /** The program and arguments that open a window running `ssh <alias>`. */
  command(alias: string): [program: string, ...args: string[]];
}

/** How to make each common terminal run a command. Alphabetical, except that the desktops' own come first. */
const LINUX: [id: string, name: string, before: string[]][] = [
  ['gnome-terminal', 'GNOME Terminal', ['--']],
  ['ptyxis', 'Ptyxis', ['--new-window', '--']],
  ['kgx', 'GNOME Console', ['--']],
  ['konsole', 'Konsole', ['-e']],
  ['xfce4-terminal', 'Xfce Terminal', ['-x']],
  ['alacritty', 'Alacritty', ['-e']],
  ['foot', 'foot', []],
  ['ghostty', 'Ghostty', ['-e']],
  ['kitty', 'kitty', []],
  ['terminator', 'Terminator', ['-x']],
  ['tilix', 'Tilix', ['-e']],
  ['wezterm', 'WezTerm', ['start', '--']],
  ['xterm', 'xterm', ['-e']],
  ['x-terminal-emulator', 'The system’s terminal', ['-e']],
];

const appleScript = (...lines: string[]) => lines.flatMap((line) => ['-e', line]);

const MAC: (Terminal & { application: string | null })[] = [
  {
    id: 'terminal',
    name: 'Terminal',
    application: null,
    command: (alias) => [
      'osascript',
      ...appleScript(
        `tell application "Terminal" to do script "ssh ${alias}"`,
        'tell application "Terminal" to activate',
      ),
    ],
  },
  {
    id: 'iterm',
    name: 'iTerm',
    application: '/Applications/iTerm.app',
    command: (alias) => [
      'osascript',
      ...appleScript(
        `tell application "iTerm" to create window with default profile command "ssh ${alias}"`,
        'tell application "iTerm" to activate',
      ),
    ],
  },
];

const WINDOWS: (Terminal & { program: string })[] = [
  {
    id: 'windows-terminal',
    name: 'Windows Terminal',
    program: 'wt.exe',
    command: (alias) => ['wt.exe', 'new-tab', 'ssh', alias],
  },
  {
    id: 'cmd',
    name: 'Command Prompt',
    program: 'cmd.exe',
    command: (alias) => ['cmd.exe', '/c', 'start', 'ssh', alias],
  },
];

/** The terminals of this computer, preferred one first. */
export function findTerminals({ platform, environment }: Desktop): Terminal[] {
  const inPath = (program: string) => isInPath(program, environment.PATH ?? environment.Path ?? '');
  if (platform === 'darwin') return MAC.filter(({ application }) => application === null || existsSync(application));
  if (platform === 'win32') return WINDOWS.filter(({ program }) => inPath(program));
  return LINUX.filter(([program]) => inPath(program)).map(([id, name, before]) => ({
    id,
    name,
    command: (alias) => [id, ...before, 'ssh', alias],
  }));
}

function isInPath(program: string, searchPath: string): boolean {
  return searchPath.split(path.delimiter).some((folder) => folder !== '' && existsSync(path.join(folder, program)));
}
