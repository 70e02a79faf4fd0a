import type { Desktop } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import { text } from '../../text.ts';
import { isPrivateHost } from './private-host.ts';

/** Letters that mean the same in an address, a policy and a page. */
const HOST = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])$/;

/**
 * The origin a person means: https unless they wrote http. On the internet, http is asked about once more.
 * @throws DesktopError `invalid`; `cancelled` if they don't want to go on without encryption
 */
export async function serverAddress(desktop: Desktop, address: string): Promise<string> {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);
  const fits = url && ['http:', 'https:'].includes(url.protocol) && HOST.test(url.hostname);
  if (!fits || url.username || url.password) {
    throw new DesktopError('invalid', text('connect.notAnAddress'));
  }
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname) && !(await acceptsPlain(desktop, url.host))) {
    throw new DesktopError('cancelled', text('connect.plainRefused', { address: `https://${url.host}` }));
  }
  return url.origin;
}

async function acceptsPlain({ dialogs }: Desktop, host: string): Promise<boolean> {
  const answer = await dialogs.ask({
    message: text('ask.plain', { host }),
    detail: text('ask.plainDetail'),
    buttons: [text('ask.plainYes'), text('ask.cancel')],
  });
  return answer === 0;
}
