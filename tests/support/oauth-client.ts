import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';

export interface OAuthTestClient {
  /** Tries to connect; where the client sends its person for that, if it does. */
  connect(): Promise<URL | null>;
  /** Goes on with the code that came back. */
  finish(code: string): Promise<void>;
  names(): Promise<string[]>;
  clientId(): string;
  keys(): OAuthTokens;
  close(): Promise<void>;
}

/** The official client of MCP, which knows nothing of the server but its address. */
export function createOAuthClient(
  serverUrl: string,
  fetch: typeof globalThis.fetch,
  { redirectUrl = 'http://127.0.0.1:33418/callback', name = 'Test agent' } = {},
): OAuthTestClient {
  let sentTo: URL | null = null;
  let information: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: name, redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    state: () => 'state-of-the-client',
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => {
      sentTo = url;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    invalidateCredentials: (scope) => {
      if (scope === 'all' || scope === 'tokens') tokens = undefined;
      if (scope === 'all' || scope === 'client') information = undefined;
    },
  };
  const url = new URL(serverUrl);
  const transport = () => new StreamableHTTPClientTransport(url, { authProvider: provider, fetch });
  let client: Client | undefined;
  async function connect() {
    await client?.close();
    client = new Client({ name, version: '1' });
    await client.connect(transport() as Parameters<Client['connect']>[0]);
  }
  return {
    async connect() {
      sentTo = null;
      await connect().catch((error: unknown) => {
        if (!sentTo) throw error;
      });
      return sentTo;
    },
    async finish(code) {
      await transport().finishAuth(code);
      await connect();
    },
    names: async () => ((await client?.listTools())?.tools ?? []).map(({ name }) => name),
    clientId: () => information?.client_id ?? '',
    keys: () => {
      if (!tokens) throw new Error('it has no keys');
      return tokens;
    },
    close: async () => client?.close(),
  };
}
