import type { ServerChannel } from 'ssh2';

/** Clients ask for packets of 16 kB and more. */
const SMALLEST_PACKET_BYTES = 512;

/** What ssh2 stores about the other side. */
interface Sized {
  outgoing: { packetSize: number };
}

/**
 * Adds the listener a channel must always have, and says whether the channel can be written to: with a packet size of
 * zero ssh2 would send packets forever, and with tiny ones long enough to starve everyone else.
 */
export function isUsable(channel: ServerChannel): boolean {
  channel.on('error', () => undefined);
  return (channel as unknown as Sized).outgoing.packetSize >= SMALLEST_PACKET_BYTES;
}
