import type { z } from 'zod';
import type { Role } from '../features/auth/model.ts';

/** Who may call a route at all; finer rules live in the slice's `access.ts`. */
export type Access =
  /** Anyone. */
  | 'public'
  /** Anyone with a valid session (header or, for reads, cookie). */
  | 'session';

export type Method = 'get' | 'post';

/** Who may make a call for the person. */
export type OnBehalf =
  /** The person alone, in a session of their own: their ways in, and what can't be taken back. */
  | 'nobody'
  /** Their API tokens too, but no administrator who acts as them: what grants lasting access to somebody, or spends. */
  | 'token'
  /** Tokens, and administrators who act as them. */
  | 'anyone';

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
  /** Path below the API base, parameters written `{x}` as the specification does. */
  readonly path: string;
  readonly summary: string;
  readonly access: Who;
  /**
   * A GET that changes state (`/users/logout`, …) acts only on the session *header*, never on the cookie alone,
   * so that a link or an image can't trigger it (decisions §1).
   */
  readonly headerOnly?: boolean;
  /** Who may make it for the person. Every call that changes something says so. */
  readonly onBehalf?: OnBehalf;
  /** Roles that may make it at all; all of them when left out. Asked before anybody looks at the input. */
  readonly roles?: readonly Role[];
  /** For internal administrators, with one of `roles` where they are signed in. */
  readonly operator?: true;
  /** For people who have confirmed their address: what reaches others in their name. */
  readonly confirmedOnly?: true;
  /** The wizard's step from which an organization may make it. A change without one waits until the setup is complete. */
  readonly duringSetup?: SetupStep;
  /** Open to an organization that is read-only because its bill is not paid: what it needs to pay, or to leave, and what is the person’s own: their ways in. */
  readonly whileReadOnly?: boolean;
  /** It may take money from the card at once: the exact amount is told before, and a charge of another is refused. */
  readonly charges?: boolean;
  /** The body is bytes as they are, up to this many, in place of JSON. */
  readonly upload?: { readonly maxBytes: number };
  /** The successful response is a stream of bytes of this media type instead of JSON. */
  readonly media?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Response;
}

/** A route of which only the address is loaded: its schemas are known to the types, and stay out of the program. */
export interface Address<R extends Route> extends Pick<Route, 'method' | 'path'> {
  /** Never there: it carries the type. */
  readonly route?: R;
}

/** May a call of this route change something? What is left is reading. */
export function changesState({ method, headerOnly }: Pick<Route, 'method' | 'headerOnly'>): boolean {
  return method === 'post' || headerOnly === true;
}

/** A change says who may make it for the person; reading is as open as the person's own. */
type Stated = { readonly method: 'get'; readonly headerOnly?: never } | { readonly onBehalf: OnBehalf };

/** Declares a route and keeps its exact types. */
export function defineRoute<
  const Params extends z.ZodObject | undefined = undefined,
  const Query extends z.ZodObject | undefined = undefined,
  const Body extends z.ZodType | undefined = undefined,
  const Response extends z.ZodType = z.ZodType,
  const Who extends Access = Access,
>(route: Route<Params, Query, Body, Response, Who> & Stated): Route<Params, Query, Body, Response, Who> {
  return route;
}

/** A part of the request that the route declares; the `undefined` of an optional property does not count. */
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
