import type { LocalKey } from '#shared/desktop/calls/ssh-keys.ts';
import { getWorkspace } from '#shared/features/workspaces/contract.ts';
import type { Desktop } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import { text } from '../../text.ts';
import { keyStore } from '../ssh-keys/index.ts';
import { allowAgent } from './allow-agent.ts';
import { type WrittenConfig, writeSshConfig } from './ssh-config.ts';
import { type SshTarget, sshTargetSchema } from './ssh-target.ts';

export interface PreparedWorkspace {
  target: SshTarget;
  /** The local keys offered, best first. */
  keys: LocalKey[];
  config: WrittenConfig;
}

/**
 * Asks the server how to reach a workspace and writes it into ssh's configuration. The page names only the workspace:
 * host, port, user and host key come from the server itself, over TLS.
 */
export async function prepareWorkspace(desktop: Desktop, workspaceId: string): Promise<PreparedWorkspace> {
  const workspace = await desktop.api.call(getWorkspace, { params: { workspaceID: workspaceId } });
  if (!workspace.may.open) throw new DesktopError('unavailable', text('failure.mayNotOpen'));
  const store = keyStore(desktop);
  const uploaded = (await store.list()).filter(({ sshKeyID }) => sshKeyID !== null);
  const keys = uploaded.toSorted((a, b) => rank(b, workspace.ssh_key_id) - rank(a, workspace.ssh_key_id));
  const { host, port, user, host_keys: hostKeys } = workspace.ssh;
  const parsed = sshTargetSchema.safeParse({
    workspaceId: workspace.id,
    name: workspace.name,
    slug: workspace.slug,
    host,
    port,
    user,
    hostKeys,
    // ssh uses the public file to pick a key from the agent.
    keyFiles: keys.map(({ id, kept }) => (kept === 'agent' ? store.publicFile(id) : store.privateFile(id))),
  });
  if (!parsed.success) throw new DesktopError('unavailable', text('failure.badAnswer'));
  await allowAgent(desktop, parsed.data.host);
  return { target: parsed.data, keys, config: await writeSshConfig(desktop, parsed.data) };
}

function rank({ sshKeyID }: LocalKey, wanted: string | null): number {
  return sshKeyID === wanted ? 1 : 0;
}
