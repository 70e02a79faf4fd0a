import type { IncomingMessage } from 'node:http';
import { type Clock, MINUTE, SECOND } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { hashToken } from '../../platform/ids.ts';
import { createCache } from '../cache.ts';
import type { EditorGuest, GatewayDirectory, GatewayTarget } from '../directory.ts';
import type { DirectoryCache } from '../directory-cache.ts';
import { shareTokens, ticketTokens } from './cookies.ts';
import { IDE_PORT, visitorsAt, type WorkspaceHost } from './host.ts';
import { comesFromItself } from './site.ts';
import { findTicket, type Ticket } from './tickets.ts';

/** What a browser presents: its ticket, or the token of a port's public link. */
export interface Pass {
  kind: 'ticket' | 'share';
  token: string;
}

export type Access =
  /**
   * `userId` is null for visitors: anyone with the public link, or a member who may visit this port but not open the
   * workspace. Visitors keep nothing awake. `endsAt` is when the public link or the sharing ends; `guest` is set for
   * whom VS Code is shared with.
   */
  | {
      kind: 'granted';
      target: GatewayTarget;
      pass: Pass;
      userId: string | null;
      endsAt: Date | null;
      guest?: EditorGuest;
    }
  /** Nobody we know, or a page from elsewhere that acts in a person's name. */
  | { kind: 'stranger' }
  | { kind: 'forbidden' }
  /** A public link that has ended or never existed. */
  | { kind: 'ended' }
  /** VS Code, which is no longer shared with them. */
  | { kind: 'unshared' }
  | { kind: 'gone' };

export type Granted = Access & { kind: 'granted' };

export interface Guard {
  /** May this request pass to its host? */
  admit(request: IncomingMessage, host: WorkspaceHost): Promise<Access>;
  /** What `admit` granted to the same ticket a moment ago, if nothing has changed since; null says to ask it. */
  admitAgain(request: IncomingMessage, host: WorkspaceHost): Granted | null;
  /** The same for what was presented before. */
  readmit(pass: Pass, host: Pick<WorkspaceHost, 'slug' | 'port'>): Promise<Access>;
}

/** Grants that are remembered at most. */
const HELD = 10_000;

/** How a person may come in: to work, to visit the port as a member, as a guest in VS Code, or not at all. */
export async function entryOf(
  directory: Pick<GatewayDirectory, 'mayOpen' | 'isMember' | 'editorGuest'>,
  user: { userId: string; organizationId: string; sessionId: string },
  target: GatewayTarget,
  port: number,
): Promise<'person' | 'visitor' | EditorGuest | null> {
  if (await directory.mayOpen(user, target.workspaceId)) return 'person';
  if (user.organizationId !== target.organizationId) return null;
  if (port === IDE_PORT) {
    return target.ideOf === undefined ? null : directory.editorGuest(user, target.workspaceId);
  }
  const isOpen = visitorsAt(target, port)?.kind === 'organization' && (await directory.isMember(user));
  return isOpen ? 'visitor' : null;
}

export function createGuard(input: { config: Config; db: Database; clock: Clock; cache: DirectoryCache }): Guard {
  const { config, db, clock, cache } = input;
  const tickets = createCache<Ticket | null>({
    clock,
    size: 10_000,
    ttlMs: 10 * MINUTE,
    load: (token) => findTicket({ db, clock }, token),
    keep: (ticket) => ticket !== null,
  });

  /** By pass and host; found again without asking anything, which is most of what a request costs. */
  const granted = new Map<string, { access: Granted; revision: number; until: number }>();
  const grantKey = (token: string, { slug, port }: Pick<WorkspaceHost, 'slug' | 'port'>) => `${token} ${slug} ${port}`;

  function hold(key: string, access: Granted, revision: number, ticketEnds: Date): void {
    // A change while it was being found out.
    if (revision !== cache.revision()) return;
    if (granted.size >= HELD) granted.clear();
    granted.set(key, { access, revision, until: Math.min(clock.now().getTime() + SECOND, ticketEnds.getTime()) });
  }

  async function byTicket(pass: Pass, { slug, port }: Pick<WorkspaceHost, 'slug' | 'port'>): Promise<Access> {
    const revision = cache.revision();
    const ticket = await tickets.get(pass.token);
    if (!ticket || ticket.expiresAt <= clock.now()) return { kind: 'stranger' };
    const [target, sessionIsGood] = await Promise.all([cache.find(slug), cache.sessionIsGood(ticket.sessionId)]);
    if (!sessionIsGood) return { kind: 'stranger' };
    if (!target) return { kind: 'gone' };
    if (ticket.workspaceId !== target.workspaceId || ticket.port !== port) return { kind: 'stranger' };
    const entry = await entryOf(cache, ticket, target, port);
    if (ticket.shareId !== null) return byShare(pass, target, ticket, entry);
    if (!entry) return { kind: 'forbidden' };
    // They lost their own access: the way in by what is shared gives them another ticket.
    if (typeof entry === 'object') return { kind: 'stranger' };
    const userId = entry === 'person' ? ticket.userId : null;
    const access: Granted = { kind: 'granted', target, pass, userId, endsAt: null };
    hold(grantKey(pass.token, { slug, port }), access, revision, ticket.expiresAt);
    return access;
  }

  /** A guest's ticket holds for the one share, whatever else the person may do by now. */
  function byShare(
    pass: Pass,
    target: GatewayTarget,
    { shareId, userId }: Ticket,
    entry: Awaited<ReturnType<typeof entryOf>>,
  ): Access {
    const guest = typeof entry === 'object' && entry && entry.endsAt > clock.now() ? entry : null;
    if (guest?.shareId === shareId) {
      return { kind: 'granted', target, pass, userId, endsAt: guest.endsAt, guest };
    }
    return { kind: guest || typeof entry === 'string' ? 'stranger' : 'unshared' };
  }

  async function byLink(pass: Pass, { slug, port }: Pick<WorkspaceHost, 'slug' | 'port'>): Promise<Access> {
    const target = await cache.find(slug);
    const visitors = target && visitorsAt(target, port);
    if (!target || visitors?.kind !== 'link') return { kind: 'ended' };
    if (visitors.endsAt <= clock.now() || visitors.tokenHash !== hashToken(pass.token)) return { kind: 'ended' };
    return { kind: 'granted', target, pass, userId: null, endsAt: visitors.endsAt };
  }

  const readmit: Guard['readmit'] = (pass, host) =>
    pass.kind === 'ticket' ? byTicket(pass, host) : byLink(pass, host);

  return {
    readmit,
    admitAgain(request, host) {
      const [token] = ticketTokens(config, request.headers.cookie);
      if (token === undefined) return null;
      const key = grantKey(token, host);
      const held = granted.get(key);
      if (!held) return null;
      if (held.revision !== cache.revision() || held.until <= clock.now().getTime()) {
        granted.delete(key);
        return null;
      }
      return comesFromItself(request, host, config) ? held.access : null;
    },
    async admit(request, host) {
      if (!comesFromItself(request, host, config)) return { kind: 'stranger' };
      const { cookie } = request.headers;
      let answer: Access = { kind: 'stranger' };
      for (const token of ticketTokens(config, cookie)) {
        answer = await readmit({ kind: 'ticket', token }, host);
        if (answer.kind === 'granted') return answer;
      }
      for (const token of shareTokens(config, cookie)) {
        const byToken = await readmit({ kind: 'share', token }, host);
        if (byToken.kind === 'granted') return byToken;
        if (answer.kind === 'stranger') answer = byToken;
      }
      return answer;
    },
  };
}
