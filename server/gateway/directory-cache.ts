import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import { MINUTE, SECOND } from '../platform/clock.ts';
import { createCache } from './cache.ts';
import type { EditorGuest, GatewayDirectory, GatewayTarget } from './directory.ts';

const SIZE = 10_000;

/** What changed: one workspace, or anyone's rights. */
export type Change = { kind: 'workspace'; slug: string } | { kind: 'access' };

export interface DirectoryCache {
  find(slug: string): Promise<GatewayTarget | null>;
  mayOpen(user: { userId: string; organizationId: string }, workspaceId: string): Promise<boolean>;
  isMember(user: { userId: string; organizationId: string }): Promise<boolean>;
  editorGuest(
    user: { userId: string; organizationId: string; sessionId: string },
    workspaceId: string,
  ): Promise<EditorGuest | null>;
  sessionIsGood(sessionId: string): Promise<boolean>;
  /** Another one after each change: what was concluded from answers before it may no longer be so. */
  revision(): number;
  /** The next question about it is answered anew. */
  forget(slug: string): void;
  /** Notifies after the cache has forgotten, so that the listener reads fresh data. Returns how to stop. */
  onChange(listener: (change: Change) => void): () => void;
  /** Starts listening on the bus; ask nothing before. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Remembers the directory's positive answers until the bus says they may have changed. The time limits cover lost
 * messages; after a reconnect everything is forgotten.
 */
export function createDirectoryCache(input: { directory: GatewayDirectory; bus: Bus; clock: Clock }): DirectoryCache {
  const { directory, bus, clock } = input;
  const listeners = new Set<(change: Change) => void>();
  const targets = createCache<GatewayTarget | null>({
    clock,
    size: SIZE,
    ttlMs: 30 * SECOND,
    load: (slug) => directory.find(slug),
    keep: (target) => target !== null,
  });
  const rights = createCache<boolean>({
    clock,
    size: SIZE,
    ttlMs: MINUTE,
    load(key) {
      const [userId = '', organizationId = '', workspaceId = ''] = key.split(' ');
      return directory.mayOpen({ userId, organizationId }, workspaceId);
    },
    keep: (mayOpen) => mayOpen,
  });
  const members = createCache<boolean>({
    clock,
    size: SIZE,
    ttlMs: MINUTE,
    load(key) {
      const [userId = '', organizationId = ''] = key.split(' ');
      return directory.isMember({ userId, organizationId });
    },
    keep: (isMember) => isMember,
  });
  const guests = createCache<EditorGuest | null>({
    clock,
    size: SIZE,
    ttlMs: MINUTE,
    load(key) {
      const [userId = '', organizationId = '', sessionId = '', workspaceId = ''] = key.split(' ');
      return directory.editorGuest({ userId, organizationId, sessionId }, workspaceId);
    },
    keep: (guest) => guest !== null,
  });
  const sessions = createCache<boolean>({
    clock,
    size: SIZE,
    ttlMs: MINUTE,
    load: (sessionId) => directory.sessionIsGood(sessionId),
    keep: (isGood) => isGood,
  });

  let revision = 0;
  const tell = (change: Change) => {
    revision += 1;
    for (const listener of [...listeners]) listener(change);
  };
  const forgetAll = () => {
    targets.clear();
    rights.clear();
    members.clear();
    guests.clear();
    sessions.clear();
    tell({ kind: 'access' });
  };
  let stops: Array<() => Promise<void>> = [];

  return {
    find: (slug) => targets.get(slug),
    mayOpen: (user, workspaceId) => rights.get(`${user.userId} ${user.organizationId} ${workspaceId}`),
    isMember: (user) => members.get(`${user.userId} ${user.organizationId}`),
    editorGuest: ({ userId, organizationId, sessionId }, workspaceId) =>
      guests.get(`${userId} ${organizationId} ${sessionId} ${workspaceId}`),
    sessionIsGood: (sessionId) => sessions.get(sessionId),
    revision: () => revision,
    forget(slug) {
      revision += 1;
      targets.forget(slug);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async connect() {
      stops = await Promise.all([
        bus.listen('access_changed', forgetAll, forgetAll),
        bus.listen('sessions_ended', ({ ids }) => {
          for (const id of ids) sessions.forget(id);
          tell({ kind: 'access' });
        }),
        bus.listen('workspace_changed', ({ slug }) => {
          targets.forget(slug);
          // There are few, and a stop or another owner ends what is shared.
          guests.clear();
          tell({ kind: 'workspace', slug });
        }),
        bus.listen('editor_shares_changed', () => {
          guests.clear();
          tell({ kind: 'access' });
        }),
      ]);
    },
    async close() {
      listeners.clear();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
