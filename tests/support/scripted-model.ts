import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What the model asks its program for. */
export interface Step {
  tool: string;
  input?: Record<string, unknown>;
}

interface Part {
  text?: string;
  functionCall?: { name: string; args: object };
  functionResponse?: { name: string; response: { output?: string; error?: string } };
}

interface Asked {
  contents: { role: string; parts: Part[] }[];
  tools?: { functionDeclarations?: { name: string }[] }[];
}

export interface ScriptedModel {
  url: string;
  /** Names of the tools that it was offered, with each question. */
  offered: string[][];
  /** What each step was answered. */
  answers(): string[];
  close(): void;
}

/** Speaks Gemini's API on loopback. Asks for one step after the other, then says `last`. */
export async function startScriptedModel(steps: readonly Step[], last: string): Promise<ScriptedModel> {
  const offered: string[][] = [];
  let answers: string[] = [];
  const server = createServer(async (request, response) => {
    const { contents, tools = [] } = (await json(request)) as Asked;
    offered.push(tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)));
    answers = contents
      .flatMap(({ parts }) => parts.flatMap(({ functionResponse }) => functionResponse?.response ?? []))
      .map(({ output, error }) => output ?? error ?? '');
    const step = steps[answers.length];
    const part: Part = step ? { functionCall: { name: step.tool, args: step.input ?? {} } } : { text: last };
    const answer = JSON.stringify({
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    });
    const streams = request.url?.includes(':streamGenerateContent');
    response.setHeader('Content-Type', streams ? 'text/event-stream' : 'application/json');
    response.end(streams ? `data: ${answer}\n\n` : answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offered,
    answers: () => answers,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
