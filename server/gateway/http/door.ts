import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import type { GatewayDirectory, GatewayTarget } from '../directory.ts';
import type { DirectoryCache } from '../directory-cache.ts';
import type { Thaw } from '../thaw.ts';
import type { Access, Granted, Guard } from './access.ts';
import { answerData, answerPage, answerRedirect, answerScript, answerStranger } from './answer.ts';
import { shareCookie, ticketCookie } from './cookies.ts';
import { hostAddress, IDE_PORT, isOpenPort, safePath, visitorsAt } from './host.ts';
import { answerIdeProxy, idePathPort } from './ide-proxy.ts';
import { OPEN_PATH, TICKET_PATH } from './open.ts';
import type { Openings } from './opening.ts';
import { KEPT_SCRIPT, OPENING_CODE, OPENING_SCRIPT } from './opening-page.ts';
import type { Page } from './page.ts';
import { isNavigation, isOwnOrigin, mayOpenSocket } from './site.ts';
import { exchangeCode } from './tickets.ts';
import type { Visit } from './visit.ts';

export interface Door {
  /** The access of a visit that may pass to a running container; null if the visit was answered here. */
  admit(visit: Visit): Promise<Granted | null>;
  /** The same without waiting, for a visitor who was let in a moment ago; null leaves it to `admit`. */
  admitAgain(visit: Visit): Granted | null;
  /** The target of a preflight, which never carries a ticket; null if it was answered here. */
  admitPreflight(visit: Visit): Promise<GatewayTarget | null>;
}

const OWN_PATHS = '/.slipway/';
/** Asked by `opening-script.js`. */
const COMPANY_PATH = '/.slipway/company';

export function createDoor(input: {
  config: Config;
  db: Database;
  clock: Clock;
  cache: DirectoryCache;
  guard: Guard;
  thaw: Thaw;
  openings: Openings;
  directory: Pick<GatewayDirectory, 'editorCompany'>;
}): Door {
  const { config, db, clock, cache, guard, thaw, openings, directory } = input;
  const homeLink = { text: 'toWorkspaces', href: config.publicUrl } as const;
  const atHome = (path: string, query: Record<string, string>) =>
    `${config.publicUrl}${path}?${new URLSearchParams(query)}`;
  const signInAddress = ({ request, host }: Visit) =>
    atHome(OPEN_PATH, { host: host.hostname, path: safePath(request.url) });

  /** Takes the code that `/open` issued and gives the browser its ticket. */
  async function takeTicket(visit: Visit): Promise<void> {
    const { request, host } = visit;
    const query = new URL(request.url ?? '/', 'http://host.invalid').searchParams;
    const path = safePath(query.get('path'));
    const target = await cache.find(host.slug);
    const issued = target && { workspaceId: target.workspaceId, port: host.port };
    const taken = issued && (await exchangeCode({ db, clock }, query.get('code') ?? '', issued));
    if (taken)
      return answerRedirect(visit, hostAddress(config, host.hostname) + path, ticketCookie(config, taken.token));
    const href = atHome(OPEN_PATH, { host: host.hostname, path });
    answerPage(visit, { name: 'usedLink', status: 403, action: { text: 'openAgain', href } });
  }

  /**
   * Swaps a public link's token for a cookie, so that it leaves the address bar. People with their own access just
   * continue.
   */
  async function followLink(visit: Visit, token: string): Promise<void> {
    const { request, host } = visit;
    const access = await guard.readmit({ kind: 'share', token }, host);
    const here = hostAddress(config, host.hostname) + safePath(request.url);
    if (access.kind === 'granted' && access.endsAt) {
      const leftSeconds = Math.ceil((access.endsAt.getTime() - clock.now().getTime()) / 1000);
      return answerRedirect(visit, here, shareCookie(config, token, leftSeconds));
    }
    if ((await guard.admit(request, host)).kind === 'granted') return answerRedirect(visit, here);
    refuse(visit, { kind: 'ended' });
  }

  /** What a visit presents, before looking at where it leads. */
  async function accessOf({ request, host, shareToken }: Visit): Promise<Access> {
    if (shareToken === null || host.port === IDE_PORT) return guard.admit(request, host);
    const byLink = await guard.readmit({ kind: 'share', token: shareToken }, host);
    if (byLink.kind === 'granted') return byLink;
    const own = await guard.admit(request, host);
    return own.kind === 'granted' ? own : byLink;
  }

  function refuse(visit: Visit, { kind }: Exclude<Access, Granted>): void {
    if (kind !== 'stranger') {
      const pages: Record<typeof kind, Page> = {
        ended: { name: 'linkEnded', status: 403, action: { text: 'signIn', href: signInAddress(visit) } },
        gone: { name: 'notFound', status: 404, action: homeLink },
        unshared: { name: 'unshared', status: 403, action: homeLink },
        forbidden: { name: 'forbidden', status: 403, action: homeLink },
      };
      answerPage(visit, pages[kind]);
    } else if (isNavigation(visit.request)) answerRedirect(visit, signInAddress(visit));
    else answerStranger(visit, visit.host.port);
  }

  /** Tells VS Code's page who else is there, and a guest's that it has ended. */
  async function tellCompany(visit: Visit): Promise<void> {
    const access = await guard.admit(visit.request, visit.host);
    if (access.kind === 'unshared') return refuse(visit, access);
    if (access.kind !== 'granted' || access.userId === null) return answerStranger(visit, visit.host.port);
    const company = await directory.editorCompany(access.target.workspaceId);
    answerData(visit, company ?? { owner: '', here: [] });
  }

  /** A person's visit holds until what is asleep is awake; visitors wake nothing. */
  async function awaken(visit: Visit, access: Access): Promise<Access> {
    if (access.kind !== 'granted' || access.userId === null || !access.target.asleep) return access;
    if (!isOpenPort(access.target, visit.host.port)) return access;
    if (await thaw(access.target, access.guest?.ownerId ?? access.userId)) cache.forget(visit.host.slug);
    return accessOf(visit);
  }

  /** The workspace isn't running. */
  function answerAsleep(visit: Visit, access: Granted): void {
    const { request, host } = visit;
    if (access.userId === null || access.guest) {
      // Someone with a public link may also have access of their own.
      const signIn = { text: 'signIn', href: signInAddress(visit) } as const;
      const action = access.pass.kind === 'share' ? signIn : homeLink;
      answerPage(visit, { name: 'asleep', status: 503, action });
    } else if (isNavigation(request)) {
      const path = safePath(request.url);
      answerRedirect(visit, atHome('/hosts/restore', { host: host.hostname, ...(path !== '/' && { path }) }));
    } else answerPage(visit, { name: 'offline', status: 503 });
  }

  return {
    admitAgain(visit) {
      const { request, host, shareToken, handshake } = visit;
      if (handshake || shareToken !== null || request.url?.startsWith(OWN_PATHS)) return null;
      const access = guard.admitAgain(request, host);
      if (!access) return null;
      const { target } = access;
      const runs = target.status === 'Active' && target.containerId !== null && !target.asleep;
      if (!runs || !isOpenPort(target, host.port) || openings.isFor(visit, access)) return null;
      return idePathPort(visit, target) === null ? access : null;
    },

    async admit(visit) {
      const { request, host, shareToken, handshake } = visit;
      if (request.url?.startsWith(OWN_PATHS)) {
        const path = request.method === 'GET' && !handshake ? request.url.split('?')[0] : null;
        if (path === TICKET_PATH) await takeTicket(visit);
        else if (path === COMPANY_PATH && host.port === IDE_PORT) await tellCompany(visit);
        else if (path === OPENING_SCRIPT) answerScript(visit, OPENING_CODE, request.url === KEPT_SCRIPT);
        else answerPage(visit, { name: 'notFound', status: 404 });
        return null;
      }
      if (handshake && !mayOpenSocket(request, host, config)) {
        refuse(visit, { kind: 'forbidden' });
        return null;
      }
      if (shareToken !== null && host.port !== IDE_PORT && !handshake && isNavigation(request)) {
        await followLink(visit, shareToken);
        return null;
      }
      const found = await accessOf(visit);
      if (await openings.answer(visit, found)) return null;
      const access = await awaken(visit, found);
      if (access.kind !== 'granted') refuse(visit, access);
      else if (!isOpenPort(access.target, host.port)) {
        answerPage(visit, { name: 'portClosed', status: 404, port: host.port, action: homeLink });
      } else if (access.target.status !== 'Active' || !access.target.containerId) answerAsleep(visit, access);
      else if (idePathPort(visit, access.target) !== null) answerIdeProxy(visit, config);
      else return access;
      return null;
    },

    async admitPreflight(visit) {
      const { request, host } = visit;
      const target = host.port === IDE_PORT ? null : await cache.find(host.slug);
      const runs = target?.status === 'Active' && target.containerId !== null && isOpenPort(target, host.port);
      const visitors = target && visitorsAt(target, host.port);
      const isPublic = visitors?.kind === 'link' && visitors.endsAt > clock.now();
      if (runs && (isPublic || isOwnOrigin(request.headers.origin ?? '', host, config))) return target;
      // Strangers get the same answer whatever exists.
      answerStranger({ ...visit, reader: null }, host.port);
      return null;
    },
  };
}
