import { useOutletContext } from 'react-router-dom';
import type { Host } from '#shared/features/hosts/contract.ts';

/** The host that the tabs of its page are about. */
export const useShownHost = () => useOutletContext<Host>();
