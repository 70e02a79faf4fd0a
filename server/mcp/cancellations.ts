import type { Dependencies } from '../features/context.ts';

/** A call of one client: its token, its session, and its number of the request. */
export type CallName = string;

export interface Cancellations {
  /** A call begins. */
  open(call: CallName): { signal: AbortSignal; done(): void };
  /** Its client doesn't want it any more; it may run in another process. */
  cancel(call: CallName): Promise<void>;
  close(): Promise<void>;
}

/** Ends calls by a later request of the same client. */
export async function createCancellations({ bus, db }: Pick<Dependencies, 'bus' | 'db'>): Promise<Cancellations> {
  const open = new Map<CallName, AbortController>();
  const unlisten = await bus.listen('call_cancelled', ({ call }) => open.get(call)?.abort());
  return {
    open(call) {
      const controller = new AbortController();
      open.set(call, controller);
      return {
        signal: controller.signal,
        done() {
          if (open.get(call) === controller) open.delete(call);
        },
      };
    },
    cancel: (call) => bus.notify(db, 'call_cancelled', { call }),
    close: unlisten,
  };
}
