import { existsSync } from 'node:fs';
import path from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { contextTemplate } from '../../../desktop/main/app/context-template.ts';
import { menuTemplate } from '../../../desktop/main/app/menu-template.ts';
import { trayIcon } from '../../../desktop/main/app/tray-icon.ts';
import { speak } from '../../../desktop/main/text.ts';

const ICONS = path.resolve(import.meta.dirname, '../../../resources/icons');
const nothing = () => undefined;

afterEach(() => speak('en'));

function labelsOf(items: MenuItemConstructorOptions[]): string[] {
  return items
    .filter(({ type }) => type !== 'separator')
    .flatMap(({ label, submenu }) => [
      label ?? '(none)',
      ...labelsOf((submenu as MenuItemConstructorOptions[] | undefined) ?? []),
    ]);
}

function menuIn(language: string, platform: NodeJS.Platform, checkForUpdates: (() => void) | null = nothing) {
  speak(language);
  const actions = { navigate: nothing, addAccount: nothing, switchAccount: nothing, showLog: nothing, checkForUpdates };
  return labelsOf(menuTemplate({ platform, accounts: [], activeId: null }, actions));
}

describe('the application menu', () => {
  test.each(['darwin', 'win32', 'linux'] as const)('speaks the person’s language in every entry (%s)', (platform) => {
    const english = menuIn('en', platform);
    expect(english).not.toContain('(none)');
    expect(menuIn('de', platform)).toEqual(expect.arrayContaining(['Bearbeiten', 'Rückgängig', 'Vergrößern']));
    // The name of the app is the same everywhere.
    const named = english.filter((label) => label !== 'Slipway').length;
    for (const language of ['es', 'ja']) {
      expect(menuIn(language, platform).filter((label) => !english.includes(label)).length).toBeGreaterThan(named - 4);
    }
  });

  test.each(['darwin', 'linux'] as const)('offers a look for updates only where there are any (%s)', (platform) => {
    expect(menuIn('en', platform)).toContain('Check for updates');
    expect(menuIn('en', platform, null)).not.toContain('Check for updates');
  });
});

describe('the context menu', () => {
  const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true } as Electron.EditFlags;
  const plain = {
    isEditable: false,
    selectionText: '',
    linkURL: '',
    misspelledWord: '',
    dictionarySuggestions: [],
    editFlags,
  };
  const actions = { replaceWord: nothing, learnWord: nothing, copyLink: nothing };
  const offered = (pointed: object) => labelsOf(contextTemplate({ ...plain, ...pointed }, actions));

  test('has what fits what is pointed at', () => {
    expect(offered({})).toEqual([]);
    expect(offered({ selectionText: 'word' })).toEqual(['Copy']);
    expect(offered({ linkURL: 'https://example.com/' })).toEqual(['Copy link']);
    expect(offered({ isEditable: true })).toEqual(['Cut', 'Copy', 'Paste', 'Select all']);
    speak('ja');
    expect(offered({ isEditable: true })).toEqual(['切り取り', 'コピー', '貼り付け', 'すべて選択']);
  });

  test('corrects the spelling', () => {
    const chosen: string[] = [];
    const word = { isEditable: true, misspelledWord: 'teh', dictionarySuggestions: ['the', 'tech'] };
    const menu = contextTemplate(
      { ...plain, ...word },
      { ...actions, replaceWord: (each) => chosen.push(each), learnWord: (each) => chosen.push(`learn ${each}`) },
    );
    expect(labelsOf(menu)).toEqual(['the', 'tech', 'Add to dictionary', 'Cut', 'Copy', 'Paste', 'Select all']);
    for (const { click } of menu.slice(0, 3)) (click as () => void)();
    expect(chosen).toEqual(['the', 'tech', 'learn teh']);
    expect(offered({ ...word, dictionarySuggestions: [] })).toContain('No suggestions');
  });
});

describe('the tray’s icon', () => {
  async function colours(file: string): Promise<number[][]> {
    const { data } = await sharp(path.join(ICONS, file)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)]);
    return pixels.filter(([, , , alpha = 0]) => alpha > 200);
  }
  const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((each) => (each / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  test('is a template image on macOS: black, in two sizes, and named as one', async () => {
    const icon = trayIcon('darwin');
    expect(icon).toMatch(/Template\.png$/);
    for (const file of [icon, icon.replace('.png', '@2x.png')]) {
      const inked = await colours(file);
      expect(inked.length).toBeGreaterThan(20);
      expect(Math.max(...inked.map(luminance))).toBe(0);
    }
  });

  test('stands out against a dark bar and a light one elsewhere', async () => {
    const edge = (await colours(trayIcon('linux'))).map(luminance).sort((a, b) => a - b)[0] ?? 0;
    expect((1 + 0.05) / (edge + 0.05)).toBeGreaterThan(3);
    expect((edge + 0.05) / (luminance([32, 32, 32]) + 0.05)).toBeGreaterThan(2.5);
    expect(existsSync(path.join(ICONS, trayIcon('win32')))).toBe(true);
  });
});
