// Runs before the first paint, so that a dark page never flashes white. A file of its own, because the content
// security policy allows no inline scripts.
(() => {
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('slipway.color-scheme') ?? 'auto';
  } catch {}
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
