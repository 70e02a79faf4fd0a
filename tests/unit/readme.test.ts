import { readFileSync } from 'node:fs';
import path from 'node:path';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { STRIPE_WEBHOOK_PATH } from '#server/http/stripe-webhook.ts';
import { SETTINGS } from '#server/platform/config.ts';
import { measureProcess, readMetrics } from '#server/platform/metrics.ts';
import { settingsPage } from '#tests/support/settings-page.ts';

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');

test('the operators’ guide names what a Stripe account has to be told: address, API version, and the events that are heard', () => {
  const [section = ''] = /^## Payments with Stripe$[\s\S]*/m.exec(read('resources/deploy/README.md')) ?? [];
  const names = [...section.matchAll(/`([a-z_]+(?:\.[a-z_]+)+)`/g)].map(([, name]) => name ?? '');
  const file = path.resolve(import.meta.dirname, '../../server/payments/verify-webhook.ts');
  const heard = [...readFileSync(file, 'utf8').matchAll(/case '([a-z_.]+)':/g)].map(([, name]) => name ?? '');
  expect(names.toSorted()).toEqual(heard.toSorted());
  expect(section).toContain(`\`${Stripe.API_VERSION}\``);
  expect(section).toContain(STRIPE_WEBHOOK_PATH);
});

test('the operators’ guide gives alerts on metrics that are there', async () => {
  const [section = ''] = /^## Watch$[\s\S]*?(?=^## )/m.exec(read('resources/deploy/README.md')) ?? [];
  measureProcess();
  const { text } = await readMetrics();
  const there = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const named = [...section.matchAll(/\b(?:slipway|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !there.has(name.replace(/_(count|bucket|sum)$/, '')))).toEqual([]);
});

const rowsOf = (page: string) => [...page.matchAll(/^- `([A-Z_]+)`: (.*?)(?:\n {2}Default: (.*))?$/gm)];

test('the page of settings lists every setting with its meaning and default, as generated', () => {
  const page = read('resources/deploy/settings.md');
  const rows = rowsOf(page).map(([, name, help, shown]) => ({ name, help, shown }));
  expect(rows).toEqual(Object.values(SETTINGS).map(({ name, help, shown }) => ({ name, help, shown })));
  expect(page).toBe(settingsPage());
});

test('the README repeats some settings in the same words, and links the rest', () => {
  const readme = read('README.md');
  const known = new Map(Object.values(SETTINGS).map(({ name, help }) => [name as string, help as string]));
  const rows = rowsOf(readme).map(([, name, help]) => ({ name, help }));
  expect(rows).toHaveLength(10);
  expect(rows).toEqual(rows.map(({ name = '' }) => ({ name, help: known.get(name) })));
  expect(readme).toContain('(resources/deploy/settings.md)');
});
