import os from 'node:os';
import { text as readAll } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { isPrivateHost } from '../../main/features/accounts/private-host.ts';
import { type Client, createClient } from '../client/client.ts';
import { userAgent } from '../connect.ts';
import { credentialsFile, forgetCredentials, keepCredentials, readCredentials } from '../credentials.ts';
import { EXIT, Failure } from '../failure.ts';
import { openAddress } from '../run-program.ts';
import { note, noteColours, plain, printJson } from '../terminal/print.ts';

interface Options {
  token?: string | true;
  /** False after `--no-browser`. */
  browser?: boolean;
  json?: true;
}

export async function login(address: string | undefined, { token, browser, json }: Options): Promise<void> {
  const server = serverOf(address ?? process.env.SLIPWAY_URL ?? (await readCredentials())?.server);
  const options = { url: server, userAgent: userAgent() };
  const key = token === undefined ? await askInBrowser(createClient(options), browser) : await readToken(token);
  const user = await createClient({ ...options, token: key }).currentUser();
  const keptIn = await keepCredentials(server, key);
  if (json) return printJson(user);
  note(`You’re logged in at ${server} as ${plain(user.username)} (${plain(user.organization.name)}).`);
  if (keptIn === 'file')
    note(`This system has no keychain that answers. The login is in ${credentialsFile()}, for you alone.`);
}

/** RFC 8628: the person compares the code and allows it in any browser, on any computer. */
async function askInBrowser(client: Client, browser: boolean | undefined): Promise<string> {
  const begun = await client.startDeviceLogin({ body: { program: 'slipway', computer: computerName() } });
  const address = plain(begun.verification_uri_complete);
  note(`Your code is ${noteColours.bold(plain(begun.user_code))}`);
  const opened = browser !== false && /^https?:\/\//.test(address) && (await openAddress(address));
  note(
    opened ? `Allow it in your browser. If none opened: ${address}` : `Open ${address} in any browser and allow it.`,
  );
  const ends = Date.now() + begun.expires_in * 1_000;
  for (let { interval } = begun; Date.now() < ends; ) {
    await pause(interval * 1_000);
    const told = await client.pollDeviceLogin({ body: { device_code: begun.device_code } });
    if (told.state === 'allowed' && told.sessionKey) return told.sessionKey;
    if (told.state === 'access_denied')
      throw new Failure(EXIT.signedOut, 'The login was refused in the browser.', 'slipway login');
    if (told.state === 'expired_token') break;
    interval = told.interval;
  }
  throw new Failure(EXIT.signedOut, 'Nobody allowed the login in time.', 'slipway login');
}

/** A token on the command line is seen by every program of the computer, so it is read from standard input. */
async function readToken(token: string | true): Promise<string> {
  const read = token === true || token === '-' ? (await readAll(process.stdin)).trim() : token;
  if (!read)
    throw new Failure(EXIT.usage, 'There was no token on standard input.', 'slipway login --token < token.txt');
  return read;
}

export async function logout(): Promise<void> {
  const found = await readCredentials({});
  if (!found) return note('You weren’t logged in.');
  const { server: url, token } = found;
  // An API token goes on elsewhere; a session of this computer ends, also if the server doesn't answer.
  await createClient({ url, token, userAgent: userAgent() })
    .logout()
    .catch(() => undefined);
  const { forgetSsh } = await import('../ssh/prepare-ssh.ts');
  await forgetSsh(url);
  await forgetCredentials(url);
  note('You’re logged out.');
}

function serverOf(address: string | undefined): string {
  if (!address) throw new Failure(EXIT.usage, 'Which server?', 'slipway login slipway.example.com');
  const scheme = /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/i.test(address) ? 'http' : 'https';
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `${scheme}://${address}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw new Failure(
      EXIT.usage,
      `${plain(address)} isn’t the address of a server.`,
      'slipway login slipway.example.com',
    );
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname))
    throw new Failure(
      EXIT.usage,
      'Without https, anyone on the way could read your login.',
      `slipway login https://${url.host}`,
    );
  return url.origin;
}

/** At least one letter that can be seen, as the contract asks for. */
const computerName = () => plain(os.hostname()).slice(0, 80) || 'computer';
