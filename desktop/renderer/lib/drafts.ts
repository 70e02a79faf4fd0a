import { sessionKey, useSession } from './session.ts';

/** What somebody had typed when their session ended, in this tab's own storage. */
interface Draft {
  userId: string;
  values: Record<string, unknown>;
}

const PREFIX = 'slipway.draft:';
/** Never kept, whatever a form asks for. */
const SECRET = /password|secret|token|code|cvc|number/i;

let owner: string | null = null;
const open = new Map<string, () => Record<string, unknown>>();

/** The person whose drafts are kept and restored from now on. */
export function ownDrafts(userId: string): void {
  owner = userId;
}

/** While the form is on the page, its values are kept when the session ends. Returns how to stop. */
export function keepDraft(name: string, values: () => Record<string, unknown>): () => void {
  const key = keyOf(name);
  open.set(key, values);
  return () => void (open.get(key) === values && open.delete(key));
}

/** What the same person had typed into this form of this page; returned once. */
export function takeDraft(name: string): Record<string, unknown> | null {
  const kept = sessionStorage.getItem(keyOf(name));
  if (kept === null || !sessionKey()) return null;
  sessionStorage.removeItem(keyOf(name));
  const draft = JSON.parse(kept) as Draft;
  return draft.userId === owner ? draft.values : null;
}

function keyOf(name: string): string {
  return `${PREFIX}${window.location.pathname}:${name}`;
}

// Before the pages behind the login disappear with their forms.
useSession.subscribe(({ key }, before) => {
  if (key !== null || before.key === null || !owner) return;
  for (const [name, values] of open) {
    const harmless = Object.entries(values()).filter(([field]) => !SECRET.test(field));
    if (harmless.length === 0) continue;
    const draft: Draft = { userId: owner, values: Object.fromEntries(harmless) };
    sessionStorage.setItem(name, JSON.stringify(draft));
  }
});
