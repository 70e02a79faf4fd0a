import type { Connection, ServerChannel } from 'ssh2';

/** Channels to one session's agent at the same time. */
export const MAX_AGENT_CHANNELS = 16;
const WINDOW_BYTES = 2 * 1024 * 1024;
const PACKET_BYTES = 32 * 1024;

/** ssh2 speaks this part of the protocol, but its server has no public call for it, unlike X11. */
interface Opener {
  _chanMgr: { add(opened: Opened): number };
  _protocol: { openssh_authAgent(channel: number, windowBytes: number, packetBytes: number): void };
}
type Opened = { (error: Error | undefined, channel: ServerChannel): void; type: string };

/** A channel to the agent on the person's own machine. Rejects if their client has none, or hung up. */
export function openAgentChannel(connection: Connection, closed: AbortSignal): Promise<ServerChannel> {
  const { _chanMgr: channels, _protocol: protocol } = connection as unknown as Opener;
  return new Promise((resolve, reject) => {
    const hangUp = () => reject(new Error('client hung up'));
    if (closed.aborted) return hangUp();
    closed.addEventListener('abort', hangUp, { once: true });
    const answered = (error: Error | undefined, channel: ServerChannel) => {
      closed.removeEventListener('abort', hangUp);
      if (error) reject(error);
      else resolve(channel);
    };
    const opened: Opened = Object.assign(answered, { type: 'auth-agent@openssh.com' });
    const id = channels.add(opened);
    if (id === -1) reject(new Error('no channel is left'));
    else protocol.openssh_authAgent(id, WINDOW_BYTES, PACKET_BYTES);
  });
}
