import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { currentUser } from '#shared/features/auth/contract.ts';
import { getBilling } from '#shared/features/billing/contract.ts';
import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import type { Api } from '../../../desktop/main/api.ts';
import { DesktopError, Unreachable } from '../../../desktop/main/errors.ts';
import { watchBill } from '../../../desktop/main/features/billing/watch-bill.ts';
import { openSettings } from '../../../desktop/main/features/settings/settings.ts';
import { readStartup, updateStartup } from '../../../desktop/main/features/startup/startup.ts';
import { idleNotice, noticeFor } from '../../../desktop/main/features/workspaces/notice-for.ts';
import { startOnWake } from '../../../desktop/main/features/workspaces/start-on-wake.ts';
import { watchWorkspaces } from '../../../desktop/main/features/workspaces/watch-workspaces.ts';
import { createLog } from '../../../desktop/main/log.ts';
import { createTestDesktop, type TestDesktop } from './support/test-desktop.ts';

let desktop: TestDesktop;
let rows: Partial<WorkspaceRow>[];
let role: string;
let openInvoice: { id: string } | null;
let asked: string[];

beforeEach(async () => {
  vi.useFakeTimers();
  [rows, role, openInvoice, asked] = [[], 'owner', null, []];
  const api: Api = {
    ask: () => Promise.reject(new Error('Nothing is asked without a session here.')),
    async call(route, input) {
      asked.push(route.path.replace('{workspaceID}', String((input?.params as { workspaceID?: string })?.workspaceID)));
      if (route.path === currentUser.path) return { id: 'me', role, organization: { id: 'org' } } as never;
      if (route.path === getBilling.path) return { open_invoice: openInvoice } as never;
      return { records: rows.length, rows: structuredClone(rows) } as never;
    },
  };
  desktop = await createTestDesktop(api);
  await desktop.secrets.write('session:account', 'a key');
});
afterEach(() => {
  vi.useRealTimers();
  desktop.close();
});

const row = (change: Partial<WorkspaceRow>) => ({ id: 'w', name: 'Harbour', pause_date: null, ...change });
const nextRound = () => vi.advanceTimersByTimeAsync(20_000);

describe('the watch over the workspaces', () => {
  function watch() {
    const told: string[] = [];
    const lists: number[] = [];
    const rounds = watchWorkspaces(desktop, {
      onList: (list) => lists.push(list.length),
      onChange: (change) => told.push(noticeFor(change)?.title ?? 'nothing'),
      onIdle: (idle) => told.push(idleNotice(idle, () => undefined).title),
    });
    rounds.resume();
    return { told, lists, rounds };
  }

  test('tells of what becomes ready, fails and stops', async () => {
    rows = [row({ workspace_status: 'Pending' })];
    const { told } = watch();
    await vi.advanceTimersByTimeAsync(0);
    for (const status of ['Active', 'Offline', 'Pending', 'Offline'] as const) {
      rows = [row({ workspace_status: status })];
      await nextRound();
    }
    expect(told).toEqual(['Harbour is ready', 'Harbour has stopped', 'nothing', "Harbour couldn't start"]);
  });

  test('tells nothing of what falls asleep and wakes: it takes nothing away', async () => {
    rows = [row({ workspace_status: 'Active', sleep: null })];
    const { told } = watch();
    await vi.advanceTimersByTimeAsync(0);
    rows = [row({ workspace_status: 'Offline', sleep: 'warm' })];
    await nextRound();
    rows = [row({ workspace_status: 'Active', sleep: null })];
    await nextRound();
    expect(told).toEqual(['nothing', 'nothing']);
  });

  test('warns once before a workspace is paused, and again after it was used', async () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    rows = [row({ workspace_status: 'Active', pause_date: inMinutes(6) })];
    const { told } = watch();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([]);
    for (let round = 0; round < 6; round += 1) await nextRound();
    expect(told).toEqual(['Harbour will pause in a few minutes']);
    rows = [row({ workspace_status: 'Active', pause_date: inMinutes(3) })];
    await nextRound();
    expect(told).toHaveLength(2);
  });

  test('pauses for the computer’s sleep, and asks nothing when nobody is signed in', async () => {
    const { lists, rounds } = watch();
    await vi.advanceTimersByTimeAsync(0);
    rounds.pause();
    asked = [];
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toEqual([]);
    rounds.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['/workspaces']);
    await desktop.secrets.remove('session:account');
    asked = [];
    await nextRound();
    expect(asked).toEqual([]);
    expect(lists).toEqual([0, 0, 0]);
    rounds.pause();
  });
});

test('an invoice that could not be collected is told once, to those who can pay', async () => {
  const unpaid = vi.fn();
  const rounds = watchBill(desktop, unpaid);
  openInvoice = { id: 'in_1' };
  rounds.resume();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(unpaid).toHaveBeenCalledTimes(1);
  openInvoice = { id: 'in_2' };
  role = 'user';
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(unpaid).toHaveBeenCalledTimes(1);
  rounds.pause();
});

describe('workspaces that start with the computer', () => {
  const choose = (...ids: string[]) =>
    desktop.settings.change((data) => ({
      ...data,
      accounts: data.accounts.map((each) => ({ ...each, preferences: { ...each.preferences, startOnWake: ids } })),
    }));

  test('are the chosen ones only, each asked for once', async () => {
    const rounds = startOnWake(desktop);
    rounds.resume();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([]);
    await choose('w1');
    rounds.resume();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([expect.stringContaining('w1')]);
  });

  test('are asked for again until the network is there, those refused are not', async () => {
    await choose('w1', 'w2');
    let offline = true;
    const answer = desktop.api.call;
    const call: Api['call'] = async (route, input) => {
      await answer(route, input);
      if (offline) throw new Unreachable('There is no network.');
      throw new DesktopError('unavailable', 'There is no room.');
    };
    const rounds = startOnWake({ ...desktop, api: { ...desktop.api, call } });
    rounds.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(2);
    await nextRound();
    expect(asked.length).toBeGreaterThan(2);
    offline = false;
    asked = [];
    await nextRound();
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toHaveLength(2);
  });

  test('are not asked for while the computer sleeps', async () => {
    await choose('w1');
    let calls = 0;
    const call: Api['call'] = () => {
      calls += 1;
      return Promise.reject(new Unreachable('There is no network.'));
    };
    const rounds = startOnWake({ ...desktop, api: { ...desktop.api, call } });
    rounds.resume();
    await vi.advanceTimersByTimeAsync(0);
    rounds.pause();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(calls).toBe(1);
  });
});

test('opening the app at the sign-in to the computer is a file of the autostart folder', async () => {
  expect(await readStartup(desktop, null)).toEqual({ openAtLogin: false });
  expect(await updateStartup(desktop, { openAtLogin: true })).toEqual({ openAtLogin: true });
  const file = path.join(desktop.home, '.config/autostart/slipway.desktop');
  expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Slip way/slipway" --hidden\n');
  await updateStartup(desktop, { openAtLogin: false });
  expect(existsSync(file)).toBe(false);
});

test('settings survive a write that is cut off, and changes at once are all kept', async () => {
  const file = path.join(desktop.folder, 'settings.json');
  const log = createLog(() => undefined);
  const settings = await openSettings(file, log);
  const add = (id: string) =>
    settings.change((data) => ({
      ...data,
      accounts: [...data.accounts, { ...desktop.settings.data.accounts[0]!, id }],
    }));
  await Promise.all(['a', 'b', 'c'].map(add));
  // What a crash leaves beside the file is never taken for it.
  writeFileSync(path.join(desktop.folder, '.settings.json.0badcafe'), '{"version": 1, "acc');
  const again = await openSettings(file, log);
  expect(again.data.accounts.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(readdirSync(desktop.folder).filter((name) => name.endsWith('.broken'))).toEqual([]);
});

test('what the app writes while it quits is there at once, and what it began before does not undo it', async () => {
  const file = path.join(desktop.folder, 'settings.json');
  const settings = await openSettings(
    file,
    createLog(() => undefined),
  );
  const window = { width: 300, height: 200, maximized: false };
  const begun = settings.change((data) => ({ ...data, activeAccountId: 'a' }));
  settings.changeNow((data) => ({ ...data, window }));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ window });
  await begun;
  await settings.change((data) => data);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ window, activeAccountId: 'a' });
});
