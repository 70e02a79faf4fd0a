import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { EngineError } from './engine-error.ts';

export const AGENT_PORT = 7070;
const LONGEST_ANSWER = 64;

export interface AgentAddress {
  host: string;
  port?: number;
  token: string;
  /** Opens the connection itself, to an agent without an address here. */
  open?: () => Promise<Duplex>;
}

/**
 * Opens a stream to a port on a container's loopback interface, through the agent inside it (resources/images/agent).
 * Throws `offline` if the agent can't be reached, `port-not-listening`, or `conflict` if it doesn't know the token
 * (another container has the address now).
 */
export async function dialAgent(address: AgentAddress, targetPort: number, timeoutMs = 10_000): Promise<Duplex> {
  const where = `port ${targetPort} of ${address.host}`;
  const socket = address.open ? await address.open() : connectTo(address);
  return new Promise((resolve, reject) => {
    const fail = (error: EngineError) => {
      clearTimeout(timer);
      socket.removeListener('readable', read);
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(
      () => fail(new EngineError('timeout', `${where}: no answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    const offline = (cause?: unknown) =>
      fail(new EngineError('offline', `${where}: the agent does not answer`, { cause }));
    let answer = Buffer.alloc(0);

    const read = () => {
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
        answer = Buffer.concat([answer, chunk]);
        const end = answer.indexOf('\n');
        if (end < 0 && answer.length < LONGEST_ANSWER) continue;
        settle(answer.toString('latin1', 0, Math.max(0, end)), answer.subarray(end + 1));
        return;
      }
    };
    const settle = (line: string, rest: Buffer) => {
      if (line !== 'OK') return fail(refusal(line, where));
      clearTimeout(timer);
      socket.removeListener('readable', read);
      socket.removeListener('error', offline);
      socket.removeListener('end', offline);
      if (rest.length > 0) socket.unshift(rest);
      resolve(socket);
    };

    // Stays attached: the caller may add its own listener late, and still sees the stream end.
    socket.on('error', () => undefined);
    socket.on('error', offline);
    socket.on('end', offline);
    socket.on('readable', read);
    socket.write(`SLIPWAY/1 ${address.token} ${targetPort}\n`);
  });
}

function connectTo({ host, port = AGENT_PORT }: AgentAddress): Duplex {
  const keepAlive = { keepAlive: true, keepAliveInitialDelay: 30_000 };
  return connect({ host, port, allowHalfOpen: true, noDelay: true, ...keepAlive });
}

function refusal(line: string, where: string): EngineError {
  if (line === 'ERR refused') return new EngineError('port-not-listening', `${where}: nothing listens`);
  if (line === 'ERR denied') return new EngineError('conflict', `${where}: the agent does not know the token`);
  return new EngineError('other', `${where}: what answers is no agent`);
}
