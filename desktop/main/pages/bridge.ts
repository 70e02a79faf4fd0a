import { BRIDGE, type Bridge, type CallAnswer } from '#shared/desktop/channel.ts';
import { speak, text } from '../text.ts';
import './page.css';

/** Calls the app. These pages only run inside it, so the bridge exists. */
export function ask(name: string, input: unknown = null): Promise<CallAnswer> {
  const bridge = Reflect.get(window, BRIDGE) as Bridge;
  return bridge.call(name, JSON.stringify(input));
}

/** The element with this id, which the page's own markup has. */
export function element<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found as Kind;
}

/** Writes texts, in the person's language, into the elements with these ids. */
export function show(texts: Record<string, Parameters<typeof text>[0]>): void {
  speak(navigator.language);
  document.documentElement.lang = navigator.language;
  for (const [id, path] of Object.entries(texts)) element(id).textContent = text(path);
}
