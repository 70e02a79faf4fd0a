import { SESSION_HEADER } from '#shared/api/wire.ts';
import { ApiError } from '../../lib/api-error.ts';
import { i18n } from '../../lib/i18n.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import { endSession, sessionKey } from '../../lib/session.ts';

/**
 * The address that lets this person into what is behind a host name: for one visit, within a minute.
 * @param query of `/open`: `host` and `path`
 * @throws ApiError if there is no such thing, or not for this person
 */
export async function askWay(query: string, signal: AbortSignal): Promise<string> {
  const headers = { [SESSION_HEADER]: sessionKey() ?? '' };
  const answer = await fetch(`${platform.server}/open${query}`, { headers, signal }).catch(() => null);
  if (answer?.status === 401) await endSession();
  if (answer?.status === 403) throw new ApiError(403, i18n.t('gateway:forbidden.message'));
  if (answer?.status === 404) throw new ApiError(404, i18n.t('gateway:notFound.message'));
  if (!answer?.ok) throw new ApiError(answer?.status ?? 0, i18n.t('error.unreachable'));
  const { url } = (await answer.json()) as { url: string };
  return url;
}
