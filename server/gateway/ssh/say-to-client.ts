import type { Connection } from 'ssh2';

const DISCONNECT = 1;
const USERAUTH_BANNER = 53;
const HEAD_BYTES = 5;

/** Codes of RFC 4253, section 11.1. */
export const REASON = { byApplication: 11, tooManyConnections: 12, noMoreAuthMethods: 14 } as const;

/** ssh2 can send both messages, but a disconnect only without text and a banner only before login. */
interface Sender {
  _protocol: { _cipher: { allocPacket(payloadBytes: number): Buffer; encrypt(packet: Buffer): void } };
}

/** Tells the client why it is being sent away; the caller closes the socket. Works from the first byte on. */
export function sayGoodbye(connection: Connection, reason: number, words: string): void {
  send(connection, [Buffer.from([DISCONNECT]), number32(reason), text(words), text('')]);
}

/** A line the client shows while the person logs in; not during a key exchange. */
export function sayBeforeLogin(connection: Connection, words: string): void {
  send(connection, [Buffer.from([USERAUTH_BANNER]), text(`${words}\r\n`), text('')]);
}

function send(connection: Connection, parts: Buffer[]): void {
  const { _cipher: cipher } = (connection as unknown as Sender)._protocol;
  const payload = Buffer.concat(parts);
  try {
    const packet = cipher.allocPacket(payload.length);
    packet.set(payload, HEAD_BYTES);
    cipher.encrypt(packet);
  } catch {
    // The connection is gone; there is nobody to tell.
  }
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([number32(bytes.length), bytes]);
}
