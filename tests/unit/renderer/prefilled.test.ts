import { describe, expect, test } from 'vitest';
import { prefilled } from '#renderer/features/workspaces/prefilled.ts';
import { workspaceName } from '#shared/features/workspaces/model.ts';
import { fc } from '#tests/support/fast-check.ts';

const options = {
  languages: [
    { value: 'nodejs-24', label: 'Node.js 24' },
    { value: 'python-3.13', label: 'Python 3.13' },
  ],
  databases: [
    { value: 'none', label: 'None' },
    { value: 'postgresql', label: 'PostgreSQL' },
  ],
  defaults: { language: 'nodejs-24', database: 'none' },
};
const read = (query: Record<string, string>) => prefilled(new URLSearchParams(query), options);

describe('the address of a new workspace', () => {
  test('says nothing: the defaults', () => {
    const nothing = { name: '', git_url: '', more_languages: [], with_sample: false };
    expect(read({})).toEqual({ ...nothing, language: 'nodejs-24', database: 'none' });
  });

  test.each([
    ['https://example.com/team/project.git', 'project'],
    ['https://example.com/team/project', 'project'],
    ['https://example.com/team/project/?tab=readme#top', 'project'],
    ['git@example.com:project.git', 'project'],
    ['ssh://git@example.com:2222/team/日本語.git', '日本語'],
    ['https://example.com/team/project/pull/12', 'project'],
    ['.git', ''],
  ])('%s is named %s', (git_url, name) => expect(read({ git_url })).toMatchObject({ git_url, name }));

  test('starts with a sample where the language has one and no repository is named', () => {
    expect(read({ sample: 'true', language: 'python' })).toMatchObject({ language: 'python-3.13', with_sample: true });
    expect(read({ sample: 'true', git_url: 'https://example.com/a.git' })).toMatchObject({ with_sample: false });
  });

  test('chooses what is on offer, and a name of its own', () => {
    const asked = {
      git_url: 'https://example.com/a.git',
      name: 'Demo',
      language: 'python-3.13',
      database: 'postgresql',
    };
    expect(read(asked)).toEqual({ ...asked, more_languages: [], with_sample: false });
    expect(read({ language: 'python' })).toMatchObject({ language: 'python-3.13' });
    expect(read({ language: 'cobol', database: 'abacus' })).toMatchObject(options.defaults);
  });

  test('more languages are those on offer, each once', () => {
    const more = (more_languages: string) => read({ language: 'python', more_languages }).more_languages;
    expect(more('nodejs')).toEqual(['nodejs-24']);
    expect(more('nodejs-24,nodejs,cobol,python,')).toEqual(['nodejs-24']);
  });

  test('whatever it says, the name is one that may be given, or none', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(text, text, (name, git_url) => {
        const given = read({ name, git_url }).name;
        expect(given === '' || workspaceName.safeParse(given).success).toBe(true);
      }),
    );
  });
});
