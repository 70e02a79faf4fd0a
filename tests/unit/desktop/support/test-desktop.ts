import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { preferencesSchema } from '#shared/desktop/calls/settings.ts';
import type { Api } from '../../../../desktop/main/api.ts';
import type { Desktop } from '../../../../desktop/main/context.ts';
import { createMemoryStore } from '../../../../desktop/main/features/secret-store/memory-store.ts';
import { openSettings } from '../../../../desktop/main/features/settings/settings.ts';
import { autostartFile } from '../../../../desktop/main/features/startup/autostart-file.ts';
import type { Found } from '../../../../desktop/main/find-server.ts';
import { createLog } from '../../../../desktop/main/log.ts';

const noServer = () => Promise.reject(new Error('This test has no server.'));

export interface TestDesktop extends Desktop {
  /** What the person answers in the system's dialogs, and what is at any other address. */
  answers: { openFile: string | null; saveFile: string | null; ask: number; found: Found };
  /** What was asked, outside of any page. */
  questions: string[];
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
    accounts: [{ ...account, preferences: preferencesSchema.parse({}), agentHosts: [] }],
    activeAccountId: account.id,
  }));
  const answers: TestDesktop['answers'] = { openFile: null, saveFile: null, ask: 0, found: { is: 'slipway' } };
  const questions: string[] = [];
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
    dialogs: {
      openFile: async () => answers.openFile,
      saveFile: async () => answers.saveFile,
      async ask({ message }) {
        questions.push(message);
        return answers.ask;
      },
    },
    findServer: async () => answers.found,
    questions,
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
