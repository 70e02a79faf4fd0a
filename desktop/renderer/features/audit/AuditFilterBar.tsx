import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AUDIT_ACTIONS } from '#shared/features/audit/actions.ts';
import type { AuditFilters } from './filters.ts';
import { actionText } from './words.ts';

interface AuditFilterBarProps {
  /** Change its key when they change from outside. */
  filters: AuditFilters;
  onChange: (changes: Partial<AuditFilters>) => void;
}

/** Filters on Enter or when leaving a field, without a button. */
export function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
  const { t, i18n } = useTranslation('audit');
  const form = useForm({ initialValues: { who: filters.who ?? '', from: filters.from ?? '', to: filters.to ?? '' } });
  const apply = () => {
    const values = form.getValues();
    const changed = (['who', 'from', 'to'] as const).some((name) => values[name] !== (filters[name] ?? ''));
    if (changed) onChange(values);
  };
  const actions = useMemo(
    () =>
      AUDIT_ACTIONS.map((value) => ({ value, label: actionText(t, value) })).sort((a, b) =>
        a.label.localeCompare(b.label, i18n.language),
      ),
    [t, i18n.language],
  );
  const filtered = Object.values(filters).some(Boolean);
  return (
    <Group
      component="form"
      gap="sm"
      align="end"
      aria-label={t('filters')}
      onBlur={apply}
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput label={t('who')} placeholder={t('whoHelp')} maxLength={120} w={220} {...form.getInputProps('who')} />
      <Select
        label={t('action')}
        placeholder={t('anyAction')}
        nothingFoundMessage={t('noAction')}
        data={actions}
        searchable
        clearable
        w={260}
        value={filters.action}
        onChange={(action) => onChange({ ...form.getValues(), action })}
      />
      <TextInput type="date" label={t('from')} w={150} {...form.getInputProps('from')} />
      <TextInput type="date" label={t('to')} w={150} {...form.getInputProps('to')} />
      <Checkbox
        label={t('reads')}
        mb={8}
        checked={filters.reads !== null}
        onChange={(event) => onChange({ ...form.getValues(), reads: event.currentTarget.checked ? 'true' : null })}
      />
      <button type="submit" hidden />
      {filtered && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => onChange({ who: null, action: null, from: null, to: null, reads: null })}
        >
          {t('clear')}
        </Button>
      )}
    </Group>
  );
}
