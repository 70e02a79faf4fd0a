import { sessionKey, useSession } from './session.ts';

/** What somebody had typed when their session ended or they left the page, in this tab's own storage. */
interface Draft {
  userId: string;
  values: Record<string, unknown>;
}

const PREFIX = 'slipway.draft:';
/** Never kept, whatever a form asks for. */
const SECRET = /password|secret|token|code|cvc|number/i;
/** An address that names a user: with a password or a token, as Git providers hand them out. */
const CREDENTIALS = /\bhttps?:\/\/[^/\s]*@|:\/\/[^/\s@]*:[^/\s@]*@/i;

let owner: string | null = null;
const open = new Map<string, () => Record<string, unknown>>();

/** The person whose drafts are kept and restored from now on. */
export function ownDrafts(userId: string): void {
  owner = userId;
}

interface KeepOptions {
  /** Also when the person leaves: to another page, or by closing or reloading this one. */
  onLeave: boolean;
}

/** What may be kept of the values: no secrets, by the field's name or by what is in it. */
export function harmless(values: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(values).filter(
    ([field, value]) => !SECRET.test(field) && !CREDENTIALS.test(JSON.stringify(value) ?? ''),
  );
  return Object.fromEntries(kept);
}

/** While the form is on the page, its values are kept when the session ends. Returns how to stop. */
export function keepDraft(name: string, values: () => Record<string, unknown>, { onLeave }: KeepOptions): () => void {
  const key = keyOf(name);
  const leave = () => store(key, values());
  open.set(key, values);
  if (onLeave) window.addEventListener('pagehide', leave);
  return () => {
    window.removeEventListener('pagehide', leave);
    if (open.get(key) !== values) return;
    open.delete(key);
    if (onLeave) leave();
  };
}

/** What the same person had typed into this form of this page; returned once. */
export function takeDraft(name: string): Record<string, unknown> | null {
  const kept = sessionStorage.getItem(keyOf(name));
  if (kept === null || !sessionKey()) return null;
  sessionStorage.removeItem(keyOf(name));
  const draft = JSON.parse(kept) as Draft;
  return draft.userId === owner ? draft.values : null;
}

/** A dialog opens on any page: its name begins with a slash. */
function keyOf(name: string): string {
  return `${PREFIX}${name.startsWith('/') ? '' : window.location.pathname}:${name}`;
}

function store(key: string, values: Record<string, unknown>): void {
  const kept = harmless(values);
  if (Object.keys(kept).length === 0 || !owner) return;
  const draft: Draft = { userId: owner, values: kept };
  sessionStorage.setItem(key, JSON.stringify(draft));
}

// Before the pages behind the login disappear with their forms.
useSession.subscribe(({ key }, before) => {
  if (key !== null || before.key === null || !owner) return;
  for (const [name, values] of open) store(name, values());
});
