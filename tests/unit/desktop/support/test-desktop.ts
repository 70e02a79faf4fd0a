import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { preferencesSchema } from '#shared/desktop/calls/settings.ts';
import type { Api } from '../../../../desktop/main/api.ts';
import type { Desktop } from '../../../../desktop/main/context.ts';
import { createMemoryStore } from '../../../../desktop/main/features/secret-store/memory-store.ts';
import { openSettings } from '../../../../desktop/main/features/settings/settings.ts';
import { autostartFile } from '../../../../desktop/main/features/startup/autostart-file.ts';
import { createLog } from '../../../../desktop/main/log.ts';

const noServer = () => Promise.reject(new Error('This test has no server.'));

export interface TestDesktop extends Desktop {
  /** What the person answers in the system's file dialogs. */
  answers: { openFile: string | null; saveFile: string | null };
  /** Addresses handed to the system. */
  opened: string[];
  events: { name: string; payload: unknown }[];
  close(): void;
}

/** The features' surroundings without Electron: real files in a folder of their own, and one account. */
export async function createTestDesktop(api?: Api): Promise<TestDesktop> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'slipway-desktop-'));
  const home = path.join(root, 'home');
  mkdirSync(path.join(home, '.ssh'), { recursive: true, mode: 0o700 });
  const log = createLog(() => undefined);
  const settings = await openSettings(path.join(root, 'app', 'settings.json'), log);
  const account = { id: 'account', origin: 'http://localhost:15899', label: null };
  await settings.change((data) => ({
    ...data,
    accounts: [{ ...account, preferences: preferencesSchema.parse({}) }],
    activeAccountId: account.id,
  }));
  const answers: TestDesktop['answers'] = { openFile: null, saveFile: null };
  const opened: string[] = [];
  const events: TestDesktop['events'] = [];
  return {
    // A space, as in macOS's "Application Support".
    folder: path.join(root, 'app folder'),
    home,
    platform: process.platform,
    environment: { PATH: process.env.PATH },
    settings,
    secrets: createMemoryStore('test'),
    api: api ?? { call: noServer, ask: noServer },
    log,
    emit: (name, payload) => events.push({ name, payload }),
    dialogs: { openFile: async () => answers.openFile, saveFile: async () => answers.saveFile },
    loginItem: autostartFile(home, {}, '/opt/Slip way/slipway'),
    hasProgramFor: () => true,
    async openExternal(url) {
      opened.push(url);
    },
    answers,
    opened,
    events,
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}
