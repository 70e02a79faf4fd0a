import { expect, test } from 'vitest';
import { shareInFlight } from '#renderer/lib/share-in-flight.ts';

test('the same at once is done once; afterwards, or after a failure, it is done anew', async () => {
  const made: string[] = [];
  const make = (name: string) => async () => {
    made.push(name);
    if (name === 'failing') throw new Error('refused');
    return name;
  };
  const both = [
    shareInFlight('a', make('first')),
    shareInFlight('a', make('second')),
    shareInFlight('b', make('other')),
  ];
  expect(await Promise.all(both)).toEqual(['first', 'first', 'other']);
  await expect(shareInFlight('a', make('failing'))).rejects.toThrow('refused');
  expect(await shareInFlight('a', make('third'))).toBe('third');
  expect(made).toEqual(['first', 'other', 'failing', 'third']);
});
