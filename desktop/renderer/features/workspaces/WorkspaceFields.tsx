import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { besides } from './besides.ts';
import type { AddWorkspaceValues } from './choices.ts';
import { KeySelect } from './KeySelect.tsx';
import { MoreLanguages } from './MoreLanguages.tsx';
import { isFixed } from './template-values.ts';
import type { Option } from './use-workspace-options.ts';

interface WorkspaceFieldsProps {
  form: UseFormReturnType<AddWorkspaceValues>;
  languages: Option[];
  databases: Option[];
}

/** What every new workspace needs: name, language, database and SSH key; all of the wizard's step 4. */
export function NameField({ form }: Pick<WorkspaceFieldsProps, 'form'>) {
  const { t } = useTranslation('workspaces');
  return (
    <TextInput
      {...form.getInputProps('name')}
      label={t('form.name')}
      description={t('form.nameHelp')}
      maxLength={40}
      autoComplete="off"
      required
    />
  );
}

export function SoftwareFields({ form, languages, databases }: WorkspaceFieldsProps) {
  const { t } = useTranslation('workspaces');
  const { language: main = '', more_languages: more = [] } = form.values;
  const chooseMain = (language: string | null) => {
    if (!language) return;
    form.setFieldValue('language', language);
    form.setFieldValue('more_languages', besides(more, [language]));
  };
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          {...form.getInputProps('language')}
          onChange={chooseMain}
          label={t('form.language')}
          data={languages}
          disabled={isFixed(form.values, 'language')}
          allowDeselect={false}
          searchable
          openOnFocus={false}
          nothingFoundMessage={t('form.nothing')}
          required
        />
        <Select
          {...form.getInputProps('database')}
          label={t('form.database')}
          data={databases}
          disabled={isFixed(form.values, 'database')}
          allowDeselect={false}
          searchable
          openOnFocus={false}
          nothingFoundMessage={t('form.nothing')}
          required
        />
      </SimpleGrid>
      <MoreLanguages
        {...form.getInputProps('more_languages')}
        main={main}
        options={languages}
        disabled={isFixed(form.values, 'more_languages')}
      />
    </>
  );
}

interface KeyFieldProps extends Pick<WorkspaceFieldsProps, 'form'> {
  /** Set if the workspace is for somebody else, whose keys can be chosen but not added. */
  otherUser?: { id: string; name: string } | undefined;
}

export function KeyField({ form, otherUser }: KeyFieldProps) {
  const { t } = useTranslation('workspaces');
  return (
    <KeySelect
      {...form.getInputProps('ssh_key_id')}
      onChange={(id) => form.setFieldValue('ssh_key_id', id)}
      help={t('form.keyHelp')}
      otherUser={otherUser}
      preselect
      required
    />
  );
}
