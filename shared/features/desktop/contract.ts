import { z } from 'zod';
import { successSchema } from '../../api/envelope.ts';
import { defineChange, defineRead, defineRoute } from '../../api/route.ts';

/** SHA-256 of the verifier in base64url (`S256` in RFC 7636). */
export const codeChallenge = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const codeVerifier = z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/);

export const issueDesktopCode = defineChange(
  '/users/desktop-code',
  'A code, good once and for two minutes, with which the desktop app that made the challenge signs in',
  {
    scope: 'nobody',
    onBehalf: 'nobody',
    duringSetup: 1,
    whileReadOnly: true,
    body: z.strictObject({ code_challenge: codeChallenge }),
    response: successSchema.extend({ code: z.string() }),
  },
);

export const redeemDesktopCode = defineRoute({
  method: 'post',
  path: '/users/desktop-session',
  summary: 'A session of its own for the desktop app, for the code and the verifier of its challenge',
  access: 'public',
  onBehalf: 'anyone',
  body: z.strictObject({ code: z.string().min(1).max(200), code_verifier: codeVerifier }),
  response: successSchema.extend({ sessionKey: z.string() }),
});

export const desktopDownloads = defineRead('/desktop/downloads', 'Where the desktop app can be downloaded', {
  scope: 'any',
  reach: 'none',
  response: z.object({
    /** A page of the operator; null if there is none. */
    url: z.string().nullable(),
    /** Names of packages, each at `/downloads/<name>` of this server. */
    files: z.array(z.string()),
  }),
});
