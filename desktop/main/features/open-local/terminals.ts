import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import type { Desktop } from '../../context.ts';
import { commandLine } from './command-line.ts';

export interface Terminal {
  id: string;
  name: string;
  /** The program and arguments that open a window running an ssh command. */
  command(ssh: string[]): [program: string, ...args: string[]];
  /** It only tells the terminal what to do, and ends. */
  isScript?: true;
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
const appleText = (ssh: string[]) => `"${commandLine(ssh).replace(/["\\]/g, '\\$&')}"`;

const MAC: (Terminal & { application: string | null })[] = [
  {
    id: 'terminal',
    name: 'Terminal',
    application: null,
    isScript: true,
    command: (ssh) => [
      'osascript',
      ...appleScript(
        `tell application "Terminal" to do script ${appleText(ssh)}`,
        'tell application "Terminal" to activate',
      ),
    ],
  },
  {
    id: 'iterm',
    name: 'iTerm',
    application: '/Applications/iTerm.app',
    isScript: true,
    command: (ssh) => [
      'osascript',
      ...appleScript(
        `tell application "iTerm" to create window with default profile command ${appleText(ssh)}`,
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
    command: (ssh) => ['wt.exe', 'new-tab', ...ssh],
  },
  {
    id: 'cmd',
    name: 'Command Prompt',
    program: 'cmd.exe',
    command: (ssh) => ['cmd.exe', '/c', 'start', ...ssh],
  },
];

/** The terminals of this computer, preferred one first. */
export function findTerminals({ platform, environment }: Desktop): Terminal[] {
  const folders = (environment.PATH ?? environment.Path ?? '').split(path.delimiter).filter(Boolean);
  const inPath = (program: string) => folders.some((folder) => isThere(path.join(folder, program), platform));
  if (platform === 'darwin') return MAC.filter(({ application }) => application === null || existsSync(application));
  if (platform === 'win32') return WINDOWS.filter(({ program }) => inPath(program));
  return LINUX.filter(([program]) => inPath(program)).map(([id, name, before]) => ({
    id,
    name,
    command: (ssh) => [id, ...before, ...ssh],
  }));
}

/** A program from Microsoft's store is an alias that leads nowhere for whoever follows it, and starts all the same. */
function isThere(file: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? lstatSync(file, { throwIfNoEntry: false }) !== undefined : existsSync(file);
}
