const RETRY_AFTER_MS = [300, 1500];

/** Style sheets that did not arrive. */
const missingStyles = new Set<HTMLLinkElement>();
const noteMissing = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target);
};
document.addEventListener('error', noteMissing, { capture: true });

/** A network that changes under the browser (Wi-Fi, VPN) fails what is under way once; the next try gets through. */
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

/** The bundler asks for each style sheet once only: the page would come without it at the next try. */
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
