import { PORTS } from '#shared/features/workspaces/model.ts';
import type { GatewayTarget } from '../directory.ts';
import { answerPage, answerRedirect } from './answer.ts';
import { IDE_PORT, portOrigin, safePath } from './host.ts';
import type { NamingConfig } from './names.ts';
import { isNavigation } from './site.ts';
import type { Visit } from './visit.ts';

/** code-server serves any port of the workspace below these paths, in the IDE's own origin. Its router ignores case. */
const PATH = /^\/+(?:abs)?proxy(?:\/+([^/?]*))?(?=[/?]|$)/i;

function match(url = ''): RegExpExecArray | null {
  try {
    return PATH.exec(url) ?? PATH.exec(decodeURIComponent(url));
  } catch {
    return null;
  }
}

/** The port (or whatever is in its place) in a path of the web IDE; null for other paths. */
export function idePathPort({ request, host }: Visit, { httpPort }: Pick<GatewayTarget, 'httpPort'>): string | null {
  if (host.port !== IDE_PORT || httpPort !== undefined) return null;
  const found = match(request.url);
  return found && (found[1] ?? '');
}

/** A page there could act as the IDE, terminal included, so ports are served only on their own hosts. */
export function answerIdeProxy(visit: Visit, config: NamingConfig): void {
  const { request, host, handshake } = visit;
  const [before = '', named] = match(request.url) ?? [];
  const port = PORTS.find((each) => String(each) === named);
  if (port && !handshake && isNavigation(request)) {
    const rest = safePath(request.url?.slice(before.length) || '/');
    answerRedirect(visit, portOrigin(config, host.slug, port) + rest);
  } else answerPage(visit, { name: 'ideProxy', status: 404 });
}
