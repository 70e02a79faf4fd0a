const LOOPBACK = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether these settings keep the UI to the machine it runs on, where nobody else reads its mails. */
export function onlyThisMachine({ SLIPWAY_HOST: host, SLIPWAY_PUBLIC_URL: url }) {
  return (!host || LOOPBACK.test(host)) && (!url || (URL.canParse(url) && LOOPBACK.test(new URL(url).hostname)));
}
