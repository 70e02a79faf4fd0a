import { useOutletContext } from 'react-router-dom';
import type { Workspace } from '#shared/features/workspaces/contract.ts';

/** The workspace that the tabs of its page are about. */
export const useShownWorkspace = () => useOutletContext<Workspace>();
