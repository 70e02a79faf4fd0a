import { describe, expect, it } from 'vitest';
import { EDITORS, linkByEntry, PROJECT_FOLDER, sshEntry } from '#shared/features/workspaces/editor-links.ts';
import { fc } from '#tests/support/fast-check.ts';

const address = { host: 'ssh.slipway.example', port: 2222, user: 'harbour-office' };

describe('the link that opens a workspace in an editor', () => {
  it.each([
    ['vscode', 'vscode://vscode-remote/ssh-remote+harbour-office@slipway-ssh.slipway.example/home/dev/project'],
    ['cursor', 'cursor://vscode-remote/ssh-remote+harbour-office@slipway-ssh.slipway.example/home/dev/project'],
    ['zed', 'zed://ssh/harbour-office@ssh.slipway.example:2222/home/dev/project'],
    [
      'jetbrains',
      'jetbrains-gateway://connect#type=ssh&deploy=true&host=ssh.slipway.example&port=2222&user=harbour-office&projectPath=%2Fhome%2Fdev%2Fproject',
    ],
  ] as const)('%s', (editor, link) => expect(linkByEntry(editor, address)).toBe(link));

  it('puts an IPv6 address in brackets where a port follows', () => {
    expect(linkByEntry('zed', { ...address, host: '2001:db8::1' })).toContain('@[2001:db8::1]:2222/home');
  });

  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  const anyAddress = fc.record({
    host: fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6(), text),
    port: fc.integer({ min: 1, max: 65_535 }),
    user: text,
  });

  it('says the user, host and port whatever they are made of, and leads to no other folder', () => {
    fc.assert(
      fc.property(fc.constantFrom(...EDITORS), anyAddress, (editor, any) => {
        const link = linkByEntry(editor, any);
        const url = new URL(link);
        if (editor === 'jetbrains') {
          const said = Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
          expect(said).toMatchObject({ ...any, port: String(any.port), projectPath: PROJECT_FOLDER });
          return;
        }
        expect([url.search, url.hash]).toEqual(['', '']);
        const [, first = '', ...folder] = url.pathname.split('/');
        expect(`/${folder.join('/')}`).toBe(PROJECT_FOLDER);
        const [user = '', place = ''] = first.replace(/^ssh-remote\+/, '').split('@');
        expect(decodeURIComponent(user)).toBe(any.user);
        const host = decodeURIComponent(place);
        if (editor === 'zed') expect([`${any.host}:${any.port}`, `[${any.host}]:${any.port}`]).toContain(host);
        else expect(host).toBe(sshEntry(any).alias);
      }),
    );
  });
});

describe('the entry of ssh’s configuration', () => {
  it('is one for all workspaces', () => {
    const { alias, text } = sshEntry(address);
    expect(text).toBe('Host slipway-ssh.slipway.example\n  HostName ssh.slipway.example\n  Port 2222\n');
    expect(sshEntry({ ...address, user: 'another' })).toEqual({ alias, text });
    expect(sshEntry(address, true).text).toBe(`${text}  ForwardAgent yes\n`);
  });

  it('has an alias that ssh takes as a plain word', () => {
    const hosts = fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6(), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(hosts, (host) => {
        expect(sshEntry({ ...address, host }).alias).toMatch(/^slipway-[a-z0-9.-]*$/);
      }),
    );
  });
});
