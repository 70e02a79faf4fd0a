import ssh2 from 'ssh2';
import type { Desktop } from '../../context.ts';
import { withTimeout } from '../secret-store/with-timeout.ts';
import { type PublicParts, partsOf } from './private-key.ts';

const AGENT_MS = 3_000;
const WINDOWS_AGENT = '\\\\.\\pipe\\openssh-ssh-agent';

/** Where this person's ssh-agent listens; null if there is none. */
export function agentAddress({ environment, platform }: Desktop): string | null {
  return environment.SSH_AUTH_SOCK ?? (platform === 'win32' ? WINDOWS_AGENT : null);
}

/** The ssh-agent's keys; none if there is no agent or it doesn't answer. */
export async function agentKeys(desktop: Desktop): Promise<(PublicParts & { comment: string })[]> {
  const address = agentAddress(desktop);
  if (!address) return [];
  try {
    const keys = await withTimeout(identities(address), AGENT_MS, 'The ssh-agent did not answer.');
    return keys.map(({ line, comment }) => ({ ...partsOf(`${line} ${comment}`), comment }));
  } catch {
    return [];
  }
}

function identities(address: string): Promise<{ line: string; comment: string }[]> {
  return new Promise((resolve, reject) => {
    ssh2.createAgent(address).getIdentities((error, keys) => {
      if (error) return reject(error);
      const parsed = (keys ?? []).flatMap((key) => {
        const entry = ssh2.utils.parseKey(key as Parameters<typeof ssh2.utils.parseKey>[0]);
        if (entry instanceof Error) return [];
        return [{ line: `${entry.type} ${entry.getPublicSSH().toString('base64')}`, comment: entry.comment ?? '' }];
      });
      resolve(parsed);
    });
  });
}
