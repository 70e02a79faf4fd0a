import { failureSchema, unauthenticatedSchema } from '#shared/api/envelope.ts';
import { API_BASE } from '#shared/api/wire.ts';
import { currentUser } from '#shared/features/auth/contract.ts';

/** What is at an address: Slipway, something else, a redirect to another origin, or nothing that answers now. */
export type Found = { is: 'slipway' | 'other' | 'silent' } | { is: 'elsewhere'; origin: string };

const TIMEOUT_MS = 5_000;
/** What a proxy answers whose server is away. */
const AWAY = [502, 503, 504];

/** Asks, without a key, who we would be; every Slipway answers that in its own way. */
export async function findServer(send: typeof fetch, origin: string): Promise<Found> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await send(`${origin}${API_BASE}${currentUser.path}`, { credentials: 'omit', signal });
    const reached = URL.parse(response.url)?.origin ?? origin;
    if (reached !== origin) return { is: 'elsewhere', origin: reached };
    if (AWAY.includes(response.status)) return { is: 'silent' };
    const body: unknown = await response.json().catch(() => null);
    const isOurs = unauthenticatedSchema.safeParse(body).success || failureSchema.safeParse(body).success;
    return { is: isOurs ? 'slipway' : 'other' };
  } catch {
    return { is: 'silent' };
  }
}
