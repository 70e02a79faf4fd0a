import type { Desktop } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import { text } from '../../text.ts';

/**
 * A server that doesn't answer now may answer later, but one that is something else never will.
 * @throws DesktopError `unavailable` with what to do
 */
export async function mustBeSlipway({ findServer }: Desktop, origin: string): Promise<void> {
  const found = await findServer(origin);
  const { host } = new URL(origin);
  if (found.is === 'elsewhere') {
    throw new DesktopError('unavailable', text('connect.movedTo', { host, address: found.origin }));
  }
  if (found.is === 'other') throw new DesktopError('unavailable', text('connect.notSlipway', { host }));
}
