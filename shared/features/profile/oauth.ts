import { z } from 'zod';
import { instant, successSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { nameText } from '../../api/text.ts';
import { TOKEN_SCOPES, type TokenScope } from '../auth/token-scopes.ts';
import { addApiTokenBody, TOKEN_DAYS } from './contract.ts';

/** What a program may ask for. */
export const OFFERED_SCOPES = TOKEN_SCOPES.filter((scope) => scope !== 'machines');
/** What the tools of MCP take, and all that is chosen before a person has looked. */
export const CLIENT_SCOPES = ['read', 'use', 'manage'] as const satisfies readonly TokenScope[];

/** How a client asks, with the names of OAuth 2.1; the rest of its query is ignored. */
export const authorizationRequest = z.strictObject({
  response_type: z.string().max(100).optional(),
  client_id: z.string().min(1, 'validation.required').max(100),
  redirect_uri: z.string().max(2000),
  code_challenge: z.string().max(200).optional(),
  code_challenge_method: z.string().max(20).optional(),
  scope: z.string().max(1000).optional(),
  /** Given back to the client as it is. */
  state: z.string().max(2000).optional(),
  resource: z.string().max(2000).optional(),
});
export type AuthorizationRequest = z.infer<typeof authorizationRequest>;

export const authorizationSchema = z.object({
  /** As it calls itself: anybody can choose any name. */
  client_name: z.string(),
  /** When the client made itself known here. */
  create_date: instant,
  /** Where the answer goes. */
  redirect_host: z.string(),
  /** The answer goes to a program on the computer of whoever opens it. */
  on_this_computer: z.boolean(),
  /** What it asks for. */
  scopes: z.array(z.enum(TOKEN_SCOPES)),
});
export type Authorization = z.infer<typeof authorizationSchema>;

export const getAuthorization = defineRead(
  '/profile/authorization',
  'Which program asks to be connected, and for what',
  {
    scope: 'nobody',
    onBehalf: 'nobody',
    query: authorizationRequest,
    response: authorizationSchema,
  },
);

/** Only the person, in their own session: it gives a program a key of theirs. */
const answer = { scope: 'nobody', onBehalf: 'nobody', duringSetup: 1, whileReadOnly: true } as const;
/** Where to go now: the client's address, with the answer. */
const onward = successSchema.extend({ redirect_to: z.string() });

export const allowClientBody = addApiTokenBody
  .omit({ name: true })
  .extend({ request: authorizationRequest, days: z.literal(TOKEN_DAYS) });

export const allowClient = defineChange(
  '/profile/authorization/allow',
  'Connect a program: it gets an API token with these scopes and limits',
  { ...answer, body: allowClientBody, response: onward },
);

export const refuseClient = defineChange('/profile/authorization/refuse', 'Don’t connect a program', {
  ...answer,
  body: z.strictObject({ request: authorizationRequest }),
  response: onward,
});

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Is this a program on the computer of whoever opens it (RFC 8252, 7.3)? */
export function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname);
}

/** Schemes that open an editor. */
export const EDITOR_SCHEMES = [
  ...['cursor', 'vscode', 'vscode-insiders', 'vscodium'],
  ...['windsurf', 'zed', 'jetbrains', 'warp'],
] as const;
/** A domain turned around, as in `com.example.app:/callback` (RFC 8252, 7.1). No scheme of a browser has a dot. */
const TURNED_DOMAIN = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/;

/** Does this open a program on the computer by a scheme of its own? */
export function isOwnScheme({ protocol }: URL): boolean {
  const scheme = protocol.slice(0, -1);
  return (EDITOR_SCHEMES as readonly string[]).includes(scheme) || TURNED_DOMAIN.test(scheme);
}

/** Whom an answer goes to, for people: the host, after the scheme if that is what decides. Never empty. */
export function targetOf(url: URL): string {
  if (!isOwnScheme(url)) return url.host;
  return url.host === '' ? url.protocol : `${url.protocol}//${url.host}`;
}

/**
 * Where a client may have answers sent: over https, to the computer itself, or to a program there by its own scheme,
 * which then gets our answer and nothing else of its client's choice. Written in ASCII, as addresses are.
 */
const redirectUri = z
  .string()
  .max(2000)
  .refine((text) => {
    if (!URL.canParse(text) || !/^[!-~]+$/.test(text) || /[\\#]/.test(text)) return false;
    const url = new URL(text);
    if (url.username !== '' || url.password !== '') return false;
    if (isOwnScheme(url)) return /^[^:]+:\//.test(text) && !text.includes('?');
    return url.protocol === 'https:' || isLoopback(url);
  });

/** What a client says about itself when it registers (RFC 7591). What we don't use is ignored. */
export const clientMetadata = z.object({
  client_name: nameText(60).optional(),
  redirect_uris: z.array(redirectUri).min(1).max(10),
});
