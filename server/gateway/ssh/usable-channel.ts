import type { ServerChannel } from 'ssh2';

/** Clients ask for packets of 16 kB and more. */
const SMALLEST_PACKET_BYTES = 512;

/** What ssh2 keeps of the other side. */
interface Sized {
  outgoing: { packetSize: number };
}

/**
 * Gives the channel the listener it must always have, and says whether it can be written to: of packets that hold nothing
 * ssh2 would send them for ever, and of tiny ones for so long that nobody else is served.
 */
export function isUsable(channel: ServerChannel): boolean {
  channel.on('error', () => undefined);
  return (channel as unknown as Sized).outgoing.packetSize >= SMALLEST_PACKET_BYTES;
}
