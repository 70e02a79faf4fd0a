import type { Connection } from 'ssh2';
import { ALGORITHMS } from './algorithms.ts';

const NAMES_AT = 17;

interface Guessing {
  _protocol: {
    _kex: { _remoteKexinit: Buffer };
    /** Set if the client sent a key exchange packet on a guess; read when that packet arrives. */
    _skipNextInboundPacket: boolean;
  };
}

/**
 * A client may begin the key exchange on a guess (RFC 4253, section 7); dropbear does. ssh2 takes every guess for a
 * wrong one and drops it, and both sides would wait forever. Call this before the client's KEXINIT is read.
 */
export function heedFirstGuess(connection: Connection): void {
  const { _protocol: protocol } = connection as unknown as Guessing;
  let guessed = false;
  Object.defineProperty(protocol, '_skipNextInboundPacket', {
    set(value: boolean) {
      guessed = value;
    },
    get() {
      const skip = guessed && !isRight(protocol._kex._remoteKexinit);
      guessed = false;
      return skip;
    },
  });
}

/** Both sides have the same favourite key exchange and host key. */
function isRight(kexinit: Buffer): boolean {
  const [kex, rest] = firstName(kexinit.subarray(NAMES_AT));
  const [hostKey] = firstName(rest);
  return kex === firstOf(ALGORITHMS.kex) && hostKey === firstOf(ALGORITHMS.serverHostKey);
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

/** A list of names, length first, and what follows it. */
function firstName(bytes: Buffer): [string, Buffer] {
  const end = 4 + bytes.readUInt32BE(0);
  return [bytes.toString('latin1', 4, end).split(',')[0] ?? '', bytes.subarray(end)];
}
