import type { BrowserContext, Request as PageRequest, Route } from 'playwright';
import { mustBeReady } from './app.ts';
import { inApp, inChromium } from './app-address.ts';
import { browser } from './chromium.ts';
import type { Part } from './part.ts';
import { mustBePrivileged } from './protocol.ts';
import { strict } from './strict.ts';

type Answer = (request: Request) => Response | Promise<Response>;
/** What a window makes of a navigation that it did not ask for itself; false stops it. */
export type Gate = (request: PageRequest) => boolean;

/** Headers that describe the transfer and not the content: Node has undone them already. */
const TRANSFER = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']);

type PermissionHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type Permission = Parameters<NonNullable<PermissionHandler>>[1];

/** Chromium's words for permissions, and Electron's. */
const PERMISSIONS: Record<string, Permission> = {
  notifications: 'notifications',
  geolocation: 'geolocation',
  camera: 'media',
  microphone: 'media',
  'clipboard-read': 'clipboard-read',
  'clipboard-write': 'clipboard-sanitized-write',
  'local-network-access': 'local-network-access',
};

export class StandInSession {
  readonly context: Promise<BrowserContext>;
  readonly gates = new Set<Gate>();
  private permissionHandler: PermissionHandler = null;
  private handlers = new Map<string, Answer>();

  constructor() {
    this.context = browser().then(async (chromium) => {
      const context = await chromium.newContext({ viewport: null });
      await context.route('**/*', (route) => this.answer(route));
      return context;
    });
  }

  readonly protocol = strict('session.protocol', {
    handle: (scheme: string, answer: Answer) => {
      mustBePrivileged(scheme);
      this.handlers.set(scheme, answer);
    },
    isProtocolHandled: (scheme: string) => this.handlers.has(scheme),
  } satisfies Pick<Electron.Protocol, 'handle' | 'isProtocolHandled'>);

  setPermissionRequestHandler(handler: PermissionHandler): void {
    this.permissionHandler = handler;
  }

  /** Asks the app about each permission now, because Chromium can't ask when it comes up: what is not granted is refused. */
  async settlePermissions(requestingUrl: string): Promise<void> {
    const granted: string[] = [];
    for (const [chromium, electron] of Object.entries(PERMISSIONS)) {
      const details = { requestingUrl, isMainFrame: true } as Electron.PermissionRequest;
      const contents = null as unknown as Electron.WebContents;
      this.permissionHandler?.(contents, electron, (yes) => yes && granted.push(chromium), details);
    }
    await (await this.context).grantPermissions(granted, { origin: new URL(inChromium(requestingUrl)).origin });
  }

  async clearData(): Promise<void> {
    const context = await this.context;
    await context.clearCookies();
    for (const page of context.pages()) await page.evaluate(() => localStorage.clear()).catch(() => undefined);
  }
  async clearAuthCache(): Promise<void> {}

  setPermissionCheckHandler(): void {}
  setDevicePermissionHandler(): void {}

  /** With the session's cookies, as `credentials: 'include'` asks for. */
  async fetch(
    input: string | Request,
    { method, headers, body, redirect, credentials }: RequestInit = {},
  ): Promise<Response> {
    if (redirect !== 'error' || credentials !== 'include')
      throw new Error('The stand-in for Electron fetches no other way');
    const { request } = await this.context;
    const data = body ? { data: Buffer.from(body as ArrayBuffer) } : {};
    const answer = await request.fetch(String(input), {
      method: method ?? 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      maxRedirects: 0,
      timeout: 0,
      ...data,
    });
    if (answer.status() >= 300 && answer.status() < 400 && answer.headers().location) throw new TypeError('A redirect');
    const empty = [204, 205, 304].includes(answer.status());
    return new Response(empty ? null : new Uint8Array(await answer.body()), {
      status: answer.status(),
      headers: answer.headersArray().map(({ name, value }): [string, string] => [name, value]),
    });
  }

  private async answer(route: Route): Promise<void> {
    const asked = route.request();
    const address = inApp(asked.url());
    const gatesOpen = [...this.gates].every((gate) => gate(asked));
    if (!gatesOpen) return route.abort('aborted');
    const handler = this.handlers.get(new URL(address).protocol.slice(0, -1));
    if (!handler) return route.continue();
    try {
      const response = await handler(await requestOf(asked));
      const headers = Object.fromEntries([...response.headers].filter(([name]) => !TRANSFER.has(name)));
      await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) });
    } catch {
      await route.abort('failed').catch(() => undefined);
    }
  }
}

async function requestOf(asked: PageRequest): Promise<Request> {
  const headers = new Headers();
  for (const { name, value } of await asked.headersArray()) {
    if (!name.startsWith(':') && name.toLowerCase() !== 'host') headers.append(name, value);
  }
  const body = asked.postDataBuffer();
  return new Request(inApp(asked.url()), {
    method: asked.method(),
    headers,
    ...(body && { body: new Uint8Array(body) }),
  });
}

const partitions = new Map<string, StandInSession>();

StandInSession.prototype satisfies Part<
  Electron.Session,
  'fetch' | 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
>;

const sessions = {
  fromPartition(partition: string): StandInSession {
    mustBeReady('session');
    const found = partitions.get(partition) ?? new StandInSession();
    partitions.set(partition, found);
    return found;
  },
};
sessions satisfies Part<typeof Electron.session, 'fromPartition'>;
export const session = strict('session', sessions);
