import { readFileSync } from 'node:fs';
import path from 'node:path';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { STRIPE_WEBHOOK_PATH } from '#server/http/stripe-webhook.ts';
import { SETTINGS } from '#server/platform/config.ts';

const README = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8');

test('the README names what a Stripe account has to be told: address, API version, and the events that are heard', () => {
  const [section = ''] = /^## Payments with Stripe$[\s\S]*?(?=^## )/m.exec(README) ?? [];
  const names = [...section.matchAll(/`([a-z_]+(?:\.[a-z_]+)+)`/g)].map(([, name]) => name ?? '');
  const file = path.resolve(import.meta.dirname, '../../server/payments/verify-webhook.ts');
  const heard = [...readFileSync(file, 'utf8').matchAll(/case '([a-z_.]+)':/g)].map(([, name]) => name ?? '');
  expect(names.toSorted()).toEqual(heard.toSorted());
  expect(section).toContain(`\`${Stripe.API_VERSION}\``);
  expect(section).toContain(STRIPE_WEBHOOK_PATH);
});

test('the README lists every setting with its meaning and default', () => {
  const rows = [...README.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(([, name, help, shown]) => ({
    name,
    help,
    shown,
  }));
  expect(rows).toEqual(Object.values(SETTINGS).map(({ name, help, shown }) => ({ name, help, shown })));
});
