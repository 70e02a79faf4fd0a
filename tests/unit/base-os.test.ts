import { expect, test } from 'vitest';
import { ofRelease } from '#server/compute/base-os.ts';

test('what apt is told of one release is told of another, and addresses stay', () => {
  const sources = [
    'Types: deb',
    'URIs: http://mirror.example.com/bookworm/debian',
    'Suites: bookworm bookworm-updates',
    'deb http://mirror.example.com/security bookworm-security main',
    'deb http://mirror.example.com/old bookworm/updates main',
  ];
  expect(ofRelease(sources.join('\n'), 'bookworm', 'trixie').split('\n')).toEqual([
    'Types: deb',
    'URIs: http://mirror.example.com/bookworm/debian',
    'Suites: trixie trixie-updates',
    'deb http://mirror.example.com/security trixie-security main',
    'deb http://mirror.example.com/old trixie/updates main',
  ]);
});

test('the sources of a machine that says nothing of its release stay as they are', () => {
  expect(ofRelease('deb http://mirror.example.com/debian stable main', undefined, 'trixie')).toContain(' stable ');
});
