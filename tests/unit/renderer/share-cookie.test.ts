import { expect, it } from 'vitest';
import { keptShareId } from '#renderer/features/auth/share-cookie.ts';

it('finds the cookie that is named after its own value', () => {
  expect(keptShareId('theme=dark; a1b2c3d4e5=a1b2c3d4e5; other=1')).toBe('a1b2c3d4e5');
});

it.each(['', 'theme=dark', '1=1', 'a1b2c3d4e5=a1b2c3d4e6'])('finds none in %j', (cookies) => {
  expect(keptShareId(cookies)).toBeNull();
});
