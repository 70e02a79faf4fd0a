import type { IncomingMessage } from 'node:http';
import { type Clock, MINUTE } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { createCache } from '../cache.ts';
import type { GatewayTarget } from '../directory.ts';
import type { DirectoryCache } from '../directory-cache.ts';
import { ticketTokens } from './cookies.ts';
import type { WorkspaceHost } from './host.ts';
import { comesFromItself } from './site.ts';
import { findTicket, type Ticket } from './tickets.ts';

export type Access =
  | { kind: 'granted'; target: GatewayTarget; ticket: Ticket; token: string }
  /** Nobody we know, or a page of elsewhere acts in a person's name. */
  | { kind: 'stranger' }
  | { kind: 'forbidden' }
  | { kind: 'gone' };

export interface Guard {
  /** Whether this request may pass to its host. */
  admit(request: IncomingMessage, host: WorkspaceHost): Promise<Access>;
  /** The same for a ticket that was admitted before. */
  readmit(token: string, slug: string): Promise<Access>;
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

  async function readmit(token: string, slug: string): Promise<Access> {
    const ticket = await tickets.get(token);
    if (!ticket || ticket.expiresAt <= clock.now()) return { kind: 'stranger' };
    const [target, sessionIsGood] = await Promise.all([cache.find(slug), cache.sessionIsGood(ticket.sessionId)]);
    if (!sessionIsGood) return { kind: 'stranger' };
    if (!target) return { kind: 'gone' };
    if (ticket.workspaceId !== target.workspaceId) return { kind: 'stranger' };
    if (!(await cache.mayOpen(ticket, target.workspaceId))) return { kind: 'forbidden' };
    return { kind: 'granted', target, ticket, token };
  }

  return {
    readmit,
    async admit(request, host) {
      if (!comesFromItself(request, host, config)) return { kind: 'stranger' };
      let answer: Access = { kind: 'stranger' };
      for (const token of ticketTokens(config, request.headers.cookie)) {
        answer = await readmit(token, host.slug);
        if (answer.kind === 'granted') return answer;
      }
      return answer;
    },
  };
}
