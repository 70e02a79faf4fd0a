import { useState } from 'react';
import type { Progress } from '../../lib/init-messages.ts';
import { useLeave } from '../../lib/use-leave.ts';
import type { InstanceKind } from './kind.ts';

/** After a launch, goes to the new instance, or to the list if it failed, unless the person stays to read why. */
export function useLeaveLaunch<One>({ name }: InstanceKind<One>, id: string, progress: Progress) {
  // The page may go on with another one.
  const [stayed, setStayed] = useState<string | null>(null);
  const staying = stayed === id;
  const to = { ready: `/${name}/edit/${id}`, failed: `/${name}?message=error` };
  useLeave(staying ? 'working' : progress, to, [name]);
  return { staying, stay: () => setStayed(id) };
}
