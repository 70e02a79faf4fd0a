import { say } from '../../platform/say.ts';
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
export function explainClone(clone: FailedClone): LaunchError {
  const { host } = hostOf(clone.url);
  const why = whyNotCloned(clone);
  if (why === 'key-refused') return new CloneRefused(say('workspaces.cloneKeyRefused', { host }));
  if (why === 'unreachable') return failed(say('workspaces.cloneHostUnreachable', { host }));
  return failed(why?.reason ?? say('workspaces.seeGitMessage'));
}

/** What git's message means; null if it is none that is known. */
export function whyNotCloned({
  url,
  credentials,
  output,
}: FailedClone): { reason: string } | 'key-refused' | 'unreachable' | null {
  const { host, secure } = hostOf(url);
  const says = (pattern: RegExp) => pattern.test(output);
  if (says(/host key verification failed/i)) return { reason: say('workspaces.cloneHostKeyChanged', { host }) };
  if (says(/could not resolve host/i)) return { reason: say('workspaces.cloneHostMissing', { host }) };
  if (says(/connection refused|timed out|no route to host|network is unreachable|failed to connect/i)) {
    return 'unreachable';
  }
  if (!secure) {
    // Many providers report a missing repository if the key may not read it.
    const refused = /permission denied|not found|could not be found|access denied|not authori[sz]ed|forbidden/i;
    return says(refused) ? 'key-refused' : null;
  }
  if (says(/authentication failed|could not read (username|password)|error: 40[13]/i)) {
    return {
      reason: credentials ? say('workspaces.cloneCredentialsRejected', { host }) : say('workspaces.cloneNotPublic'),
    };
  }
  if (says(/not found|error: 404/i)) return { reason: say('workspaces.cloneRepositoryMissing', { host }) };
  if (says(/certificate/i)) return { reason: say('workspaces.cloneCertificateUntrusted', { host }) };
  return null;
}

function failed(reason: string): LaunchError {
  return new LaunchError(say('workspaces.cloneFailed', { reason }));
}

/** The host of an address that was already validated; `secure` is https. */
export function hostOf(url: string): { host: string; port: string; secure: boolean } {
  const short = /^[^@/]+@([^:/]+):(?!\/\/)/.exec(url);
  if (short) return { host: short[1] ?? '', port: '', secure: false };
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname, port, secure: protocol === 'https:' };
}
