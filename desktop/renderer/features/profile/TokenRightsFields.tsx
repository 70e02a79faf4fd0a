import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TokenScope } from '#shared/features/auth/token-scopes.ts';
import { TokenLimitFields } from './TokenLimitFields.tsx';
import { TokenReachFields } from './TokenReachFields.tsx';

type Field = 'scopes' | 'reach' | 'workspace_ids' | 'at_once' | 'cents';

interface TokenRightsFieldsProps {
  /** Those that can be chosen. */
  scopes: readonly TokenScope[];
  form: { getInputProps: (field: Field) => object };
}

/** What a token may do, where, and how much. */
export function TokenRightsFields({ scopes, form }: TokenRightsFieldsProps) {
  const { t } = useTranslation('profile');
  return (
    <>
      <Checkbox.Group {...form.getInputProps('scopes')} label={t('tokens.scopes')}>
        <Stack gap="xs" mt="xs">
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={t(`tokens.scope.${scope}`)}
              description={t(`tokens.scopeText.${scope}`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <TokenReachFields reach={form.getInputProps('reach')} chosen={form.getInputProps('workspace_ids')} />
      <TokenLimitFields atOnce={form.getInputProps('at_once')} cents={form.getInputProps('cents')} />
    </>
  );
}

interface Limits {
  reach: string;
  workspace_ids: string[];
  /** Empty: as many as there may be. */
  at_once: string | number;
  /** Typed in whole units of the currency; empty: as much as there may be. */
  cents: string | number;
}

/** What was typed, as the calls take it. */
export function limitsOf({ reach, workspace_ids, at_once, cents }: Limits) {
  return {
    reach,
    workspace_ids: reach === 'some' ? workspace_ids : [],
    at_once: at_once === '' ? null : Number(at_once),
    cents: cents === '' ? null : Math.round(Number(cents) * 100),
  };
}
