// What the page does between the click and VS Code. It is loaded twice: by the page that the gateway answers with at
// once, and by VS Code's own page, which it covers until VS Code is there.
(() => {
  const RETRY_MS = 1000;
  const MAX_TRIES = 60;
  const SLOW_MS = 15_000;
  /** Whatever VS Code says or doesn't say, the person gets to see its page. */
  const COVER_MS = 60_000;
  const WATCH_MS = 120_000;
  /** How soon a guest sees that it has ended, and a person who came. */
  const COMPANY_MS = { guest: 3000, person: 15_000 };
  const cover = document.getElementById('slipway-opening');
  const { stage, name, home, theme, back, running, waiting, slow, here, shared, ended, why } = cover.dataset;
  const isGuest = ended !== undefined;
  let isOver = false;
  const say = (text) => {
    cover.querySelector('p').textContent = text;
  };
  const late = setTimeout(() => say(slow), SLOW_MS);
  /** Tells the gateway whether this page was here already; it answers with it only once. */
  const remember = (seconds) => {
    const secure = window.location.protocol === 'https:' ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox has had the Cookie Store only since 2025
    document.cookie = `slipway_opened=1; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`;
  };

  /** Goes on once VS Code answers, and after a minute in any case: the gateway then says what is wrong. */
  async function go(tries) {
    const answer = await fetch('/healthz', { cache: 'no-store', redirect: 'manual' }).catch(() => null);
    void answer?.body?.cancel();
    if (tries < MAX_TRIES && (!answer || answer.status === 502)) {
      say(waiting);
      setTimeout(() => go(tries + 1), RETRY_MS);
      return;
    }
    const [first, second] = cover.querySelectorAll('li');
    first.textContent = running;
    first.removeAttribute('aria-current');
    second.setAttribute('aria-current', 'step');
    say('');
    remember(60);
    window.location.replace(window.location.pathname + window.location.search);
  }

  /** As defaults: what the person chose in VS Code itself stays. */
  function configure(element) {
    const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    const title = `${name.replaceAll('${', '$ {')}\${separator}\${dirty}\${activeEditorShort}\${separator}\${rootName}`;
    const settings = JSON.parse(element.dataset.settings);
    settings.configurationDefaults = {
      ...settings.configurationDefaults,
      'window.title': title,
      'workbench.colorTheme': dark ? 'Dark Modern' : 'Light Modern',
    };
    settings.initialColorTheme = { themeType: dark ? 'dark' : 'light' };
    element.dataset.settings = JSON.stringify(settings);
  }

  /** First in the status bar, which VS Code adds to but doesn't clear later. */
  function addWayBack() {
    const link = document.createElement('a');
    link.href = home;
    link.title = back;
    link.textContent = '← Slipway';
    Object.assign(link.style, { color: 'inherit', textDecoration: 'none' });
    return addToStatusBar(link);
  }

  function addToStatusBar(label) {
    const bar = document.querySelector('.part.statusbar .left-items');
    if (!bar) return false;
    const item = document.createElement('div');
    item.className = 'statusbar-item left';
    label.className = 'statusbar-item-label';
    item.append(label);
    bar.prepend(item);
    return true;
  }

  const companions = document.createElement('span');
  companions.setAttribute('role', 'status');

  /** Says in the status bar whose VS Code it is and who else is here, and covers a guest's page once it has ended. */
  async function followCompany() {
    const answer = document.hidden ? null : await fetch('/.slipway/company', { cache: 'no-store' }).catch(() => null);
    if (isGuest && answer?.status === 403) {
      tellEnd();
      return;
    }
    if (answer?.ok) {
      const company = await answer.json().catch(() => ({ owner: '', here: [] }));
      const owner = isGuest && company.owner ? [shared.replace('{{owner}}', () => company.owner)] : [];
      const others = company.here.length > 0 ? [here.replace('{{names}}', () => company.here.join(', '))] : [];
      const text = [...owner, ...others].join(' · ');
      if (text !== companions.textContent) companions.textContent = text;
      if (text && !companions.isConnected) addToStatusBar(companions);
    } else void answer?.body?.cancel();
    setTimeout(followCompany, isGuest ? COMPANY_MS.guest : COMPANY_MS.person);
  }

  function tellEnd() {
    isOver = true;
    clearTimeout(late);
    cover.dataset.stage = 'ended';
    cover.querySelector('main').setAttribute('role', 'alert');
    cover.querySelector('h1').textContent = ended;
    cover.querySelector('ul').remove();
    document.body.append(cover);
    say(why);
  }

  function uncover() {
    clearTimeout(late);
    if (!isOver) cover.remove();
  }

  function coverVsCode() {
    cover.style.animationDelay = `${COVER_MS}ms`;
    setTimeout(uncover, COVER_MS);
    try {
      remember(0);
      configure(document.getElementById('vscode-workbench-web-configuration'));
    } catch (error) {
      console.warn('Slipway could not pass theme and title on.', error);
    }
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.monaco-workbench')) return;
      uncover();
      if (addWayBack()) watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => watch.disconnect(), WATCH_MS);
    void followCompany();
  }

  if (stage === 'wait') void go(1);
  else coverVsCode();
})();
