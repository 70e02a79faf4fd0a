import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { catalogue, readCatalogue } from '#server/features/catalogue/catalogue.ts';
import { chooseEnvironment, renewSecrets } from '#server/features/services/environment.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { CATEGORIES, environmentProperty } from '#shared/features/services/model.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'slipway-catalogue-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GOOD = `name: Thing
category: Databases
description: Something.
accent_color: '#336791'
image:
  reference: thing:1
build: false
ports:
  - { name: Thing, port: 80, protocol: http }
minimum_memory_mb: 128
health:
  tcp: 80
environment:
  - { key: THING_USER, name: User, type: text, default: app }
instructions: |
  {{URL}}
`;

function problemsOf(text: string): string[] {
  mkdirSync(path.join(folder, 'icons'), { recursive: true });
  writeFileSync(path.join(folder, 'icons', 'thing.svg'), '<svg viewBox="0 0 1 1"></svg>');
  writeFileSync(path.join(folder, 'thing.yaml'), text);
  try {
    readCatalogue(folder);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}

test('the catalogue has 12 items and more, in every category, and nothing wrong', () => {
  expect(catalogue().length).toBeGreaterThanOrEqual(12);
  expect(new Set(catalogue().map(({ category }) => category))).toEqual(new Set(CATEGORIES));
  expect(problemsOf(GOOD)).toEqual([]);
});

test.each([
  ['a wrong port', GOOD.replace('port: 80, ', 'port: 99999, '), /^thing\.yaml:9: ports\.0\.port: /],
  ['an unknown category', GOOD.replace('Databases', 'Toys'), /^thing\.yaml:2: category: /],
  ['a key that nobody reads', `${GOOD}colour: red\n`, /^thing\.yaml:17: colour: /],
  ['something missing', GOOD.replace(/health:\n {2}tcp: 80\n/, ''), /^thing\.yaml:1: health: is missing$/],
  ['a health check of no kind', GOOD.replace('tcp: 80', 'ping: 80'), /^thing\.yaml:12: health: must be one of `tcp/],
  ['an empty file', '', /^thing\.yaml:1: must be a map/],
  [
    'a variable that is there twice',
    GOOD.replace('instructions:', '  - { key: THING_USER, name: Again, type: text }\ninstructions:'),
    /^thing\.yaml:15: environment\.1\.key: THING_USER is there twice/,
  ],
  [
    'a default that is too much',
    GOOD.replace('type: text, default: app', 'type: number, default: 9, max: 5'),
    /^thing\.yaml:14: environment\.0\.default: must be at most 5/,
  ],
  ['a select without options', GOOD.replace('type: text', 'type: select'), /^thing\.yaml:14: environment\.0\.type: /],
  ['an unknown value in the instructions', GOOD.replace('{{URL}}', '{{NOBODY}}'), /^thing\.yaml:15: instructions: /],
  ['an item that can’t be had', GOOD.replace(/image:\n.*\n/, 'image: null\n'), /^thing\.yaml:5: image: /],
  ['no YAML', GOOD.replace("'#336791'", "'#336791"), /^thing\.yaml:\d+: /],
  [
    'an icon that is not there',
    GOOD.replace('build:', 'icon: gone\nbuild:'),
    /^thing\.yaml:1: icons\/gone\.svg is missing/,
  ],
])('%s is told with its file and line', (_, text, message) => {
  expect(problemsOf(text)[0]).toMatch(message);
});

test('every key that nobody reads is told on a line of its own', () => {
  expect(problemsOf(`${GOOD}colour: red\nflavour: mild\n`).map((line) => line.slice(0, 22))).toEqual([
    'thing.yaml:17: colour:',
    'thing.yaml:18: flavour',
  ]);
});

const properties = [
  { key: 'NAME', name: 'Name', type: 'text', required: true, pattern: 'identifier' },
  { key: 'PASSWORD', name: 'Password', type: 'password', required: true },
  { key: 'SIZE', name: 'Size', type: 'number', default: 5, min: 1, max: 10 },
  { key: 'ON', name: 'On', type: 'boolean', default: true },
  { key: 'MODE', name: 'Mode', type: 'select', default: 'a', options: [{ value: 'a', text: 'A' }] },
].map((property) => environmentProperty.parse(property));

test('what is left out gets its default, and a password a long secret of its own', () => {
  const [one, two] = [chooseEnvironment(properties, { NAME: 'x' }), chooseEnvironment(properties, { NAME: 'x' })];
  expect(one).toMatchObject({ NAME: 'x', SIZE: '5', ON: 'true', MODE: 'a' });
  expect(one.PASSWORD).toMatch(/^[A-Za-z0-9]{24,}$/);
  expect(one.PASSWORD).not.toBe(two.PASSWORD);
  expect(renewSecrets(properties, one)).toMatchObject({ NAME: 'x', SIZE: '5' });
  expect(renewSecrets(properties, one).PASSWORD).not.toBe(one.PASSWORD);
});

test('every wrong value is named', () => {
  const given = { NAME: '$(reboot)', PASSWORD: 'short', SIZE: 11, ON: 'maybe', MODE: 'b', OTHER: 1 };
  const refused = () => chooseEnvironment(properties, given);
  expect(refused).toThrow(ValidationError);
  try {
    refused();
  } catch (error) {
    expect(Object.keys((error as ValidationError).fields).sort()).toEqual(Object.keys(given).sort());
  }
});
