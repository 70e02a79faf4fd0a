import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { clearPageFailure, type PageFailure, usePageFailure } from '../../lib/page-failure.ts';
import { useSession } from '../../lib/session.ts';
import { currentUserQuery } from './queries.ts';

/** What the login page needs to know about an existing session. */
export interface StandingSession {
  /** The stored key is valid. */
  signedIn: boolean;
  /** The page that couldn't be loaded; null as well if nobody was signed in. */
  failure: PageFailure | null;
  tryAgain: () => void;
}

/** @param target where the login leads; failures of other pages aren't reported */
export function useStandingSession(target: string, watch: boolean): StandingSession {
  const key = useSession((session) => session.key);
  const navigate = useNavigate();
  const reported = usePageFailure((state) => state.failure);
  const check = useQuery({ ...currentUserQuery, meta: {}, enabled: watch && key !== null, retry: false });
  const unauthenticated = check.error instanceof ApiError && check.error.unauthenticated;
  const failure = key !== null && !unauthenticated && reported?.path === target ? reported : null;
  return {
    signedIn: watch && key !== null && check.isSuccess,
    failure,
    tryAgain: () => {
      clearPageFailure();
      navigate(target, { replace: true });
    },
  };
}
