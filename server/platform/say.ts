import english from '#shared/i18n/en/server.json' with { type: 'json' };
import { createRecognize, fill, type Said } from '#shared/i18n/server-text.ts';

export type SentenceId = keyof typeof english;

/**
 * A sentence of `shared/i18n/en/server.json` with its values: what the server says to people. The UI and the mails show
 * it in the reader's language; stored data, answers and log lines have the English.
 */
export function say(id: SentenceId, values: Record<string, string | number | null | undefined> = {}): string {
  return fill(english[id], (name) => String(values[name] ?? ''));
}

const recognize = createRecognize(english);

/** Which sentence a text is; null for texts that aren't ours, as an engine's. */
export function saidBy(text: string): Said | null {
  return recognize(text);
}
