import { describe, expect, test } from 'vitest';
import type { Command } from '#renderer/features/search/command.ts';
import { isComposing } from '#renderer/features/search/is-composing.ts';
import { fold, matchCommands, wordsOf } from '#renderer/features/search/match.ts';
import { subjectOf } from '#renderer/features/search/subject.ts';
import { fc } from '#tests/support/fast-check.ts';

const command = (label: string, more: Partial<Command> = {}): Command =>
  ({ id: label, label, icon: () => null, go: '/', ...more }) as unknown as Command;
const found = (labels: string[], typed: string) =>
  matchCommands(
    labels.map((label) => command(label)),
    typed,
  ).map(({ label }) => label);

/** Words of several scripts, with accents both ways, signs, and half a surrogate pair. */
const word = fc.oneof(
  fc.constantFrom(
    'arm',
    'Äpfel',
    'a\u0308pfel',
    'naïve',
    'İzmir',
    'straße',
    'ﬁle',
    'Ｆｕｌｌ',
    'データ',
    'ガ',
    'ｶﾞ',
    '支払い',
  ),
  fc.constantFrom(
    'сервер',
    'ёлка',
    'नमस्ते',
    'مرحبا',
    '👩‍💻',
    'c++',
    '(x',
    '[a-z]*',
    '\\',
    '-',
    '\ud800',
    'a.b',
    "o'clock",
  ),
  fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter((text) => wordsOf(text).length === 1),
);
/** In capitals, unless those are another word. */
const shouted = (text: string) => (text.toUpperCase().toLowerCase() === text.toLowerCase() ? text.toUpperCase() : text);
const words = fc.array(word, { minLength: 1, maxLength: 4 });

describe('what is typed finds what is there', () => {
  test('by all of its words in any order, in any case, and by a part of each', () => {
    fc.assert(
      fc.property(words, fc.nat(), (parts, seed) => {
        const turned = [...parts.slice(seed % parts.length), ...parts.slice(0, seed % parts.length)];
        const label = parts.join(' ');
        expect(found(['something else', label], turned.map(shouted).join('  '))).toContain(label);
        const cut = turned.map((each) => {
          const letters = [...fold(each)];
          return letters.slice(0, 1 + (seed % letters.length)).join('');
        });
        expect(found([label], cut.join(' '))).toEqual([label]);
      }),
    );
  });

  test('and only that', () => {
    fc.assert(
      fc.property(
        fc.array(
          words.map((parts) => parts.join(' ')),
          { maxLength: 6 },
        ),
        words,
        (labels, typed) => {
          const text = typed.join(' ');
          const all = found(labels, text);
          for (const label of all) for (const each of wordsOf(text)) expect(fold(label)).toContain(each);
          expect(all.length).toBe(
            labels.filter((label) => wordsOf(text).every((each) => fold(label).includes(each))).length,
          );
        },
      ),
    );
  });

  test('nothing typed is everything, as it was', () => {
    expect(found(['b', 'a', 'c'], '  \u3000 ')).toEqual(['b', 'a', 'c']);
  });

  test('the best first: its name, its beginning, beginnings of words, the rest; equal ones stay in their order', () => {
    const labels = ['alarm clock', 'charm', 'Stop arm', 'armada', 'ARM', 'swarm', 'Start arm', 'army'];
    expect(found(labels, 'arm')).toEqual([
      'ARM',
      'armada',
      'army',
      'Stop arm',
      'Start arm',
      'alarm clock',
      'charm',
      'swarm',
    ]);
  });

  test.each([
    ['MULLER', 'Müller'],
    ['müller', 'Mu\u0308ller'],
    ['full', 'Ｆｕｌｌ'],
    ['izmir', 'İzmir'],
    ['strasse', 'Straße'],
    ['ΟΔΟΣ', 'οδοσήμανση'],
    ['ガス', 'ｶﾞｽ'],
    ['停止 arm', 'arm を停止'],
    ['armを停止', 'armを停止'],
  ])('%s finds %s', (typed, label) => {
    expect(found([label], typed)).toEqual([label]);
  });

  test('a voicing mark makes another letter', () => {
    expect(found(['がす'], 'かす')).toEqual([]);
  });

  test('other words find it too; what is only shown beside it does not', () => {
    const billing = command('Billing', { section: 'Nora', words: 'Go to Billing Organization' });
    expect(matchCommands([command('Bill'), billing], 'go to bil')).toEqual([billing]);
    expect(matchCommands([billing], 'organization bill')).toEqual([billing]);
    expect(matchCommands([billing], 'nora')).toEqual([]);
  });
});

describe('what a typed command is about', () => {
  test.each([
    ['stop arm', 'arm'],
    ['Open  arm in', 'arm'],
    ['arm', 'arm'],
    ['  stop ', 'stop'],
    ['open in', 'open in'],
    ['', ''],
    ['stopped arm', 'stopped arm'],
  ])('%j is about %j', (typed, subject) => {
    expect(subjectOf(typed, 'open start stop in')).toBe(subject);
  });

  test('it is never empty while something is typed, and never longer', () => {
    fc.assert(
      fc.property(words, words, (typed, verbs) => {
        const subject = subjectOf(typed.join(' '), verbs.join(' '));
        expect(subject).not.toBe('');
        expect(subject.length).toBeLessThanOrEqual(typed.join(' ').length);
      }),
    );
  });
});

test.each([
  [{ isComposing: true, key: 'Enter', keyCode: 13 }, true],
  [{ isComposing: false, key: 'Enter', keyCode: 229 }, true],
  [{ isComposing: false, key: 'Process', keyCode: 0 }, true],
  [{ isComposing: false, key: 'Enter', keyCode: 13 }, false],
])('a key of an input method is not for the palette: %j', (event, expected) => {
  expect(isComposing(event)).toBe(expected);
});
