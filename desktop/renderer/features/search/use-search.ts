import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SEARCH_MIN_LENGTH } from '#shared/features/search/contract.ts';
import { searchQuery } from './queries.ts';

/**
 * Asks at once, and again as soon as the answer is there if more was typed meanwhile: one call at a time, however fast
 * somebody types and however slow the way is.
 */
export function useSearch(text: string) {
  const wanted = text.length >= SEARCH_MIN_LENGTH ? text : '';
  const [asked, setAsked] = useState(wanted);
  const { data, error, isFetching } = useQuery({ ...searchQuery(asked), enabled: asked !== '' });
  if (asked !== wanted && (wanted === '' || !isFetching)) setAsked(wanted);
  return {
    /** Of an earlier text while `searching`. */
    results: wanted === '' ? undefined : data,
    searching: asked !== wanted || isFetching,
    failed: error !== null && !isFetching,
  };
}
