import type { RoomMessages } from '#shared/api/rooms.ts';
import type { Role } from '#shared/features/auth/model.ts';
import type { TokenScope } from '#shared/features/auth/token-scopes.ts';
import type { Engines } from '../compute/engines.ts';
import type { Images } from '../compute/images.ts';
import type { HostProviders } from '../compute/providers/create-providers.ts';
import type { Registry } from '../compute/registry/registry.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Payments } from '../payments/create-payments.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database, Executor, Sql } from '../platform/database.ts';
import type { Locks } from '../platform/lock-connection.ts';
import type { Logger } from '../platform/logger.ts';
import type { SecretBox } from '../platform/secrets.ts';

/** Sends a message to a live room once the executor's transaction commits. */
export type Publish = <K extends keyof RoomMessages>(
  executor: Executor,
  kind: K,
  id: string,
  message: RoomMessages[K],
) => Promise<void>;

/** Hashes and verifies passwords. */
export interface Passwords {
  /** @throws Unavailable if too many are waiting */
  hash(password: string): Promise<string>;
  /**
   * Without a hash (unknown user, no password yet) it does the same work and returns false, so that timing reveals
   * nothing. @throws Unavailable if too many are waiting
   */
  check(password: string, hash: string | null): Promise<boolean>;
  /** Made with less work than today's: rehash at the next sign-in. */
  isOld(hash: string): boolean;
}

/** What runs in containers, by name; the slice of instances says what is known of each. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by that slice, which knows this context
export interface Kinds {}

/** What every verb can use; built once at start, or by a test. */
export interface Dependencies {
  config: Config;
  db: Database;
  sql: Sql;
  /** The same database, for short reads by key that every call needs. */
  lookups: Sql;
  /** Locks that outlast transactions. */
  locks: Locks;
  clock: Clock;
  log: Logger;
  bus: Bus;
  secrets: SecretBox;
  passwords: Passwords;
  mailer: Mailer;
  payments: Payments;
  engines: Engines;
  images: Images;
  registry: Registry;
  hostProviders: HostProviders;
  publish: Publish;
  /** What runs in containers. */
  kinds: Kinds;
}

/** What a script asks with. */
export interface ApiToken {
  id: string;
  name: string;
  scopes: readonly TokenScope[];
  /** The workspaces it reaches besides those it made; null: all of its person's. */
  reaches: readonly string[] | null;
}

/** Who is asking, from the session. */
export interface Actor {
  userId: string;
  sessionId: string;
  organizationId: string;
  membershipId: string;
  role: Role;
  adminFlag: boolean;
  /** Set if a script asks with an API token; `sessionId` is then the token's id. */
  apiToken?: ApiToken;
  /** Set while an administrator acts as the user. */
  impersonator?: Impersonator;
}

/** The administrator behind somebody else's session. */
export interface Impersonator {
  impersonationId: string;
  userId: string;
  name: string;
  reason: string;
  endsAt: Date;
}

/** Where a request came from. */
export interface Origin {
  ipAddress: string;
  userAgent: string;
  /** Language of the requesting page, such as `de`; null if it named none. */
  locale?: string | null;
}

/** What a verb receives if nobody needs to be signed in. */
export interface PublicContext extends Dependencies {
  origin: Origin;
  actor: Actor | null;
}

/** What a verb receives for a signed-in person. */
export interface Context extends Dependencies {
  origin: Origin;
  actor: Actor;
}
