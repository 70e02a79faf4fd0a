import type { TFunction } from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { pageCommands } from '#renderer/app/palette/page-commands.ts';
import type { Thing } from '#renderer/app/palette/thing.ts';
import { programsFor, thingCommands, verbsOf } from '#renderer/app/palette/thing-commands.ts';
import { matchCommands } from '#renderer/features/search/match.ts';
import { i18n, LANGUAGES } from '#renderer/lib/i18n.ts';
import type { CurrentUser } from '#shared/features/auth/contract.ts';
import { ROLES, type Role } from '#shared/features/auth/model.ts';
import { WORKSPACE_STATUSES } from '#shared/features/workspaces/model.ts';
import { fc } from '#tests/support/fast-check.ts';

beforeAll(() => i18n.loadNamespaces(['search', 'shell', 'workspaces', 'services', 'computer']));

const texts = (language: string) => i18n.getFixedT(language, ['shell', 'search']) as unknown as TFunction<'shell'>;
const person = (role: Role) =>
  ({
    role,
    organization_count: 1,
    has_organization: true,
    user_services: 0,
    admin_flag: false,
    adminUser: null,
  }) as CurrentUser;
const thing: Thing = {
  ...{ kind: 'workspaces', id: 'w1', name: 'arm', user: 'Nora', status: 'Active' },
  ...{ asleep: false, url: 'http://arm.test/' },
  ...{ may: { open: true, start: false, stop: true, delete: true }, protected: false },
};

describe('pages and actions', () => {
  const first = (role: Role, typed: string, language = 'en') =>
    matchCommands(pageCommands(person(role), texts(language)), typed)[0]?.go;

  test.each([
    ['new workspace', '/workspaces/add'],
    ['invite', '/users/add'],
    ['go to billing', '/organization/billing'],
    ['billing', '/organization/billing'],
    ['sign out', '/logout'],
    ['log out', '/logout'],
    ['rent host', '/hosts/add'],
  ])('an owner types %j', (typed, path) => {
    expect(first('owner', typed)).toBe(path);
  });

  test.each([
    ['de', 'neuer workspace', 'einladen', 'abmelden'],
    ['es', 'nuevo workspace', 'invitar', 'cerrar sesion'],
    ['ja', '新規 ワークスペース', '招待', 'サインアウト'],
  ])('in %s', async (language, ...typed) => {
    await i18n.loadLanguages(language);
    expect(typed.map((each) => first('owner', each, language))).toEqual(['/workspaces/add', '/users/add', '/logout']);
  });

  test.each([
    ['lead', true, false],
    ['user', false, false],
    ['admin', true, true],
  ] as const)('%s is offered what they may do', (role, adds, manages) => {
    const paths = pageCommands(person(role), texts('en')).map(({ go }) => go);
    expect(paths.includes('/workspaces/add')).toBe(adds);
    for (const path of ['/hosts/add', '/users/add', '/organization/billing', '/organization/audit']) {
      expect([path, paths.includes(path)]).toEqual([path, manages]);
    }
  });

  test.each(ROLES)('%s gets each only once', (role) => {
    const ids = pageCommands(person(role), texts('en')).map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

describe('workspaces and services', () => {
  const rights = fc.record({ open: fc.boolean(), start: fc.boolean(), stop: fc.boolean(), delete: fc.boolean() });

  test('nothing is offered that the server says this person may not do', () => {
    fc.assert(
      fc.property(rights, fc.constantFrom(...WORKSPACE_STATUSES), fc.boolean(), (may, status, isProtected) => {
        const verbs = verbsOf({ ...thing, may, status, protected: isProtected });
        if (!may.open) expect(verbs).not.toContain('open');
        if (!may.start) expect(verbs).not.toContain('start');
        if (!may.stop) expect(verbs.filter((verb) => verb === 'stop' || verb === 'restart')).toEqual([]);
        if (!may.delete || isProtected) expect(verbs).not.toContain('delete');
      }),
    );
  });

  test.each([
    ['Active', ['open', 'restart', 'stop', 'delete']],
    ['Offline', ['open', 'start', 'delete']],
    ['Pending', ['stop']],
    ['Pending Deletion', []],
    ['Deleted', []],
  ] as const)('%s: %j', (status, verbs) => {
    const settled = status === 'Active' || status === 'Offline';
    const may = {
      open: settled,
      start: status === 'Offline',
      stop: status === 'Active' || status === 'Pending',
      delete: true,
    };
    expect(verbsOf({ ...thing, status, may })).toEqual(verbs);
  });

  test('a program on this computer opens a workspace that one may open, and no service', () => {
    const programs = ['cursor'] as const;
    expect(programsFor(thing, programs)).toEqual(programs);
    expect(programsFor({ ...thing, kind: 'services' }, programs)).toEqual([]);
    expect(programsFor({ ...thing, status: 'Deleted' }, programs)).toEqual([]);
    expect(programsFor({ ...thing, may: { ...thing.may, open: false } }, programs)).toEqual([]);
  });

  test('one without an address has nothing to open', () => {
    expect(verbsOf({ ...thing, url: null })).not.toContain('open');
  });

  test.each(LANGUAGES)('what it says is found again, and only a deletion asks (%s)', async (language) => {
    await i18n.loadLanguages(language);
    const ran: string[] = [];
    const t = i18n.getFixedT(language, 'search') as unknown as TFunction<'search'>;
    const note = (what: string, { id }: Thing) => ran.push(`${what} ${id}`);
    const programs = ['vscode', 'cursor'] as const;
    const commands = thingCommands(thing, { t, run: note, programs, openIn: note });
    expect(new Set(commands.map(({ label }) => label)).size).toBe(7);
    for (const command of commands) {
      expect(matchCommands(commands, command.label)[0]).toBe(command);
      expect([command.id, command.ask !== undefined]).toEqual([command.id, command.id.startsWith('delete ')]);
      if (typeof command.go === 'function') command.go();
    }
    expect(ran).toEqual(['open w1', 'restart w1', 'stop w1', 'delete w1', 'vscode w1', 'cursor w1']);
    expect(matchCommands(commands, 'cursor arm')[0]?.id).toBe('cursor /workspaces/edit/w1');
  });
});
