import { isWorkspacePort, PORTS } from '#shared/features/workspaces/model.ts';
import type { Config } from '../../platform/config.ts';
import type { GatewayTarget } from '../directory.ts';
import { answerPage, answerRedirect } from './answer.ts';
import { IDE_PORT, portOrigin, safePath } from './host.ts';
import type { NamingConfig } from './names.ts';
import { OPEN_PATH } from './open.ts';
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
export function answerIdeProxy(visit: Visit, config: NamingConfig & Pick<Config, 'publicUrl'>): void {
  const { request, host, handshake } = visit;
  const [before = '', named] = match(request.url) ?? [];
  const port = /^\d{1,5}$/.test(named ?? '') ? Number(named) : 0;
  if (isWorkspacePort(port) && !handshake && isNavigation(request)) {
    const origin = portOrigin(config, host.slug, port);
    const path = safePath(request.url?.slice(before.length) || '/');
    // A port nobody visited yet has no certificate: the UI's own address notes it first.
    const first = new URLSearchParams({ host: new URL(origin).hostname, path });
    const isSet = PORTS.some((each) => each === port);
    answerRedirect(visit, isSet ? origin + path : `${config.publicUrl}${OPEN_PATH}?${first}`);
  } else answerPage(visit, { name: 'ideProxy', status: 404 });
}
