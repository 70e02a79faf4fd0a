import type { Logger } from '../../platform/logger.ts';
import type { DirectoryCache } from '../directory-cache.ts';
import type { Guard } from './access.ts';
import { isOpenPort } from './host.ts';

/** An exchange under way: a request, or a WebSocket that may stay for days. */
export interface LiveExchange {
  token: string;
  slug: string;
  /** Inside the container. */
  port: number;
  containerId: string | null;
  sever(): void;
}

export interface LiveExchanges {
  add(exchange: LiveExchange): void;
  remove(exchange: LiveExchange): void;
  close(): void;
}

/** Keeps watch over what is under way, and severs what its ticket no longer opens or whose container went. */
export function watchExchanges(input: { cache: DirectoryCache; guard: Guard; log: Logger }): LiveExchanges {
  const { cache, guard, log } = input;
  const exchanges = new Set<LiveExchange>();

  async function check(exchange: LiveExchange): Promise<void> {
    const access = await guard.readmit(exchange.token, exchange.slug);
    const stays =
      access.kind === 'granted' &&
      access.target.containerId === exchange.containerId &&
      isOpenPort(access.target.ports, exchange.port);
    if (!stays && exchanges.delete(exchange)) exchange.sever();
  }

  cache.onChange((change) => {
    for (const exchange of exchanges) {
      if (change.kind === 'workspace' && change.slug !== exchange.slug) continue;
      check(exchange).catch((error) => log.warn({ err: error }, 'access to an open exchange not checked'));
    }
  });

  return {
    add: (exchange) => void exchanges.add(exchange),
    remove: (exchange) => void exchanges.delete(exchange),
    close() {
      for (const exchange of exchanges) exchange.sever();
      exchanges.clear();
    },
  };
}
