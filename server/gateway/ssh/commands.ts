import { DIRECT } from './direct-exec.ts';
import { HOLD_OUTPUT } from './hold-output.ts';
import { KNOWN_LOCALES } from './locales.ts';

/** What the client asked the session to run. */
export type SessionStart = { kind: 'shell' } | { kind: 'exec'; command: string } | { kind: 'sftp' };

const HOME = 'cd /home/dev 2>/dev/null || cd /';
const PROJECT = 'cd /home/dev/project 2>/dev/null || cd /home/dev';
/** Container settings that a person's shell must not see. */
export const CLEAN = 'unset SLIPWAY_AGENT_TOKEN SLIPWAY_DATABASE_PASSWORD';
/** Sets up the environment as a login would, but silently: what a profile prints would break scp, rsync and git. */
const PROFILE =
  '{ . /etc/profile; for f in ~/.bash_profile ~/.profile; do [ -r $f ] && . $f && break; done; } </dev/null >/dev/null 2>&1';
/** Profiles may add a folder that another one already added. */
const UNTWIN = `set -f; IFS=:; found=
for folder in $PATH; do case ":$found:" in *":$folder:"*) ;; *) found=\${found:+$found:}$folder ;; esac; done
PATH=$found; set +f; unset IFS found folder`;
const GREETING = `[ -e ~/.hushlogin ] || [ ! -d ~/project ] ||
  echo 'Your project is in ~/project. Commands over ssh, scp and sftp start in your home folder: cd ~/project'`;

const SHELL = `${CLEAN}; ${KNOWN_LOCALES}; ${PROJECT}; ${GREETING}; exec /bin/bash -l`;
const COMMAND = `${CLEAN}; ${KNOWN_LOCALES}; ${HOME}; exec "$@"`;
const EXEC = `${PROFILE}; ${UNTWIN}; exec /bin/bash -c "$1"`;
const SFTP_SERVER = '/usr/lib/openssh/sftp-server';

/**
 * The command line to run inside the container, as `dev`; sftp, which moves much data, uses `execDirectly`. A shell on
 * a terminal starts in the project, everything else in the home folder, as OpenSSH users expect.
 */
export function commandLine(start: SessionStart, { tty }: { tty: boolean }): string[] {
  const run = ['/bin/sh', '-c', COMMAND, 'sh', ...(tty ? [] : HOLD_OUTPUT)];
  switch (start.kind) {
    case 'shell':
      return tty ? ['/bin/sh', '-c', SHELL] : [...run, '/bin/bash', '-l'];
    case 'exec':
      return [...run, '/bin/bash', '-c', EXEC, 'bash', start.command];
    case 'sftp':
      return ['/bin/sh', '-c', COMMAND, 'sh', ...DIRECT, SFTP_SERVER];
    default:
      return start satisfies never;
  }
}

const ALLOWED_VARIABLE = /^(LANG|LC_[A-Z0-9_]+|TERM|COLORTERM|GIT_PROTOCOL)$/;
const MAX_VALUE_LENGTH = 1_024;

/** May a client set this variable? Only language and terminal names, nothing that loads code. */
export function mayPassVariable(name: string, value: string): boolean {
  return ALLOWED_VARIABLE.test(name) && value.length <= MAX_VALUE_LENGTH && !value.includes('\0');
}

export function baseEnvironment(client: { address: string; port: number }): Record<string, string> {
  return {
    HOME: '/home/dev',
    USER: 'dev',
    LOGNAME: 'dev',
    SHELL: '/bin/bash',
    SSH_CLIENT: `${client.address} ${client.port} 22`,
    SSH_CONNECTION: `${client.address} ${client.port} 127.0.0.1 22`,
  };
}
