import { EventEmitter, once } from 'node:events';
import type {
  AllowedKey,
  EditorGuest,
  GatewayDirectory,
  GatewayTarget,
  TcpRoute,
  WakeResult,
} from '#server/gateway/directory.ts';
import { newId } from '#server/platform/ids.ts';

/** The other side of the gateway's interface, kept in memory, so that a test says what is so. */
export class MemoryDirectory implements GatewayDirectory {
  readonly targets = new Map<string, GatewayTarget>();
  readonly keys = new Map<string, AllowedKey[]>();
  /** `<userId> <workspaceId>` of who may open what. */
  readonly rights = new Set<string>();
  /** `<userId> <organizationId>` of active members. */
  readonly members = new Set<string>();
  readonly sessions = new Set<string>();
  /** By `<userId> <workspaceId>`, what lets somebody into VS Code. */
  readonly guests = new Map<string, EditorGuest>();
  /** Shares by which somebody opened it. */
  readonly entered: string[] = [];
  /** By whose rights it was woken. */
  readonly wokenBy: string[] = [];
  readonly tcp: TcpRoute[] = [];
  readonly activity: string[] = [];
  /** `<workspaceId> <port>` of ports visited for the first time. */
  readonly noted: string[] = [];
  readonly woken: string[] = [];
  /** Of each wake-up, whether a person sat at a terminal. */
  readonly terminals: boolean[] = [];
  readonly cuts: string[] = [];
  wakeAnswer: WakeResult = { ok: true };
  preferences: Awaited<ReturnType<GatewayDirectory['preferencesOf']>> = { theme: null, locale: null };
  readonly #changes = new EventEmitter();

  add(slug: string, containerId: string | null, organizationId = newId()): GatewayTarget {
    const target: GatewayTarget = {
      workspaceId: newId(),
      organizationId,
      slug,
      status: containerId ? 'Active' : 'Offline',
      engineId: 'local',
      containerId,
      ports: { 3000: 'http', 3030: 'disabled' },
    };
    this.targets.set(slug, target);
    return target;
  }

  change(slug: string, change: Partial<GatewayTarget>): void {
    const target = this.targets.get(slug);
    if (target) this.targets.set(slug, { ...target, ...change });
    this.#changes.emit('change', slug);
  }

  /** Says something to whoever waits for the workspace. */
  progress(slug: string, text: string): void {
    this.#changes.emit(`progress ${slug}`, text);
  }

  async find(slug: string) {
    return this.targets.get(slug) ?? null;
  }
  async mayOpen(user: { userId: string; organizationId: string }, workspaceId: string) {
    return this.rights.has(`${user.userId} ${workspaceId}`);
  }
  async isMember(user: { userId: string; organizationId: string }) {
    return this.members.has(`${user.userId} ${user.organizationId}`);
  }
  async editorGuest({ userId }: { userId: string }, workspaceId: string) {
    return this.guests.get(`${userId} ${workspaceId}`) ?? null;
  }
  async noteGuest(shareId: string) {
    this.entered.push(shareId);
  }
  async editorCompany(workspaceId: string) {
    const isShared = [...this.guests.keys()].some((key) => key.endsWith(` ${workspaceId}`));
    return isShared ? { owner: 'Ada', here: ['Pia'] } : null;
  }
  async preferencesOf() {
    return this.preferences;
  }
  async allowedKeys(workspaceId: string) {
    return this.keys.get(workspaceId) ?? [];
  }
  async certifiedUser() {
    return null;
  }
  async noteCertificate() {}
  async sessionIsGood(sessionId: string) {
    return this.sessions.has(sessionId);
  }
  async noteOpened() {}
  async notePort(workspaceId: string, port: number) {
    this.noted.push(`${workspaceId} ${port}`);
  }
  async recordActivity(workspaceId: string, userId: string) {
    this.activity.push(`${userId} ${workspaceId}`);
  }
  async wake(workspaceId: string, userId: string, { withTerminal }: { withTerminal: boolean }) {
    this.woken.push(workspaceId);
    this.wokenBy.push(userId);
    this.terminals.push(withTerminal);
    this.#changes.emit('woken');
    return this.wakeAnswer;
  }
  async noteCut(workspaceId: string, userId: string) {
    this.cuts.push(`${userId} ${workspaceId}`);
  }
  async tcpRoutes() {
    return [...this.tcp];
  }
  async waitUntilActive(workspaceId: string, progress: (text: string) => void, signal: AbortSignal) {
    const slug = [...this.targets.values()].find((target) => target.workspaceId === workspaceId)?.slug ?? '';
    this.#changes.on(`progress ${slug}`, progress);
    try {
      for (;;) {
        const target = this.targets.get(slug);
        if (target?.status === 'Active') return target;
        await once(this.#changes, 'change', { signal });
      }
    } finally {
      this.#changes.off(`progress ${slug}`, progress);
    }
  }

  async untilWoken(): Promise<void> {
    if (this.woken.length === 0) await once(this.#changes, 'woken');
  }
}
