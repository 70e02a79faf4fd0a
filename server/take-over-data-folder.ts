import path from 'node:path';
import type { Dependencies } from './features/context.ts';
import { importHostKeys } from './gateway/ssh/host-keys.ts';
import { importOutbox } from './mail/index.ts';

/** Brings into the database what earlier releases kept in the data folder, so that processes on other machines have it. */
export async function takeOverDataFolder(
  dependencies: Pick<Dependencies, 'db' | 'secrets' | 'log' | 'config'>,
): Promise<void> {
  await importHostKeys(dependencies);
  await importOutbox(dependencies, path.join(dependencies.config.dataDir, 'outbox'), dependencies.log);
}
