import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { DirectoryCache } from '../directory-cache.ts';
import type { Guard, Pass } from './access.ts';
import { isOpenPort } from './host.ts';

/** An open exchange: a request, or a WebSocket that may last for days. */
export interface LiveExchange {
  pass: Pass;
  slug: string;
  /** The port inside the container. */
  port: number;
  containerId: string | null;
  /** It fell asleep under the exchange. */
  asleep: boolean;
  /** When the public link or share it came by ends, and the exchange with it. */
  endsAt: Date | null;
  /** The share that a guest has VS Code open by; null for everything else. */
  guestOf: string | null;
  sever(): void;
}

export interface LiveExchanges {
  /** @param asOf the cache's revision before its access was found out: a change since then is caught up on */
  add(exchange: LiveExchange, asOf: number): void;
  remove(exchange: LiveExchange): void;
  /** By share, how many connections its guest has. */
  guests(): Map<string, number>;
  close(): void;
}

/** Watches open exchanges, and cuts those whose ticket or container is gone. */
export function watchExchanges(input: {
  cache: DirectoryCache;
  guard: Guard;
  clock: Clock;
  log: Logger;
}): LiveExchanges {
  const { cache, guard, clock, log } = input;
  const exchanges = new Set<LiveExchange>();
  const ends = new Map<LiveExchange, NodeJS.Timeout>();

  function forget(exchange: LiveExchange): boolean {
    clearTimeout(ends.get(exchange));
    ends.delete(exchange);
    return exchanges.delete(exchange);
  }
  const cut = (exchange: LiveExchange) => void (forget(exchange) && exchange.sever());

  async function check(exchange: LiveExchange): Promise<void> {
    const access = await guard.readmit(exchange.pass, exchange);
    const stays =
      access.kind === 'granted' &&
      access.target.containerId === exchange.containerId &&
      isOpenPort(access.target, exchange.port);
    if (!stays) return cut(exchange);
    exchange.asleep = access.target.asleep ?? false;
  }

  const checkSoon = (exchange: LiveExchange) =>
    void check(exchange).catch((error) => log.warn({ err: error }, 'access to an open exchange not checked'));

  cache.onChange((change) => {
    for (const exchange of exchanges) {
      if (change.kind === 'workspace' && change.slug !== exchange.slug) continue;
      checkSoon(exchange);
    }
  });

  return {
    add(exchange, asOf) {
      exchanges.add(exchange);
      if (asOf !== cache.revision()) checkSoon(exchange);
      if (!exchange.endsAt) return;
      const leftMs = exchange.endsAt.getTime() - clock.now().getTime();
      ends.set(exchange, setTimeout(cut, leftMs, exchange).unref());
    },
    remove: (exchange) => void forget(exchange),
    guests() {
      const counts = new Map<string, number>();
      for (const { guestOf } of exchanges) if (guestOf !== null) counts.set(guestOf, (counts.get(guestOf) ?? 0) + 1);
      return counts;
    },
    close() {
      for (const exchange of [...exchanges]) cut(exchange);
    },
  };
}
