import type { TFunction } from 'i18next';
import type { AuditRow } from '#shared/features/audit/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { exactMoneyText } from '../billing/index.ts';

/** The action in words; one that this version doesn't know is shown as it is in the log. */
export function actionText(t: TFunction<'audit'>, action: string): string {
  return t(`actions.${action}`, { defaultValue: action });
}

/** Shown with their label; other details appear only in the export. */
const SHOWN = [
  'role',
  'username',
  'fingerprint',
  'provider',
  'server_type',
  'service',
  'charged_cents',
  'credited_cents',
  'credit',
  'monthly_cap_cents',
  'call',
  'reads',
  'count',
  'removed',
  'user_licenses',
  'heir',
  'shared_with',
  'shared_by',
  'port',
  'attachments',
  'by',
] as const;
const MONEY: readonly string[] = ['charged_cents', 'credited_cents', 'credit', 'monthly_cap_cents'];

/** What it was done to, and how: its name, the reason, and further details. */
export function detailsText(t: TFunction<'audit'>, row: AuditRow, language: string): string {
  const { details, target_name: target } = row;
  const { name, reason } = details;
  const labelled = SHOWN.flatMap((key) => {
    const value = details[key] ?? null;
    if (value === null || value === '') return [];
    return [`${t(`detail.${key}`)}: ${valueText(t, key, value, language)}`];
  });
  const self = row.target_id === row.user_id;
  const named = (self ? null : target) ?? (typeof name === 'string' ? name : null);
  const why = typeof reason === 'string' ? serverText(reason) : null;
  return [named, why, ...labelled].filter(Boolean).join(' · ');
}

function valueText(t: TFunction<'audit'>, key: string, value: string | number | boolean, language: string): string {
  if (MONEY.includes(key) && typeof value === 'number') return exactMoneyText(value, language);
  return key === 'role' ? t(`users:role.${value}`, { defaultValue: String(value) }) : String(value);
}
