import { Alert, Select, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateOption } from '#shared/features/templates/contract.ts';
import { toastError } from '../../ui/toast.ts';
import { MissingSecrets } from '../secrets/index.ts';
import type { AddWorkspaceValues } from './choices.ts';
import { chosenTemplateQuery } from './queries.ts';
import { templateValues, withoutTemplate } from './template-values.ts';

const NONE = 'none';

interface TemplateFieldProps {
  form: UseFormReturnType<AddWorkspaceValues>;
  templates: { required: boolean; items: TemplateOption[] };
  /** Whose secrets are looked at: only the person's own are known. */
  own: boolean;
}

/** At the top of a new workspace's form: a template fills in what it sets. Nothing if there is none to choose. */
export function TemplateField({ form, templates: { required, items }, own }: TemplateFieldProps) {
  const { t } = useTranslation('workspaces');
  const { template_id: id = '' } = form.values;
  const chosen = items.find(({ value }) => value === id);
  const { data } = useQuery({ ...chosenTemplateQuery(id), enabled: chosen !== undefined && own });
  const missing = own && chosen ? (data?.missing_secrets ?? []) : [];
  const isStale = id !== '' && chosen?.version !== form.values.template_version;
  const follow = useEffectEvent(() => {
    form.setValues(chosen ? templateValues(chosen, form.values) : withoutTemplate(form.values));
    if (!chosen) toastError(t('form.templateGone'));
  });
  // It was changed or deleted since it was chosen, in this tab or a draft.
  useEffect(() => {
    if (isStale) follow();
  }, [isStale]);
  if (items.length === 0 && !required) return null;
  if (items.length === 0) return <Alert color="yellow">{t('form.noTemplates')}</Alert>;
  const choose = (value: string | null) => {
    const option = items.find((each) => each.value === value);
    form.setValues(option ? templateValues(option, form.values) : withoutTemplate(form.values));
    form.clearErrors();
  };
  return (
    <Stack gap="xs">
      <Select
        label={t('form.template')}
        description={
          chosen
            ? t('form.templateSets', { version: chosen.version })
            : t(required ? 'form.templateRequired' : 'form.templateHelp')
        }
        data={[
          ...(required ? [] : [{ value: NONE, label: t('form.noTemplate') }]),
          ...items.map(({ value, text }) => ({ value, label: text })),
        ]}
        value={chosen ? chosen.value : required ? null : NONE}
        onChange={choose}
        error={form.errors.template_id}
        placeholder={t('form.choose')}
        allowDeselect={false}
        required={required}
        searchable
        openOnFocus={false}
        nothingFoundMessage={t('form.nothing')}
      />
      <MissingSecrets key={id} names={missing} text={(which) => t('form.missingSecrets', which)} />
    </Stack>
  );
}
