import { DAY, HOUR, MINUTE, SECOND } from '../../platform/clock.ts';
import { TooManyRequests } from '../../platform/errors.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';

interface Limit {
  attempts: number;
  windowMs: number;
  /** The first wait; each further one is twice as long, up to an hour. */
  waitMs: number;
}

/**
 * Each known browser of an account has its own count: see `known-device.ts`. Whole offices share an address, so sign-up
 * and lookups leave room for a class of people. Rules: auth/README.md, "Rate limits".
 */
export const LIMITS = {
  'login-account': { attempts: 10, windowMs: 15 * MINUTE, waitMs: MINUTE },
  'login-device': { attempts: 10, windowMs: 15 * MINUTE, waitMs: MINUTE },
  proof: { attempts: 10, windowMs: 15 * MINUTE, waitMs: MINUTE },
  'login-address': { attempts: 10, windowMs: 15 * MINUTE, waitMs: MINUTE },
  'second-factor': { attempts: 10, windowMs: 15 * MINUTE, waitMs: MINUTE },
  'reset-account': { attempts: 3, windowMs: HOUR, waitMs: 15 * MINUTE },
  'reset-address': { attempts: 20, windowMs: HOUR, waitMs: MINUTE },
  'resend-account': { attempts: 3, windowMs: HOUR, waitMs: 15 * MINUTE },
  'resend-address': { attempts: 20, windowMs: HOUR, waitMs: MINUTE },
  'confirm-account': { attempts: 5, windowMs: HOUR, waitMs: 5 * MINUTE },
  'signup-address': { attempts: 60, windowMs: HOUR, waitMs: MINUTE },
  'lookup-address': { attempts: 240, windowMs: MINUTE, waitMs: MINUTE },
  'device-address': { attempts: 60, windowMs: HOUR, waitMs: MINUTE },
  'device-poll': { attempts: 600, windowMs: MINUTE, waitMs: MINUTE },
  'device-code': { attempts: 10, windowMs: 15 * MINUTE, waitMs: MINUTE },
  'client-address': { attempts: 60, windowMs: HOUR, waitMs: MINUTE },
  'grant-address': { attempts: 600, windowMs: MINUTE, waitMs: MINUTE },
  'share-user': { attempts: 20, windowMs: HOUR, waitMs: MINUTE },
  'share-organization': { attempts: 100, windowMs: DAY, waitMs: HOUR },
  'support-user': { attempts: 10, windowMs: HOUR, waitMs: 5 * MINUTE },
  'look-user': { attempts: 60, windowMs: 10 * MINUTE, waitMs: MINUTE },
  'survey-address': { attempts: 60, windowMs: HOUR, waitMs: MINUTE },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

const LONGEST_WAIT_MS = HOUR;

type LimitDependencies = Pick<Dependencies, 'sql' | 'clock'>;

/**
 * Counts an attempt before it is made, so that parallel attempts can't slip through. After a wait there is one attempt
 * before the next, longer wait. Attempts during a wait don't count.
 * @throws TooManyRequests with the seconds to wait
 */
export async function takeAttempt(dependencies: LimitDependencies, name: LimitName, subject: string): Promise<void> {
  const { attempts, windowMs, waitMs } = LIMITS[name];
  const at = dependencies.clock.now();
  const now = at.toISOString();
  const forgetAt = new Date(at.getTime() + windowMs).toISOString();
  const [row] = await dependencies.sql<{ wait_seconds: number | null }[]>`
    insert into rate_limits as r (key, attempts, strikes, forget_at)
    values (${keyOf(name, subject)}, 1, 0, ${forgetAt})
    on conflict (key) do update set (attempts, strikes, forget_at, blocked_until) = (
      select
        case state when 'blocked' then r.attempts when 'fresh' then 1 when 'over' then ${attempts}::int - 1
          else r.attempts + 1 end,
        case state when 'fresh' then 0 when 'over' then r.strikes + 1 else r.strikes end,
        case state when 'fresh' then excluded.forget_at when 'over' then excluded.forget_at + wait
          else r.forget_at end,
        case state when 'blocked' then r.blocked_until when 'over' then ${now}::timestamptz + wait end
      from (select
        least(${waitMs / SECOND}::int * 2 ^ least(r.strikes, 20), ${LONGEST_WAIT_MS / SECOND}::int)
          * interval '1 second' as wait,
        case when r.blocked_until > ${now} then 'blocked' when r.forget_at <= ${now} then 'fresh'
          when r.attempts >= ${attempts} then 'over' else 'within' end as state) as decision)
    returning ceil(extract(epoch from blocked_until - ${now}::timestamptz))::int as wait_seconds`;
  const wait = row?.wait_seconds;
  if (wait) throw new TooManyRequests(wait);
}

/** Takes one attempt back: it was legitimate. */
export async function returnAttempt(dependencies: LimitDependencies, name: LimitName, subject: string): Promise<void> {
  await dependencies.sql`update rate_limits set attempts = greatest(attempts - 1, 0) where key = ${keyOf(name, subject)}`;
}

/** Forgets all attempts: the person proved who they are. */
export async function forgetAttempts(dependencies: LimitDependencies, name: LimitName, subject: string): Promise<void> {
  await dependencies.sql`delete from rate_limits where key = ${keyOf(name, subject)}`;
}

/** Hashed, because what people type into a login field is sometimes a password. */
function keyOf(name: LimitName, subject: string): string {
  return `${name}:${hashToken(subject)}`;
}
