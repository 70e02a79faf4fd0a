import { expect, test } from 'vitest';
import { harmless } from '#renderer/lib/drafts.ts';

test.each([
  { git_url: 'https://token@example.com/a.git' },
  { git_url: 'https://ada:s3cret@example.com/a.git' },
  { git_url: 'HTTPS://ada:s3cret@example.com/a.git' },
  { description: 'I use ssh://git:s3cret@example.com/a.git here' },
  { addresses: ['https://example.com', 'redis://:s3cret@example.com:6379'] },
  { new_password: 'x' },
  { card_number: '4242' },
  { api_token: 'x' },
])('of %j nothing is kept', (values) => expect(harmless(values)).toEqual({}));

test('of everything else all is kept', () => {
  const values = {
    name: 'Ada',
    git_url: 'https://example.com/@ada/a.git',
    other: 'ssh://git@example.com/a.git',
    short: 'git@example.com:a.git',
    text: 'Ada <ada@example.com>',
    groups: ['a', 'b'],
    flag: false,
    nothing: undefined,
  };
  expect(harmless(values)).toEqual(values);
});
