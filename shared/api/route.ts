import type { z } from 'zod';
import type { Role } from '../features/auth/model.ts';
import type { TokenScope } from '../features/auth/token-scopes.ts';

/** Who may call a route at all; finer rules are in the slice's `access.ts`. */
export type Access =
  /** Anyone. */
  | 'public'
  /** Anyone with a valid session (header or, for reads, cookie). */
  | 'session';

export type Method = 'get' | 'post';

/** Who may make a call for the person. */
export type OnBehalf =
  /** Only the person, in their own session: their sign-in methods, and what can't be undone. */
  | 'nobody'
  /** Their API tokens too, but no administrator acting as them: what spends money or grants lasting access. */
  | 'token'
  /** Tokens, and administrators acting as them. */
  | 'anyone';

/** What an API token must be allowed for a call; `any`: every token may, `nobody`: none. */
export type Scope = TokenScope | 'any' | 'nobody';

/**
 * How a call keeps to the workspaces an API token is limited to. Left out: the workspace, service or snapshot that the
 * path names is checked before the call, and a call whose path names none is refused.
 */
export type Reach =
  /** It answers, or changes, only what the token reaches. */
  | 'listed'
  /** It is about no workspace, service or snapshot that exists. */
  | 'none';

/** A step of the setup wizard. */
export type SetupStep = 1 | 2 | 3 | 4;

/** One call of the API. The server validates with it, the client is typed from it, OpenAPI is generated from it. */
export interface Route<
  Params extends z.ZodObject | undefined = z.ZodObject | undefined,
  Query extends z.ZodObject | undefined = z.ZodObject | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  readonly method: Method;
  /** Path below the API base, with parameters as `{x}`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Who;
  /**
   * A GET that changes state (`/users/logout`, …) accepts the session only in the *header*, never in the cookie, so
   * that a link or an image can't trigger it.
   */
  readonly headerOnly?: boolean;
  /** Who may make it for the person. Required for every call that changes something. */
  readonly onBehalf?: OnBehalf;
  /** Required for every call that takes a session; a public call that changes something takes `everything`. */
  readonly scope?: Scope;
  readonly reach?: Reach;
  /** Roles that may make it; all if left out. Checked before the input is read. */
  readonly roles?: readonly Role[];
  /** For internal administrators, with one of `roles` where they are signed in. */
  readonly operator?: true;
  /** For people with a confirmed address: it reaches others in their name. */
  readonly confirmedOnly?: true;
  /** The wizard's step from which an organization may make it. Other changes wait until the setup is complete. */
  readonly duringSetup?: SetupStep;
  /**
   * Allowed while the organization is read-only because of an unpaid bill: paying, leaving, and the person's own
   * sign-in methods.
   */
  readonly whileReadOnly?: boolean;
  /** It may charge the card at once: the exact amount is shown first, and any other charge is refused. */
  readonly charges?: boolean;
  /** The body is raw bytes instead of JSON, up to this many. */
  readonly upload?: { readonly maxBytes: number };
  /** The successful response is a stream of bytes of this media type instead of JSON. */
  readonly media?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Response;
}

/** A route of which only the address is loaded: its schemas exist as types only. */
export interface Address<R extends Route> extends Pick<Route, 'method' | 'path'> {
  /** Never set: it carries the type. */
  readonly route?: R;
}

/** Does a call of this route change something? */
export function changesState({ method, headerOnly }: Pick<Route, 'method' | 'headerOnly'>): boolean {
  return method === 'post' || headerOnly === true;
}

/** A change must say who may make it for the person; reading is always allowed. */
type Stated = { readonly method: 'get'; readonly headerOnly?: never } | { readonly onBehalf: OnBehalf };

/** A call that takes a session must say which API tokens may make it. */
type Scoped<Who extends Access> = Who extends 'session' ? { readonly scope: Scope } : unknown;

/** Declares a route and keeps its exact types. */
export function defineRoute<
  const Params extends z.ZodObject | undefined = undefined,
  const Query extends z.ZodObject | undefined = undefined,
  const Body extends z.ZodType | undefined = undefined,
  const Response extends z.ZodType = z.ZodType,
  const Who extends Access = Access,
>(route: Route<Params, Query, Body, Response, Who> & Stated & Scoped<Who>): Route<Params, Query, Body, Response, Who> {
  return route;
}

/** What a route's path and summary leave to say. */
type Rest<R extends Route> = Omit<R, 'method' | 'path' | 'summary' | 'access' | 'headerOnly'>;

/** Declares a call that reads, for anyone with a valid session. */
export function defineRead<
  const Params extends z.ZodObject | undefined = undefined,
  const Query extends z.ZodObject | undefined = undefined,
  const Response extends z.ZodType = z.ZodType,
>(
  path: string,
  summary: string,
  rest: Rest<Route<Params, Query, undefined, Response, 'session'>> & { readonly scope: Scope },
) {
  return defineRoute<Params, Query, undefined, Response, 'session'>({
    method: 'get',
    path,
    summary,
    access: 'session',
    ...rest,
  });
}

/** Declares a call that changes something, for anyone with a valid session. */
export function defineChange<
  const Params extends z.ZodObject | undefined = undefined,
  const Query extends z.ZodObject | undefined = undefined,
  const Body extends z.ZodType | undefined = undefined,
  const Response extends z.ZodType = z.ZodType,
>(
  path: string,
  summary: string,
  rest: Rest<Route<Params, Query, Body, Response, 'session'>> & { readonly onBehalf: OnBehalf; readonly scope: Scope },
) {
  return defineRoute<Params, Query, Body, Response, 'session'>({
    method: 'post',
    path,
    summary,
    access: 'session',
    ...rest,
  });
}

/** A part of the request that the route declares; the `undefined` of an optional property doesn't count. */
type Declared<T> = Exclude<T, undefined>;
type InputOf<T> = [Declared<T>] extends [never] ? undefined : z.input<Declared<T>>;
type OutputOf<T> = [Declared<T>] extends [never] ? undefined : z.output<Declared<T>>;

/** What a caller hands in. */
export interface RouteInput<R extends Route> {
  params: InputOf<R['params']>;
  query: InputOf<R['query']>;
  body: InputOf<R['body']>;
}

/** What a handler receives after validation. */
export interface RouteParsed<R extends Route> {
  params: OutputOf<R['params']>;
  query: OutputOf<R['query']>;
  body: OutputOf<R['body']>;
}

export type RouteResponse<R extends Route> = z.output<R['response']>;
