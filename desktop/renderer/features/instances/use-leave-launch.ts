import { useState } from 'react';
import type { Progress } from '../../lib/init-messages.ts';
import { useLeave } from '../../lib/use-leave.ts';
import type { InstanceKind } from './kind.ts';

/** After a launch, goes to the new instance, or to the list if it failed, unless the person stays to read why. */
export function useLeaveLaunch<One>({ name }: InstanceKind<One>, id: string, progress: Progress) {
  const [staying, setStaying] = useState(false);
  const to = { ready: `/${name}/edit/${id}`, failed: `/${name}?message=error` };
  useLeave(staying ? 'working' : progress, to, [name]);
  return { staying, stay: () => setStaying(true) };
}
