import { expect, test } from 'vitest';
import { type SentenceId, saidBy, say } from '#server/platform/say.ts';
import { translate } from '#server/platform/translate.ts';
import english from '#shared/i18n/en/server.json' with { type: 'json' };
import { createRecognize } from '#shared/i18n/server-text.ts';
import { fc } from '#tests/support/fast-check.ts';

const namesOf = (id: SentenceId) => [...english[id].matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');

test('puts values into a sentence, whatever is in them', () => {
  expect(say('hosts.protectedInstances', { count: 3 })).toMatch(
    /^3 workspaces and services on this host are protected/,
  );
  expect(say('errors.waitMinutes', { count: '{{count}} $&' })).toBe('{{count}} $& minutes');
});

test('a failure is found again by its words, with its values by name', () => {
  const text = say('errors.tooManyAttempts', { wait: say('errors.waitMinutes', { count: 5 }) });
  expect(saidBy(text)).toEqual({ id: 'errors.tooManyAttempts', values: { wait: '5 minutes' } });
  expect(saidBy('npm ERR! code 1')).toBeNull();
  expect(translate(text, 'de')).toContain('5 Minuten');
});

test('what a file of resources/ says is found by its English, with values in it', () => {
  const german = translate('Chat in the browser. Choose a nickname to join #harbour:', 'de');
  expect(german).toContain('Chat im Browser');
  expect(german).toContain('#harbour');
  expect(translate('A service that an operator added', 'de')).toBe('A service that an operator added');
});

test('every sentence is found again, with words for values', () => {
  const ids = Object.keys(english) as SentenceId[];
  // Words that are no part of a sentence themselves, so that nothing else can fit.
  const word = fc.stringMatching(/^[ßéдש漢]{1,9}$/);
  fc.assert(
    fc.property(fc.constantFrom(...ids), fc.array(word, { minLength: 6, maxLength: 6 }), (id, words) => {
      const values = Object.fromEntries(namesOf(id).map((name, index) => [name, words[index] ?? 'ß']));
      const text = say(id, values);
      const said = saidBy(text);
      expect(said && say(said.id as SentenceId, said.values)).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test('the longest sentence wins where two fit', () => {
  const recognize = createRecognize({ short: '{{count}} minutes', long: 'Try again in {{wait}}.' });
  expect(recognize('Try again in 5 minutes.')?.id).toBe('long');
});
