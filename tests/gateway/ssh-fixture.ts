import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { GatewayTarget } from '#server/gateway/directory.ts';
import { loadHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { createSshGateway } from '#server/gateway/ssh/ssh-gateway.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { freePort } from '#tests/support/free-port.ts';
import { engine, engines, startContainer, type TestContainer } from './container.ts';
import { MemoryDirectory } from './memory-directory.ts';
import { type Ended, type RunOptions, run } from './run.ts';
import { createSshClient, type Identity, type SshClient } from './ssh-client.ts';

export const ADDRESS = 'box@127.0.0.1';

/** A gateway, a workspace behind it named `box`, and a person whose key opens it. */
export interface SshFixture {
  port: number;
  dependencies: TestDependencies;
  container: TestContainer;
  directory: MemoryDirectory;
  client: SshClient;
  me: Identity;
  target: GatewayTarget;
  /** As if it had just been added, open to `me` alone. */
  reset(): void;
  /** Tells gateways that `change` happened to it. */
  change(change: Partial<GatewayTarget>): Promise<void>;
  ssh(args: string[], options?: RunOptions & { identity?: Identity }): Promise<Ended>;
  /** An ssh that stays open. */
  open(before: string[], command?: string[]): ChildProcess;
  /** Runs a shell script in the workspace, beside SSH. */
  inside(script: string): Promise<string>;
  close(): Promise<void>;
}

export async function createSshFixture(): Promise<SshFixture> {
  const port = await freePort();
  const dependencies = await createTestDependencies();
  const container = await startContainer();
  const hostKeys = await loadHostKeys(dependencies);
  const directory = new MemoryDirectory();
  const gateway = await createSshGateway({ ...dependencies, engines, directory, hostKeys });
  await gateway.listen(port, '127.0.0.1');
  const client = await createSshClient(port, hostKeys);
  const me = await client.makeKey();
  const fixture: SshFixture = {
    ...{ port, dependencies, container, directory, client, me },
    target: directory.add('box', container.id),
    reset() {
      fixture.target = directory.add('box', container.id);
      directory.keys.set(fixture.target.workspaceId, [me.key]);
      directory.woken.length = 0;
    },
    async change(change) {
      directory.change('box', change);
      const { workspaceId: id, slug, organizationId } = fixture.target;
      await dependencies.bus.notify(dependencies.db, 'workspace_changed', { id, slug, organizationId });
    },
    ssh: (args, { identity = me, ...rest } = {}) =>
      run('ssh', [...client.options(identity), '-p', String(port), ADDRESS, ...args], rest),
    open: (before, command = []) =>
      spawn('ssh', [...client.options(me), '-p', String(port), ...before, ADDRESS, ...command]),
    inside: async (script) => (await engine.run(container.id, { command: ['sh', '-c', script] })).stdout,
    async close() {
      await gateway.close();
      await client.remove();
      await container.remove();
      await dependencies.close();
    },
  };
  fixture.reset();
  return fixture;
}

/** Reads until the output says it. */
export async function until(stream: Readable, wanted: RegExp): Promise<string> {
  let seen = '';
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    seen += chunk;
    if (wanted.test(seen)) return seen;
  }
  throw new Error(`the output ended without ${wanted}: ${seen}`);
}
