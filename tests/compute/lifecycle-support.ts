import { setTimeout as delay } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { registryName } from '#server/compute/registry/own-place.ts';
import type { Context } from '#server/features/context.ts';
import { hostJobs } from '#server/features/hosts/jobs.ts';
import { containerName, INSTALLATION_LABEL, readInstallationId } from '#server/features/instances/index.ts';
import { instanceJobs } from '#server/features/instances/jobs.ts';
import { instances } from '#server/features/instances/tables.ts';
import { memberships, organizations, sshKeys, users } from '#server/features/people/tables.ts';
import { snapshotJobs } from '#server/features/snapshots/jobs.ts';
import { stackJobs } from '#server/features/stacks/jobs.ts';
import { taskJobs } from '#server/features/tasks/jobs.ts';
import { addWorkspace } from '#server/features/workspaces/add-workspace.ts';
import { getWorkspace } from '#server/features/workspaces/get-workspace.ts';
import { workspaceJobs } from '#server/features/workspaces/jobs.ts';
import { runners } from '#server/kinds.ts';
import { newId } from '#server/platform/ids.ts';
import { type JobHandlers, startWorker, type Worker } from '#server/platform/jobs.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { deleteWorkspace, setupOf } from '#tests/support/instances.ts';

/** An organization with one owner and key, on a database and worker of its own and the machine's real engine. */
export class Lifecycle {
  readonly dependencies: TestDependencies;
  readonly context: Context;
  readonly sshKeyId: string;
  #worker: Worker | null = null;

  private constructor(dependencies: TestDependencies, context: Context, sshKeyId: string) {
    this.dependencies = dependencies;
    this.context = context;
    this.sshKeyId = sshKeyId;
  }

  static async open(settings: Record<string, string> = {}): Promise<Lifecycle> {
    const environment = { GIT_ALLOW_PRIVATE_HOSTS: 'true', ...settings };
    const dependencies = await createTestDependencies({ environment });
    const [organizationId, userId, sshKeyId, membershipId] = [newId(), newId(), newId(), newId()];
    const { db } = dependencies;
    await db.insert(organizations).values({ id: organizationId, name: 'Lifecycle', setupStep: 5 });
    await db.insert(users).values({
      id: userId,
      username: `u-${userId.slice(-10)}`,
      email: `${userId}@example.com`,
      name: 'Ada Example',
      firstName: 'Ada',
      lastName: 'Example',
    });
    await db.insert(memberships).values({ id: membershipId, organizationId, userId, role: 'owner' });
    await db
      .insert(sshKeys)
      .values({ id: sshKeyId, userId, name: 'key', publicKey: 'ssh-ed25519 AAAA', fingerprint: `SHA256:${sshKeyId}` });
    const context: Context = {
      ...dependencies,
      origin: { ipAddress: '127.0.0.1', userAgent: 'test' },
      actor: { userId, sessionId: newId(), organizationId, membershipId, role: 'owner', adminFlag: false },
    };
    return new Lifecycle(dependencies, context, sshKeyId);
  }

  /** The same person on another database, as after a restore. */
  static async again({ context, sshKeyId }: Lifecycle, database: TestDatabase): Promise<Lifecycle> {
    const dependencies = await createTestDependencies({ database });
    return new Lifecycle(dependencies, { ...context, ...dependencies }, sshKeyId);
  }

  get engine() {
    return this.dependencies.engines.get('local');
  }

  async work(): Promise<void> {
    this.#worker ??= await startWorker({
      connectionString: this.dependencies.databaseUrl,
      locks: this.dependencies.locks,
      handlers: {
        ...workspaceJobs(this.dependencies),
        ...instanceJobs(this.dependencies, runners),
        ...stackJobs(this.dependencies),
        ...snapshotJobs(this.dependencies),
        ...hostJobs(this.dependencies),
        ...taskJobs(this.dependencies),
      } as Partial<JobHandlers> as JobHandlers,
      crontab: '',
      concurrency: 4,
      logger: this.dependencies.log,
    });
  }

  async rest(): Promise<void> {
    await this.#worker?.stop();
    this.#worker = null;
  }

  async add(input: {
    name: string;
    ide?: 'vscode' | 'none';
    language?: string;
    database?: string;
    gitUrl?: string;
    deployKeyId?: string;
    snapshotId?: string;
    templateId?: string;
  }): Promise<string> {
    const { id } = await addWorkspace(this.context, {
      userId: this.context.actor.userId,
      sshKeyId: this.sshKeyId,
      serverId: 'shared',
      ...(!input.templateId && { language: 'nodejs', database: 'none' }),
      ...input,
    });
    return id;
  }

  get(id: string) {
    return getWorkspace(this.context, { id });
  }

  messages(id: string) {
    return setupOf(this.context, { id });
  }

  /** Waits for a status; fails at once when the workspace ends in another one that is final. */
  async until(id: string, wanted: string): Promise<void> {
    await this.condition(async () => {
      const { workspace_status: status } = await this.get(id);
      if (status === 'Deleted' && wanted !== 'Deleted') {
        throw new Error(`deleted: ${JSON.stringify((await this.messages(id)).at(-1))}`);
      }
      return status === wanted;
    }, `${id} to be ${wanted}`);
  }

  async condition(holds: () => Promise<boolean>, what: string, withinMs = 240_000): Promise<void> {
    const deadline = Date.now() + withinMs;
    while (!(await holds())) {
      if (Date.now() > deadline) throw new Error(`waited too long for ${what}`);
      await delay(20);
    }
  }

  /** Of this installation, but for its registry, which stays. */
  async containers() {
    const id = await this.installationId();
    const all = await this.engine.list({ [INSTALLATION_LABEL]: id });
    return all.filter(({ name }) => name !== registryName(id));
  }

  async networks() {
    const id = await this.installationId();
    const all = await this.engine.listNetworks({ [INSTALLATION_LABEL]: id });
    return all.filter(({ name }) => name !== registryName(id));
  }

  /** Also asked before the container is there: the engine lists a new one a moment before it answers to its name. */
  async isRunning(id: string): Promise<boolean> {
    return (await this.containers()).some(({ name, running }) => name === containerName('workspace', id) && running);
  }

  async shell(id: string, command: string): Promise<string> {
    const result = await this.engine.run(containerName('workspace', id), { command: ['bash', '-lc', command] });
    if (result.exitCode !== 0) throw new Error(`${command}: ${result.exitCode} ${result.stdout}${result.stderr}`);
    return result.stdout.trim();
  }

  /** Meanwhile nothing can be had but what is kept of workspaces: the image of their languages is another one by now. */
  async withoutImages<T>(work: () => Promise<T>): Promise<T> {
    const { images } = this.dependencies;
    const refuse = () => Promise.reject(new Error('an image was asked for'));
    const parts = [this.dependencies, this.context];
    for (const part of parts) Object.assign(part, { images: { ...images, ensureImage: refuse, nameOf: refuse } });
    try {
      return await work();
    } finally {
      for (const part of parts) Object.assign(part, { images });
    }
  }

  /** No worker has anything left to do; what was tried for the last time is not. */
  async idle(): Promise<void> {
    await this.condition(async () => {
      const [row] = await this.dependencies
        .sql`select count(*)::int as waiting from graphile_worker.jobs where attempts < max_attempts or locked_at is not null`;
      return row?.waiting === 0;
    }, 'the jobs to end');
  }

  async close(): Promise<void> {
    await this.rest();
    const registry = registryName(await this.installationId());
    for (const { id } of await this.containers()) await this.engine.remove(id);
    await this.engine.remove(registry);
    for (const { name } of [...(await this.networks()), { name: registry }]) await this.engine.removeNetwork(name);
    await this.engine.removeVolume(registry);
    for (const image of await this.engine.listImages({ [INSTALLATION_LABEL]: await this.installationId() })) {
      for (const tag of image.tags) await this.engine.removeImage(tag);
    }
    await this.dependencies.close();
  }

  installationId(): Promise<string> {
    return readInstallationId(this.dependencies);
  }

  /** Makes room: three workspaces a user are all there is. */
  async clear(): Promise<void> {
    const rows = await this.dependencies.db
      .select({ id: instances.id })
      .from(instances)
      .where(and(eq(instances.kind, 'workspace'), eq(instances.organizationId, this.context.actor.organizationId)));
    for (const { id } of rows) await deleteWorkspace(this.context, { id });
    await this.work();
    await this.idle();
  }
}
