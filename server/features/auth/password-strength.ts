import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';

/** zxcvbn's 0–4; below 3 takes fewer than 10⁸ guesses. */
const WEAKEST_SCORE = 3;

let checker: Promise<ZxcvbnFactory> | undefined;

/**
 * Refuses passwords that are easy to guess, also with the person's own data.
 * @throws ValidationError on `password`, with the reason
 */
export async function requireStrongPassword(password: string, personal: string[]): Promise<void> {
  checker ??= loadChecker();
  const words = personal.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
  const { score, feedback } = (await checker).check(password, words);
  if (score >= WEAKEST_SCORE) return;
  const reason = [feedback.warning, ...feedback.suggestions].find(Boolean);
  throw new ValidationError({ password: [say('auth.passwordTooEasy'), reason].filter(Boolean).join(' ') });
}

/** The word lists take some megabytes and a moment, so they are loaded with the first password. */
async function loadChecker(): Promise<ZxcvbnFactory> {
  const [common, english] = await Promise.all([import('@zxcvbn-ts/language-common'), import('@zxcvbn-ts/language-en')]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    maxLength: 100,
  });
}
