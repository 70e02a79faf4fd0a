import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Desktop } from '../../context.ts';
import { messageOf } from '../../errors.ts';
import { text } from '../../text.ts';
import { mustActiveAccount, sshFolder } from '../accounts/active-account.ts';
import { writeAtomically } from '../settings/atomic-write.ts';
import { addInclude, includeLine, removeInclude } from './include-block.ts';
import { pinHostKeys } from './known-hosts.ts';
import { type ConfigSettings, renderConfig, renderHost } from './render.ts';
import { hostMarker, type SshTarget, sshTargetSchema } from './ssh-target.ts';

const hostsSchema = z.array(sshTargetSchema);

/** What ssh's configuration is written from: the app, or the command line. */
export type SshPlace = Pick<Desktop, 'folder' | 'home' | 'log'> & { settings: Pick<Desktop['settings'], 'data'> };

const personsConfig = ({ home }: SshPlace) => path.join(home, '.ssh', 'config');
export const knownHostsFile = (desktop: SshPlace) => path.join(sshFolder(desktop), 'known_hosts');

let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const done = last.then(change);
  last = done.catch(() => undefined);
  return done;
}

export interface WrittenConfig {
  /** The `Host` block. */
  block: string;
  /** Our own file, which has it. */
  file: string;
  /** Why `~/.ssh/config` doesn't lead to our file; null if it does. */
  problem: string | null;
}

/**
 * Adds or updates a workspace's `Host slipway-<slug>` and pins its host keys. A `~/.ssh/config` that can't be written (a
 * link into a read-only store, as home-manager makes it) is no failure: what doesn't need it goes on.
 */
export function writeSshConfig(desktop: SshPlace, target: SshTarget): Promise<WrittenConfig> {
  return inTurn(async () => {
    const folder = sshFolder(desktop);
    const hostsFile = path.join(folder, 'hosts.json');
    const others = (await readHosts(hostsFile)).filter(({ workspaceId }) => workspaceId !== target.workspaceId);
    const targets = [...others, sshTargetSchema.parse(target)];
    const settings = settingsOf(desktop);
    if (target.hostKeys.length > 0) await pinHostKeys(settings.knownHostsFile, hostMarker(target), target.hostKeys);
    await writeAtomically(hostsFile, JSON.stringify(targets, null, 2));
    const file = path.join(folder, 'config');
    await writeAtomically(file, renderConfig(targets, settings));
    return { block: renderHost(target, settings), file, problem: await includeOurs(desktop) };
  });
}

async function includeOurs(desktop: SshPlace): Promise<string | null> {
  const [file, included] = [personsConfig(desktop), path.join(desktop.folder, 'ssh', '*', 'config')];
  try {
    await addInclude(file, included);
    return null;
  } catch (error) {
    desktop.log.warn('The ssh configuration could not be written', { cause: messageOf(error) });
    return text('failure.sshConfig', { file, line: includeLine(included) });
  }
}

/** Rewrites all hosts after a setting that affects them changed. */
export function renewSshConfig(desktop: Desktop): Promise<void> {
  return inTurn(async () => {
    const folder = sshFolder(desktop);
    const targets = await readHosts(path.join(folder, 'hosts.json'));
    if (targets.length > 0)
      await writeAtomically(path.join(folder, 'config'), renderConfig(targets, settingsOf(desktop)));
  });
}

/** The hosts that the active account has in its configuration. */
export async function listedHosts(desktop: Desktop): Promise<string[]> {
  const targets = await readHosts(path.join(sshFolder(desktop), 'hosts.json'));
  return [...new Set(targets.map(({ host }) => host))];
}

function settingsOf(desktop: SshPlace): ConfigSettings {
  const { agentHosts, preferences } = mustActiveAccount(desktop.settings);
  return { knownHostsFile: knownHostsFile(desktop), agentHosts: preferences.forwardAgent ? agentHosts : [] };
}

/** Removes the hosts of an account, and with the last of them our block in `~/.ssh/config`. The keys stay. */
export function removeSshConfig(desktop: SshPlace, accountId: string): Promise<void> {
  return inTurn(async () => {
    const folder = sshFolder(desktop, accountId);
    for (const name of ['config', 'hosts.json', 'known_hosts']) await rm(path.join(folder, name), { force: true });
    if (await anyConfig(desktop)) return;
    await removeInclude(personsConfig(desktop)).catch((error) =>
      desktop.log.warn('The ssh configuration could not be cleaned up', { cause: messageOf(error) }),
    );
  });
}

async function anyConfig({ folder }: SshPlace): Promise<boolean> {
  const accounts = await readdir(path.join(folder, 'ssh')).catch((): string[] => []);
  const files = await Promise.all(
    accounts.map((id) => readdir(path.join(folder, 'ssh', id)).catch((): string[] => [])),
  );
  return files.some((names) => names.includes('config'));
}

async function readHosts(file: string): Promise<SshTarget[]> {
  const json = await readFile(file, 'utf8').catch(() => null);
  if (json === null) return [];
  const parsed = hostsSchema.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : [];
}
