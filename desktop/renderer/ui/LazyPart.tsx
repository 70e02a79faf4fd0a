import { useEffect, useEffectEvent } from 'react';
import { toastError } from './toast.ts';
import { type LoadPart, useLazy } from './use-lazy.ts';

interface LazyPartProps<Props extends object> {
  load: LoadPart<Props>;
  props: Props;
  /** It couldn't be loaded: remove it, so that it can be requested again. */
  onFailed: () => void;
}

/** A part over the page whose code loads when it is first opened; if that fails, the page stays as it is. */
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
