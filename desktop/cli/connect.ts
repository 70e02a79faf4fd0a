import os from 'node:os';
import { type Client, createClient } from './client/client.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import { EXIT, Failure } from './failure.ts';

/** How the program names itself to servers. */
export const userAgent = () => `slipway-cli (${os.type()})`;

export interface Connection extends Credentials {
  client: Client;
}

/** The client of whoever is logged in. @throws Failure if nobody is */
export async function connect(): Promise<Connection> {
  const found = await readCredentials();
  if (!found) throw new Failure(EXIT.signedOut, 'You aren’t logged in.', 'slipway login <address of your server>');
  const { server: url, token } = found;
  return { ...found, client: createClient({ url, token, userAgent: userAgent() }) };
}
