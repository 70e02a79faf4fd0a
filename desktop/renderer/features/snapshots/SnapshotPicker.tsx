import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SnapshotOption } from '#shared/features/snapshots/contract.ts';
import { snapshotOptionsQuery } from './queries.ts';
import { softwareText } from './software-text.ts';

const NONE: SnapshotOption[] = [];

/** The snapshots a workspace can be launched from, newest first. */
export function useSnapshotOptions(): SnapshotOption[] {
  return useQuery(snapshotOptionsQuery).data?.items ?? NONE;
}

interface SnapshotPickerProps extends Omit<SelectProps, 'data' | 'options'> {
  options: SnapshotOption[];
}

/** Selects a snapshot and shows what is in it; a missing one is reported. */
export function SnapshotPicker({ options, ...props }: SnapshotPickerProps) {
  const { t } = useTranslation(['snapshots', 'workspaces']);
  const { isSuccess } = useQuery(snapshotOptionsQuery);
  const chosen = options.find((option) => option.value === props.value);
  const gone = isSuccess && props.value && !chosen ? t('gone') : undefined;
  return (
    <Select
      {...props}
      value={chosen?.value ?? null}
      error={props.error ?? gone}
      label={t('snapshot')}
      description={chosen && softwareText(chosen)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('workspaces:form.choose')}
      data={options.map(({ value, text }) => ({ value, label: text }))}
      allowDeselect={false}
      searchable
      openOnFocus={false}
      nothingFoundMessage={t('workspaces:form.nothing')}
      required
    />
  );
}
