import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

export interface ToolAnswer {
  text: string;
  failed: boolean;
  data: Record<string, unknown> | undefined;
}

export interface McpTestClient {
  names(): Promise<string[]>;
  use(name: string, input?: object, options?: RequestOptions): Promise<ToolAnswer>;
  /** Ends its connections, whatever they wait for. */
  close(): Promise<void>;
}

/** The official client of the protocol, signed in with an API token. */
export async function connectMcp(
  url: string,
  token: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<McpTestClient> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit, fetch });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async use(name, input = {}, options) {
      const request = { method: 'tools/call' as const, params: { name, arguments: { ...input } } };
      const result = await client.request(request, CallToolResultSchema, options);
      const [first] = result.content;
      return {
        text: first?.type === 'text' ? first.text : '',
        failed: result.isError === true,
        data: result.structuredContent,
      };
    },
    close: () => client.close(),
  };
}
