import { describe, expect, it } from 'vitest';
import { mergeMessages } from '#renderer/lib/merge-messages.ts';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';

function message(number: number, second: number, code = 'W01'): InitMessage {
  const create_date = new Date(Date.UTC(2030, 0, 1, 0, 0, second)).toISOString();
  return { number, message_text: `${number} at ${second}`, message_code: code, create_date };
}
const run = (...messages: InitMessage[]) => messages;
const texts = (messages: InitMessage[]) => messages.map(({ message_text }) => message_text);

describe('init messages from the room and the poll', () => {
  it('counts a number once', () => {
    const known = run(message(1, 0), message(2, 1));
    expect(texts(mergeMessages(known, run(message(2, 1), message(3, 2))))).toEqual(['1 at 0', '2 at 1', '3 at 2']);
  });

  it('puts what came out of order in order', () => {
    expect(texts(mergeMessages(run(message(3, 2)), run(message(1, 0), message(2, 1))))).toEqual([
      '1 at 0',
      '2 at 1',
      '3 at 2',
    ]);
  });

  it('begins anew with a new run', () => {
    const first = run(message(1, 0), message(2, 1), message(3, 2, 'W10'));
    expect(texts(mergeMessages(first, run(message(1, 60))))).toEqual(['1 at 60']);
    expect(texts(mergeMessages(first, run(message(1, 60), message(2, 61))))).toEqual(['1 at 60', '2 at 61']);
  });

  it('drops what a slow poll still brings of the run before', () => {
    const second = run(message(1, 60));
    expect(texts(mergeMessages(second, run(message(1, 0), message(2, 1), message(3, 2, 'W10'))))).toEqual(['1 at 60']);
  });

  it('keeps messages of the same instant', () => {
    expect(mergeMessages([], run(message(1, 0), message(2, 0), message(3, 0)))).toHaveLength(3);
  });
});
