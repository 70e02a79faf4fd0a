import { sql as query } from 'drizzle-orm';
import type { Executor, Sql } from './database.ts';
import type { Logger } from './logger.ts';

/** What processes tell each other through LISTEN/NOTIFY; payloads are small and may be lost while disconnected. */
export interface BusMessages {
  /** Someone's rights changed: forget every cached decision. */
  access_changed: { reason: string };
  /** A workspace changed status, address or name. */
  workspace_changed: { id: string; slug: string; organizationId: string };
  /** With whom terminals in this workspace are shared, or how. */
  terminal_shares_changed: { workspaceId: string };
  /** With whom this workspace's VS Code is shared, or for how long. */
  editor_shares_changed: { workspaceId: string };
  /** A terminal that is shared has another size. */
  terminal_resized: { workspaceId: string; ownerId: string; size: { cols: number; rows: number } };
  /** The engine of a host or node was added, removed, or has a new address. */
  host_changed: { id: string };
  /** These sessions ended. */
  sessions_ended: { ids: string[] };
  /** A client doesn’t want the answer to a call any more. */
  call_cancelled: { call: string };
  /** A message for a live room. */
  room: { room: string; message: unknown };
}
export type Channel = keyof BusMessages;

export interface Bus {
  /** Sends when the executor's transaction commits. */
  notify<C extends Channel>(executor: Executor, channel: C, message: BusMessages[C]): Promise<void>;
  /** `onReconnect` is called whenever messages may have been missed. */
  listen<C extends Channel>(
    channel: C,
    receive: (message: BusMessages[C]) => void,
    onReconnect?: () => void,
  ): Promise<() => Promise<void>>;
}

/** Anyone with access to the database can send anything: an invalid message is logged, and listening goes on. */
export function createBus(sql: Sql, log: Logger): Bus {
  return {
    async notify(executor, channel, message) {
      await executor.execute(query`select pg_notify(${`slipway_${channel}`}, ${JSON.stringify(message)})`);
    },
    async listen(channel, receive, onReconnect) {
      let connected = false;
      const subscription = await sql.listen(
        `slipway_${channel}`,
        (payload) => {
          try {
            receive(JSON.parse(payload));
          } catch (error) {
            log.error({ err: error, channel }, 'a message of the bus could not be taken');
          }
        },
        () => {
          if (connected) onReconnect?.();
          connected = true;
        },
      );
      return () => subscription.unlisten();
    },
  };
}
