const RETRY_AFTER_MS = [300, 1500];

/** Style sheets that didn't load. */
const missingStyles = new Set<HTMLLinkElement>();
const noteMissing = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target);
};
document.addEventListener('error', noteMissing, { capture: true });

/** A network change (Wi-Fi, VPN) fails requests in flight once; the next attempt succeeds. */
export async function retried<T>(load: () => Promise<T>): Promise<T> {
  for (const delayMs of RETRY_AFTER_MS) {
    try {
      await loadMissingStyles();
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
  await loadMissingStyles();
  return load();
}

/** The bundler requests each style sheet only once: the next attempt would show the page without it. */
async function loadMissingStyles(): Promise<void> {
  const again = [...missingStyles].map((old) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = old.href;
    return new Promise<void>((resolve, reject) => {
      link.onload = () => resolve();
      link.onerror = () => reject(new Error(`${link.href} did not arrive`));
      missingStyles.delete(old);
      old.replaceWith(link);
    });
  });
  await Promise.all(again);
}
