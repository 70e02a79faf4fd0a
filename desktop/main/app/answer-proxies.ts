import { app } from 'electron';
import { text } from '../text.ts';
import type { Notifier } from './notify.ts';
import { proxyCredentials } from './proxy-credentials.ts';

/**
 * Answers a proxy that asks who we are from the environment, once for each session, which remembers it. One that refuses
 * that, or that nothing is known about, is told to the person. Servers that ask are left to Electron, which refuses.
 */
export function answerProxies(notifier: Notifier): void {
  const answered = new WeakMap<object, Set<string>>();
  const told = new Set<string>();
  app.on('login', (event, contents, _details, { isProxy, host, port }, answer) => {
    if (!isProxy) return;
    event.preventDefault();
    const proxy = `${host}:${port}`;
    const session = contents?.session ?? app;
    const before = answered.get(session) ?? new Set();
    const known = before.has(proxy) ? null : proxyCredentials(process.env, { host, port });
    answered.set(session, before.add(proxy));
    if (known) return answer(known.username, known.password);
    answer();
    if (told.has(proxy)) return;
    told.add(proxy);
    notifier.say(text('proxy.title', { proxy }), text('proxy.help', { proxy }));
  });
}
