import type { Readable } from 'node:stream';
import type { Connection, ServerChannel } from 'ssh2';
import type { Engine } from '../../compute/engine.ts';
import { MAX_AGENT_CHANNELS, openAgentChannel } from './agent-channel.ts';
import { AGENT_SOCKET, AGENT_SOCKET_COMMAND } from './agent-socket.ts';
import { type ChannelOutput, createChannelOutput } from './channel-output.ts';
import { isUsable } from './usable-channel.ts';

export interface AgentForwarding {
  connection: Connection;
  engine: Engine;
  containerId: string;
  /** Ends the session and removes the socket. */
  closed: AbortSignal;
}

const HEAD_BYTES = 8;
const MAX_FRAME_BYTES = 256 * 1024;
const CLOSE = Buffer.alloc(0);

interface Link {
  channel: ServerChannel;
  output: ChannelOutput;
}

/**
 * Brings the agent of the person's own machine into the workspace for one session (`ssh -A`): each connection to the
 * socket inside becomes a channel to their client. Output from the workspace isn't trusted.
 * @returns where the socket is, for `SSH_AUTH_SOCK`. @throws EngineError, Error if no socket could be created
 */
export async function forwardAgent({ connection, engine, containerId, closed }: AgentForwarding): Promise<string> {
  const process = await engine.exec(containerId, { command: AGENT_SOCKET_COMMAND, cwd: '/', env: {} });
  const { stdin, stdout, stderr } = process;
  const links = new Map<number, Link>();
  let last = 0;
  stdin.on('error', () => undefined);
  stderr.resume();
  const end = () => {
    stdin.destroy();
    process.kill('HUP').catch(() => undefined);
    for (const { channel } of links.values()) channel.close();
  };
  if (closed.aborted) end();
  else closed.addEventListener('abort', end, { once: true });

  const send = (id: number, data: Buffer) =>
    stdin.writable && stdin.write(Buffer.concat([head(id, data.length), data]));

  async function open(id: number): Promise<Link | null> {
    if (id <= last || links.size >= MAX_AGENT_CHANNELS) return null;
    last = id;
    const channel = await openAgentChannel(connection, closed).catch(() => null);
    if (!channel) return null;
    if (!isUsable(channel)) {
      channel.close();
      return null;
    }
    // Data for a closing channel is dropped; waiting for it would block the others.
    const over = new AbortController();
    const link = { channel, output: createChannelOutput(channel, AbortSignal.any([closed, over.signal])) };
    links.set(id, link);
    channel.on('data', (data: Buffer) => {
      if (send(id, data)) return;
      channel.pause();
      stdin.once('drain', () => channel.resume());
    });
    // A client whose agent has hung up only says that it sends no more, and then waits for us before it ends.
    const ended = () => {
      over.abort();
      channel.close();
      if (links.delete(id)) send(id, CLOSE);
    };
    channel.on('end', ended);
    channel.on('close', ended);
    return link;
  }

  async function receive({ id, data }: Frame): Promise<void> {
    const link = links.get(id);
    if (data.length === 0) {
      links.delete(id);
      link?.channel.close();
      return;
    }
    const to = link ?? (await open(id));
    if (to) await to.output.write('stdout', data);
    else send(id, CLOSE);
  }

  const frames = readFrames(stdout);
  const first = await frames.next();
  const path = first.done ? '' : first.value.data.toString();
  if (!AGENT_SOCKET.test(path)) {
    end();
    throw new Error('no socket for the agent');
  }
  const serve = async () => {
    for await (const frame of frames) await receive(frame);
  };
  serve().then(end, end);
  return path;
}

interface Frame {
  /** Number of a connection inside, counted from 1; 0 announces the socket's path, first. */
  id: number;
  /** Empty: the connection has ended. */
  data: Buffer;
}

function head(id: number, length: number): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES);
  bytes.writeUInt32BE(id, 0);
  bytes.writeUInt32BE(length, 4);
  return bytes;
}

/** Frames as id, length (32 bits each) and data. @throws Error for one longer than any agent message */
async function* readFrames(stream: Readable): AsyncGenerator<Frame> {
  let read: Buffer = CLOSE;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    read = Buffer.concat([read, chunk]);
    while (read.length >= HEAD_BYTES) {
      const length = read.readUInt32BE(4);
      if (length > MAX_FRAME_BYTES) throw new Error('frame too long');
      if (read.length < HEAD_BYTES + length) break;
      const frame = { id: read.readUInt32BE(0), data: read.subarray(HEAD_BYTES, HEAD_BYTES + length) };
      read = read.subarray(HEAD_BYTES + length);
      yield frame;
    }
  }
}
