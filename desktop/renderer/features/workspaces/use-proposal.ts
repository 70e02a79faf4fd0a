import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isSshAddress } from '#shared/features/workspaces/repository-address.ts';
import type { AddWorkspaceValues } from './choices.ts';
import { nameFor } from './prefilled.ts';
import { type Found, NOTHING, type Proposal, propose } from './proposal.ts';
import { repositoryLookQuery } from './queries.ts';
import { isFixed } from './template-values.ts';

const TYPING_PAUSE_MS = 700;

/** Looks into the repository that a new workspace is to have, and fills in what nobody has chosen yet. */
export function useProposal(form: UseFormReturnType<AddWorkspaceValues>, given: URLSearchParams) {
  const last = useRef<Proposal>({});
  const { git_url = '', deploy_key_id = '', deployment_type } = form.values;
  const [settled] = useDebouncedValue(git_url.trim(), TYPING_PAUSE_MS);
  const isAsked =
    deployment_type === 'new_container' &&
    !isFixed(form.values, 'git_url') &&
    settled === git_url.trim() &&
    isWhole(settled, deploy_key_id !== '');
  const look = useQuery({ ...repositoryLookQuery(settled, deploy_key_id), enabled: isAsked });
  const found = isAsked ? look.data : undefined;
  const hasFailed = isAsked && look.isError;
  const fillIn = useEffectEvent((repository: Found) => {
    const proposal = propose(form.getValues(), repository, {
      initial: form.getInitialValues(),
      last: last.current,
      isChosen: (field) => form.isTouched(field) || given.has(field),
    });
    last.current = proposal;
    form.setValues(proposal);
  });
  useEffect(() => {
    if (found) fillIn(found);
    // What an earlier repository spoke for doesn't stay.
    else if (hasFailed) fillIn({ ...NOTHING, name: nameFor(settled) });
  }, [found, hasFailed, settled]);
  return { isAsked, look };
}

/** Is it an address that can be looked at? With ssh nobody lets in who has no key. */
function isWhole(address: string, hasKey: boolean): boolean {
  return isSshAddress(address) ? hasKey : /^https:\/\/[^/\s]+\/\S*[^/\s]/i.test(address);
}
