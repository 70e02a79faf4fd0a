import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { updateSetupStep } from '#shared/features/organizations/contract.ts';
import { call } from '../../lib/call.ts';
import { currentUserQuery, useCurrentUser } from '../auth/index.ts';
import { organizationKey } from './queries.ts';

/**
 * Completes a step of the wizard and continues. Steps 1 and 2 advance with their data; 3 and 4 have none and say so.
 * Returning to a completed step changes nothing.
 */
export function useFinishStep(step: 1 | 2 | 3 | 4): (next: string, delayMs?: number) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { organization } = useCurrentUser();
  return async (next, delayMs = 0) => {
    if (step >= 3 && organization.setupStep <= step) await call(updateSetupStep, { body: { setup_step: step + 1 } });
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    // The guard decides by the user's step, so it must know before the next page opens.
    await client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
    void client.invalidateQueries({ queryKey: organizationKey, refetchType: 'none' });
    await navigate(next);
  };
}
