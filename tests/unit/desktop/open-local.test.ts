import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWorkspace } from '../../../desktop/main/features/open-local/index.ts';
import { findTerminals } from '../../../desktop/main/features/open-local/terminals.ts';
import { speak } from '../../../desktop/main/text.ts';
import { fakeTerminal } from './support/fake-terminal.ts';
import { createTestDesktop, type TestDesktop } from './support/test-desktop.ts';
import { workspaceApi } from './support/workspace-api.ts';

const TERMINAL = { workspaceId: 'workspace-1', program: 'terminal' } as const;
let desktop: TestDesktop;

beforeEach(async () => {
  desktop = await createTestDesktop(workspaceApi({}));
});
afterEach(() => {
  speak('en');
  desktop.close();
});

describe('a terminal', () => {
  test('runs ssh with the alias', async () => {
    const { output, environment } = fakeTerminal(desktop, 'xterm');
    await openWorkspace({ ...desktop, environment, platform: 'linux' }, TERMINAL);
    expect(readFileSync(output, 'utf8')).toBe('-e ssh slipway-my-shop\n');
  });

  test('of macOS is told by AppleScript', async () => {
    const { output, environment } = fakeTerminal(desktop, 'osascript');
    await openWorkspace({ ...desktop, environment, platform: 'darwin' }, TERMINAL);
    expect(readFileSync(output, 'utf8')).toContain('do script "ssh slipway-my-shop"');
  });

  test('from Microsoft’s store is found, though its alias leads nowhere', () => {
    const folder = path.join(desktop.home, 'WindowsApps');
    mkdirSync(folder);
    symlinkSync(path.join(folder, 'not for you'), path.join(folder, 'wt.exe'));
    const found = findTerminals({ ...desktop, platform: 'win32', environment: { Path: folder } });
    expect(found.map(({ id }) => id)).toEqual(['windows-terminal']);
  });

  test.each(['en', 'de', 'es', 'ja'])('that is missing leaves the person what to type (%s)', async (language) => {
    speak(language);
    const nowhere = { ...desktop, platform: 'linux' as const, environment: { PATH: desktop.home } };
    await expect(openWorkspace(nowhere, TERMINAL)).rejects.toThrow(/(?:: |：)ssh slipway-my-shop$/);
  });

  test('that ends at once is told, and what to type instead', async () => {
    const { environment } = fakeTerminal(desktop, 'xterm', 'echo no display >&2; exit 1');
    await expect(openWorkspace({ ...desktop, environment, platform: 'linux' }, TERMINAL)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^xterm couldn't be opened\..*type: ssh slipway-my-shop$/),
    });
  });

  test.each([
    ['en', /Privacy & Security → Automation/],
    ['de', /Datenschutz & Sicherheit → Automation/],
    ['es', /Privacidad y seguridad → Automatización/],
    ['ja', /プライバシーとセキュリティ」→「オートメーション/],
  ])('that macOS doesn’t let us control is told with the way to allow it (%s)', async (language, way) => {
    speak(language);
    const denied = 'execution error: Not authorized to send Apple events to Terminal. (-1743)';
    const { environment } = fakeTerminal(desktop, 'osascript', `echo '36:48: ${denied}' >&2; exit 1`);
    await expect(openWorkspace({ ...desktop, environment, platform: 'darwin' }, TERMINAL)).rejects.toThrow(way);
  });
});

describe('another program', () => {
  test.each([
    ['vscode', 'Visual Studio Code'],
    ['cursor', 'Cursor'],
    ['zed', 'Zed'],
    ['jetbrains', 'JetBrains Gateway'],
    ['sftp', 'FileZilla'],
  ] as const)('%s that is missing is named, with what to do', async (program, name) => {
    const without = { ...desktop, platform: 'linux' as const, hasProgramFor: () => false };
    await expect(openWorkspace(without, { ...TERMINAL, program })).rejects.toMatchObject({
      code: 'unavailable',
      message: `${name} isn't installed, or the system doesn't know it yet. Install it, start it once, then try again.`,
    });
    expect(desktop.opened).toEqual([]);
  });

  test('that the system can’t open is told', async () => {
    const refuses = { ...desktop, openExternal: () => Promise.reject(new Error('0x800401F5')) };
    await expect(openWorkspace(refuses, { ...TERMINAL, program: 'zed' })).rejects.toMatchObject({
      code: 'unavailable',
      message: "Zed couldn't be opened. Start it yourself, then try again.",
    });
  });
});
