import { useEffect, useEffectEvent } from 'react';
import { toastError } from './toast.ts';
import { type LoadPart, useLazy } from './use-lazy.ts';

interface LazyPartProps<Props extends object> {
  load: LoadPart<Props>;
  props: Props;
  /** It could not be fetched: take it away, so that it can be asked for again. */
  onFailed: () => void;
}

/** Something over the page whose code arrives when it is first opened; without a network the page stays as it is. */
export function LazyPart<Props extends object>({ load, props, onFailed }: LazyPartProps<Props>) {
  const { Part, error } = useLazy(load);
  const fail = useEffectEvent((message: string) => {
    toastError(message);
    onFailed();
  });
  useEffect(() => {
    if (error) fail(error.message);
  }, [error]);
  return Part && <Part {...props} />;
}
