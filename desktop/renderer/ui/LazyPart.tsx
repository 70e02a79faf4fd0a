import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { i18n } from '../lib/i18n.ts';
import { retried } from '../lib/retried.ts';
import { toastError } from './toast.ts';

interface LazyPartProps<Props extends object> {
  /** Fetches the code, and the texts, when it is first shown. Keep it stable. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** It could not be fetched: take it away, so that it can be asked for again. */
  onFailed: () => void;
}

/** Something over the page whose code arrives when it is first opened; without a network the page stays as it is. */
export function LazyPart<Props extends object>({ load, props, onFailed }: LazyPartProps<Props>) {
  const [loaded, setLoaded] = useState<{ load: unknown; Part: ComponentType<Props> } | null>(null);
  const fail = useEffectEvent(() => {
    toastError(i18n.t('error.unreachable'));
    onFailed();
  });
  useEffect(() => {
    let wanted = true;
    retried(load).then(
      (Part) => wanted && setLoaded({ load, Part }),
      () => wanted && fail(),
    );
    return () => {
      wanted = false;
    };
  }, [load]);
  return loaded?.load === load ? <loaded.Part {...props} /> : null;
}
