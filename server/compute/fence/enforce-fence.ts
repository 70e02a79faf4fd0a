import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { INSTALLATION_LABEL, isUnmarked } from '../bridges.ts';
import type { Engine } from '../engine.ts';
import { type Fence, fenceScript, type UnmarkedBridges } from './fence-script.ts';

export interface FenceReport {
  enforced: boolean;
  /** Why not, for the log. */
  reason: string | null;
}

/** Runs a script on an engine's machine, as root. @throws if it exits with anything but 0 */
export type RunScript = (script: string) => Promise<unknown>;

/**
 * Keeps containers of this installation's networks on an engine away from the ports of its machine and from private and
 * special addresses; the internet and DNS stay open, and Docker itself keeps networks apart. Repeatable. Where rules
 * can't be set, nothing changes and the report says so. Rules: server/compute/README.md, "Fence".
 */
export async function enforceFence(engine: Engine, fence: Fence, run: RunScript): Promise<FenceReport> {
  try {
    await run(fenceScript(fence, await unmarkedBridges(engine, fence.installationId)));
    return { enforced: true, reason: null };
  } catch (error) {
    return { enforced: false, reason: (error as Error).message };
  }
}

async function unmarkedBridges(engine: Engine, installationId: string): Promise<UnmarkedBridges> {
  const networks = await engine.listNetworks({ [INSTALLATION_LABEL]: '' });
  const found = networks.flatMap(({ bridge, labels }) =>
    bridge && isUnmarked(bridge) ? [{ bridge, isOurs: labels[INSTALLATION_LABEL] === installationId }] : [],
  );
  const named = (isOurs: boolean) => found.filter((each) => each.isOurs === isOurs).map(({ bridge }) => bridge);
  return { ours: named(true), others: named(false) };
}

const run = promisify(execFile);

/** On this machine. @throws without root, or a container's NET_ADMIN for whoever runs this */
export async function runHere(script: string): Promise<void> {
  if (process.getuid?.() !== 0 && !(await maySetRules())) throw new Error('setting firewall rules takes root');
  const running = run('sh', ['-s'], { timeout: 60_000 });
  // A shell that exits early must not crash us: its exit code tells.
  running.child.stdin?.on('error', () => undefined).end(script);
  await running;
}

/** iptables refuses even to list for those who may not change. */
async function maySetRules(): Promise<boolean> {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  return run('iptables', ['-w', '10', '-S', 'INPUT'], { env, timeout: 20_000 }).then(Boolean, () => false);
}
