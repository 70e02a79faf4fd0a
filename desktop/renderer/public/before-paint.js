// Runs before the first paint. A file of its own, because the content security policy allows no inline scripts.
(() => {
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  // A dark page must not flash white.
  const scheme = kept('slipway.color-scheme') ?? 'auto';
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  // What `first-frame.css` shows until the scripts have run; a folded sidebar and other layouts do without.
  const signedIn = kept('slipway.session-key');
  const bars = /^\/(?:workspaces(?!\/terminal)|services|hosts|organization|groups|templates|tasks)\b/i;
  const folded = kept('slipway.sidebar')?.includes('"folded":true');
  if (!signedIn) document.documentElement.dataset.frame = 'public';
  else if (bars.test(location.pathname) && !folded) document.documentElement.dataset.frame = 'app';
  // The code behind the login would else be asked for once that before it has run. The build names its files.
  const { code = '', styles = '' } = document.currentScript.dataset;
  if (!signedIn) return;
  const ask = (files, link) => {
    for (const href of files.split(' ').filter(Boolean))
      document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', href, ...link }));
  };
  ask(code, { rel: 'modulepreload' });
  ask(styles, { rel: 'preload', as: 'style' });
})();
