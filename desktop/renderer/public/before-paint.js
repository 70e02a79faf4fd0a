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
  // The build names the files and addresses of the first pages, which would else wait for the bundle to have run.
  const { code = '', styles = '', texts = '{}', asks = '{}', crash = '{}' } = document.currentScript.dataset;
  const crashOf = JSON.parse(crash);
  const language =
    [kept('slipway-language'), ...navigator.languages.map((each) => each.split('-')[0])].find((each) =>
      Object.keys(crashOf).includes(each),
    ) ?? 'en';

  // What the page can't begin without may be cut off, as by a change of network: it comes with another attempt.
  const RELOADED = 'slipway.reloaded-at';
  const reloadedLately = () => {
    try {
      return Date.now() - Number(sessionStorage.getItem(RELOADED)) < 60_000;
    } catch {
      return true;
    }
  };
  const say = () => {
    const { title, text, reload } = crashOf[language] ?? {};
    if (!title || document.querySelector('.first-frame-failed')) return;
    const make = (name, properties) => Object.assign(document.createElement(name), properties);
    const box = make('div', { className: 'first-frame-failed', role: 'alert', lang: language });
    const button = make('button', { type: 'button', textContent: reload, onclick: () => location.reload() });
    box.append(make('h1', { textContent: title }), make('p', { textContent: text }), button);
    document.body.append(box);
  };
  let failed = false;
  const begin = async () => {
    if (failed) return;
    failed = true;
    if (reloadedLately()) return say();
    for (const delayMs of [200, 1000, 3000]) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      const there = await fetch('/', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (!there) continue;
      sessionStorage.setItem(RELOADED, String(Date.now()));
      return location.reload();
    }
    say();
  };
  addEventListener(
    'error',
    ({ target }) => {
      const needed =
        target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet');
      if (needed && !document.getElementById('root')?.hasChildNodes()) void begin();
    },
    { capture: true },
  );

  const load = (files, link) => {
    for (const href of files)
      document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', href, ...link }));
  };
  const listed = (files) => files.split(' ').filter(Boolean);
  const { open = [], inside = [], ...lists } = JSON.parse(texts)[language] ?? {};
  load(signedIn ? [...open, ...inside, ...(lists[location.pathname] ?? [])] : open, { rel: 'modulepreload' });
  if (!signedIn) return;
  load(listed(code), { rel: 'modulepreload' });
  load(listed(styles), { rel: 'preload', as: 'style' });
  // `lib/early-answers.ts` hands them out. A filtered list is asked for by its page.
  const filtered = !/^(\?(ui=\w+|tour=true))?$/.test(location.search);
  const { all = [], ...ofPages } = JSON.parse(asks);
  const headers = { 'Accept-Language': language, 'X-Session-Key': signedIn };
  const ask = (address) =>
    fetch(address, { headers, credentials: 'include' })
      // All of it: what is cut off halfway is asked for again.
      .then(async (answer) => new Response(await answer.text(), { status: answer.status }))
      .catch(() => null);
  const addresses = [...all, ...((!filtered && ofPages[location.pathname]) || [])];
  window.slipwayEarly = {
    sessionKey: signedIn,
    language,
    askedAt: performance.now(),
    answers: new Map(addresses.map((address) => [address, ask(address)])),
  };
})();
