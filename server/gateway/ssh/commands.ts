import { DIRECT } from './direct-exec.ts';

/** What the client asked the session to be. */
export type SessionStart = { kind: 'shell' } | { kind: 'exec'; command: string } | { kind: 'sftp' };

const PROJECT = 'cd /home/dev/project 2>/dev/null || cd /home/dev';
/** Container settings that are no business of a person's shell. */
export const CLEAN = 'unset SLIPWAY_AGENT_TOKEN SLIPWAY_DATABASE_PASSWORD';
/** As a login would set it up, but silent: what a profile prints would break scp, rsync and git. */
const PROFILE =
  '{ . /etc/profile; for f in ~/.bash_profile ~/.profile; do [ -r $f ] && . $f && break; done; } </dev/null >/dev/null 2>&1';

const SHELL = `${CLEAN}; ${PROJECT}; exec /bin/bash -l`;
const EXEC = `${CLEAN}; ${PROFILE}; ${PROJECT}; exec /bin/bash -c "$1"`;
const SFTP = `${CLEAN}; cd /home/dev; exec "$@"`;
const SFTP_SERVER = '/usr/lib/openssh/sftp-server';

/** The command line that does it inside the container, as `dev`; sftp, which moves much, by `execDirectly`. */
export function commandLine(start: SessionStart): string[] {
  switch (start.kind) {
    case 'shell':
      return ['/bin/sh', '-c', SHELL];
    case 'exec':
      return ['/bin/bash', '-c', EXEC, 'bash', start.command];
    case 'sftp':
      return ['/bin/sh', '-c', SFTP, 'sh', ...DIRECT, SFTP_SERVER];
    default:
      return start satisfies never;
  }
}

const ALLOWED_VARIABLE = /^(LANG|LC_[A-Z]+|TERM|COLORTERM|GIT_PROTOCOL)$/;
const MAX_VALUE_LENGTH = 1_024;

/** Whether a client may set this variable: names of language and terminal only, nothing that loads code. */
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
