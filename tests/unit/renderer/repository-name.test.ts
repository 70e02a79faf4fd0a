import { expect, test } from 'vitest';
import { repositoryName } from '#renderer/features/workspaces/repository-name.ts';

test.each([
  ['https://github.com/acme/shop.git', 'acme/shop'],
  ['https://git.example.com:8443/a/b/c/', 'a/b/c'],
  ['git@github.com:acme/shop.git', 'acme/shop'],
  ['ssh://git@example.com:2222/acme/shop', 'acme/shop'],
])('%s is %s', (url, name) => expect(repositoryName(url)).toBe(name));
