import { type UseMutationOptions, useMutation } from '@tanstack/react-query';

/**
 * How a form sends a mutation. Without a network it fails at once, and the form says so, where a button would wait. What was
 * sent is not kept: it may be a password.
 */
export function useSend<Data, Variables>(mutation: UseMutationOptions<Data, Error, Variables>) {
  return useMutation({ ...mutation, networkMode: 'always', gcTime: 0 }).mutateAsync;
}
