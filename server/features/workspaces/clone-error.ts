import { LaunchError } from '../instances/index.ts';

/** The provider refused the workspace's key: it can be added there, and the clone retried. */
export class CloneRefused extends LaunchError {
  override name = 'CloneRefused';
}

export interface FailedClone {
  url: string;
  credentials: string | null;
  /** What git said. */
  output: string;
}

/** Why a clone failed, in one sentence; providers word it differently. */
export function explainClone({ url, credentials, output }: FailedClone): LaunchError {
  const { host, secure } = hostOf(url);
  const says = (pattern: RegExp) => pattern.test(output);
  if (says(/host key verification failed/i)) return failed(`the host key of ${host} has changed.`);
  if (says(/could not resolve host/i)) return failed(`the host ${host} can’t be found.`);
  if (says(/connection refused|timed out|no route to host|network is unreachable|failed to connect/i)) {
    return failed(`the host ${host} can’t be reached from the machine that runs the workspace.`);
  }
  if (!secure) {
    // Many providers report a missing repository if the key may not read it.
    const refused = /permission denied|not found|could not be found|access denied|not authori[sz]ed|forbidden/i;
    return says(refused)
      ? new CloneRefused(`The repository couldn’t be cloned: ${host} doesn’t give this workspace’s key read access.`)
      : failed('See Git’s message below.');
  }
  if (says(/authentication failed|could not read (username|password)|error: 40[13]/i)) {
    return failed(
      credentials
        ? `${host} rejected the username and password, or the token, in the URL.`
        : 'it isn’t public. Add a username and token to its URL, or use its SSH URL with a deploy key.',
    );
  }
  if (says(/not found|error: 404/i)) return failed(`${host} has no such repository, or the repository is private.`);
  if (says(/certificate/i)) return failed(`the certificate of ${host} isn’t trusted.`);
  return failed('See Git’s message below.');
}

function failed(reason: string): LaunchError {
  return new LaunchError(`The repository could not be cloned: ${reason}`);
}

/** The host of an address that was already validated; `secure` is https. */
export function hostOf(url: string): { host: string; port: string; secure: boolean } {
  const short = /^[^@/]+@([^:/]+):(?!\/\/)/.exec(url);
  if (short) return { host: short[1] ?? '', port: '', secure: false };
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname, port, secure: protocol === 'https:' };
}
