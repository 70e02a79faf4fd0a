import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { isEngineError } from '../compute/engine-error.ts';
import { recordTool } from '../features/audit/record-tool.ts';
import { NotFound } from '../platform/errors.ts';
import { tellProgress } from './tell-progress.ts';
import { type Answer, mayUse, type Tool, type Use } from './tool.ts';
import { ToolError } from './tool-error.ts';
import { tools } from './tools/index.ts';

const INSTRUCTIONS = `Slipway runs development environments, called workspaces. List or create one, start it if it is stopped, then run
commands and edit files in its project folder. A workspace that nobody uses falls asleep; the next use wakes it. When you are done, use
finish.`;

export type ServerUse = Omit<Use, 'signal' | 'progress'> & {
  origin: Parameters<typeof recordTool>[0]['origin'];
  /** Lets a later message of the client end a call. */
  cancellable(requestId: string | number): { signal: AbortSignal; done(): void };
};

/** The protocol for one request of a client: what a token may not do isn't listed, and isn't there to be called. */
export function createServer(use: ServerUse): Server {
  const { actor } = use;
  const server = new Server(
    { name: 'slipway', title: 'Slipway', version: '1' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS.replaceAll('\n', ' ') },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.filter((tool) => mayUse(actor, tool)).map(described),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool || !mayUse(actor, tool)) {
      if (tool) await recordTool({ ...use.dependencies, ...use }, { tool: tool.name, outcome: 'failure' });
      throw new McpError(ErrorCode.InvalidParams, 'There is no such tool, or this token may not use it.');
    }
    const asked = use.cancellable(extra.requestId);
    const progress = tellProgress(params._meta?.progressToken, extra.sendNotification);
    try {
      const signal = AbortSignal.any([extra.signal, asked.signal]);
      return resultOf(await runTool(tool, { ...use, signal, progress: progress.add }, params.arguments));
    } finally {
      asked.done();
      progress.end();
    }
  });
  return server;
}

function described({ name, title, description, input, kind }: Tool) {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return {
    name,
    title,
    description,
    inputSchema: { ...schema, type: 'object' as const },
    annotations: { readOnlyHint: kind === 'reads', destructiveHint: kind === 'destroys', openWorldHint: false },
  };
}

async function runTool(tool: Tool, use: Use & ServerUse, given: unknown): Promise<Answer> {
  const input = tool.input.safeParse(given ?? {});
  const { workspace } = (input.data ?? {}) as { workspace?: string };
  await recordTool({ ...use.dependencies, ...use }, { tool: tool.name, workspace: workspace ?? null });
  if (!input.success) return { text: z.prettifyError(input.error), failed: true };
  try {
    return await tool.run(use, input.data);
  } catch (error) {
    if (error instanceof ToolError || error instanceof NotFound) return { text: error.message, failed: true };
    if (isEngineError(error)) {
      use.dependencies.log.warn({ err: error, tool: tool.name }, 'a tool could not reach a workspace');
      return { text: 'The workspace could not be reached. Try again in a moment.', failed: true };
    }
    use.dependencies.log.error({ err: error, tool: tool.name }, 'a tool failed');
    return { text: 'An unexpected error occurred on our side.', failed: true };
  }
}

function resultOf({ text, data, failed }: Answer): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    ...(data && { structuredContent: data }),
    ...(failed && { isError: true }),
  };
}
