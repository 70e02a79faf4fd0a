import type { Dependencies } from '../features/context.ts';
import type { Health } from '../http/health.ts';
import type { Closer, GracefulStop } from '../platform/graceful-stop.ts';

/** What every role is started with. */
export interface Start {
  dependencies: Dependencies;
  health: Health;
  /** Where a role puts how to end what it opened. */
  closers: Closer[];
  stop: GracefulStop;
}
