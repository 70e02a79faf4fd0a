import { expect, test } from 'vitest';
import { createTranslate } from '#shared/i18n/server-text.ts';

const translate = createTranslate(
  {
    'The workspace is {{v0}} and can’t be started.': 'Der Workspace ist {{v0}} und kann nicht gestartet werden.',
    'Payment of {{v0}} failed': 'Zahlung von {{v0}} fehlgeschlagen',
    'invoice {{v0}}': 'Rechnung {{v0}}',
    '{{v0}} invites you to {{v1}} on Slipway': '{{v1}} bei Slipway: {{v0}} lädt Sie ein',
    '{{v0}} stays': '{{v0}} bleibt',
    'Try again in {{v0}}.': 'Versuchen Sie es in {{v0}} noch einmal.',
    '{{v0}} minutes': '{{v0}} Minuten',
    'Why? (really)': 'Warum? (wirklich)',
    '{{v0}} GB of {{v1}} is full.': '{{v0}} GB von {{v1}} sind voll.',
    'Building {{v0}}.': '{{v0}} wird gebaut.',
  },
  'de',
);

test('says a sentence of the server in another language, with what was put into it', () => {
  expect(translate('Why? (really)')).toBe('Warum? (wirklich)');
  expect(translate('The workspace is Pending and can’t be started.')).toBe(
    'Der Workspace ist Pending und kann nicht gestartet werden.',
  );
  expect(translate('Ada invites you to Quist & Co on Slipway')).toBe('Quist & Co bei Slipway: Ada lädt Sie ein');
});

test('translates what is put in, and the most exact sentence wins', () => {
  expect(translate('Payment of invoice X-1 failed')).toBe('Zahlung von Rechnung X-1 fehlgeschlagen');
  expect(translate('Try again in 5 minutes.')).toBe('Versuchen Sie es in 5 Minuten noch einmal.');
});

test('leaves alone what it does not know', () => {
  expect(translate('npm ERR! code {0} $& 1')).toBe('npm ERR! code {0} $& 1');
  expect(translate('$& stays')).toBe('$& bleibt');
});

test('writes numbers of what is measured as the language does, and versions as they are', () => {
  expect(translate('1.5 GB of disk is full.')).toBe('1,5 GB von disk sind voll.');
  expect(translate('Building 3.11.')).toBe('3.11 wird gebaut.');
  expect(translate('Payment of $1,283.50 failed')).toBe('Zahlung von 1.283,50\u00a0$ fehlgeschlagen');
  expect(translate('$25 stays')).toBe('25\u00a0$ bleibt');
});
