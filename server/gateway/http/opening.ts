import type { Logger } from '../../platform/logger.ts';
import { knownLocale } from '../../platform/translate.ts';
import type { GatewayDirectory } from '../directory.ts';
import type { Access, Granted } from './access.ts';
import { answerHtml } from './answer.ts';
import { wasOpened } from './cookies.ts';
import { IDE_PORT } from './host.ts';
import { coverVsCode, type Opening, renderOpening } from './opening-page.ts';
import { PAGE_HEADERS } from './page.ts';
import { isNavigation } from './site.ts';
import type { Visit } from './visit.ts';

export interface Openings {
  /** Does a person open the web IDE in a tab? */
  isFor(visit: Visit, access: Granted): boolean;
  /** Answers a tab that opens the web IDE at once, before anything is woken or asked; false if it isn't one. */
  answer(visit: Visit, access: Access): Promise<boolean>;
  /** What becomes of VS Code's page on its way to that tab. Null leaves it as it is. */
  coverFor(visit: Visit, access: Granted): Promise<((html: string) => string | null) | null>;
}

const HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
};

export function createOpenings(input: {
  config: { publicUrl: string };
  directory: Pick<GatewayDirectory, 'preferencesOf'>;
  log: Logger;
}): Openings {
  const { config, directory, log } = input;

  async function openingOf({ request }: Visit, { target, userId, guest }: Granted): Promise<Opening> {
    const nothing = { theme: null, locale: null };
    const { theme, locale } = await directory.preferencesOf(userId ?? '').catch((error) => {
      log.warn({ err: error }, 'opening a workspace without the preferences of its person');
      return nothing;
    });
    return {
      name: target.ideOf ?? target.slug,
      home: `${config.publicUrl}/workspaces${guest ? '' : `/edit/${target.workspaceId}`}`,
      asleep: target.asleep === true,
      guest: guest !== undefined,
      theme: theme ?? 'auto',
      locale: locale ?? knownLocale(request.headers['accept-language']) ?? 'en',
    };
  }

  return {
    isFor: isOpening,
    async answer(visit, access) {
      if (access.kind !== 'granted' || !isOpening(visit, access)) return false;
      // The page itself is back, now that VS Code answers.
      if (wasOpened(visit.request.headers.cookie)) return false;
      answerHtml(visit, HEADERS, renderOpening(await openingOf(visit, access)));
      return true;
    },
    async coverFor(visit, access) {
      if (!isOpening(visit, access)) return null;
      const opening = await openingOf(visit, access);
      return (html) => coverVsCode(html, opening);
    },
  };
}

/** Its page is at `/`; everything below is what that page asks for. */
function isOpening({ request, host, handshake }: Visit, { target, userId }: Granted): boolean {
  return (
    !handshake &&
    host.port === IDE_PORT &&
    userId !== null &&
    target.ideOf !== undefined &&
    (target.status === 'Active' || target.asleep === true) &&
    target.containerId !== null &&
    request.method === 'GET' &&
    request.url?.split('?')[0] === '/' &&
    isNavigation(request)
  );
}
