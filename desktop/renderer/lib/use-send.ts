import { type UseMutationOptions, useMutation } from '@tanstack/react-query';

/**
 * Sends a mutation from a form. Offline it fails right away, so the form can say so; a button's mutation would wait for the
 * network. The input isn't kept, because it may be a password.
 */
export function useSend<Data, Variables>(mutation: UseMutationOptions<Data, Error, Variables>) {
  return useMutation({ ...mutation, networkMode: 'always', gcTime: 0 }).mutateAsync;
}
