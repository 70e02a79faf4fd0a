import { useOutletContext } from 'react-router-dom';
import type { Service } from '#shared/features/services/contract.ts';

/** The service that the tabs of its page are about. */
export const useShownService = () => useOutletContext<Service>();
