import { Checkbox, Group, NumberInput, Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LEAD_ROLES } from '#shared/features/auth/model.ts';
import { CPU, DISK_GB, MEMORY_GB, PORT_MODES, PORTS } from '#shared/features/workspaces/model.ts';
import { decimalField } from '../../lib/number-text.ts';
import { useCurrentUser } from '../auth/index.ts';
import {
  ideImagesQuery,
  MoreLanguages,
  serverOptionsQuery,
  toServerOption,
  type WorkspaceOptions,
} from '../workspaces/index.ts';
import { OPEN, type TemplateValues } from './template-values.ts';

interface TemplateFieldsProps {
  form: UseFormReturnType<TemplateValues>;
  options: WorkspaceOptions;
}

/** The form of a workspace, where everything but language and database can be left open. */
export function TemplateFields({ form, options }: TemplateFieldsProps) {
  const { t } = useTranslation(['templates', 'workspaces']);
  const me = useCurrentUser();
  const { data: servers = [] } = useQuery(serverOptionsQuery(me.id));
  const { data: ides = [] } = useQuery(ideImagesQuery);
  const open = { value: OPEN, label: t('open') };
  const { content } = form.values;
  const wrongSecret = Object.entries(form.errors).find(([field]) => field.startsWith('content.secrets'))?.[1];
  return (
    <>
      <TextInput {...form.getInputProps('name')} label={t('field.name')} maxLength={60} autoComplete="off" required />
      <Checkbox.Group
        {...form.getInputProps('roles')}
        label={t('field.roles')}
        description={t('field.rolesHelp')}
        required
      >
        <Group mt="xs" gap="md">
          {LEAD_ROLES.map((role) => (
            <Checkbox key={role} value={role} label={t(`role.${role}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {(['language', 'database'] as const).map((name) => (
          <Select
            key={name}
            {...form.getInputProps(`content.${name}`)}
            label={t(`workspaces:form.${name}`)}
            data={name === 'language' ? options.languages : options.databases}
            allowDeselect={false}
            searchable
            openOnFocus={false}
            nothingFoundMessage={t('workspaces:form.nothing')}
            required
          />
        ))}
      </SimpleGrid>
      <MoreLanguages
        {...form.getInputProps('content.more_languages')}
        main={content.language}
        options={options.languages}
      />
      <TextInput
        {...form.getInputProps('content.git_url')}
        label={t('workspaces:form.git')}
        description={t('field.gitHelp')}
        placeholder={t('open')}
        autoComplete="off"
        spellCheck={false}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          {...form.getInputProps('content.server_id')}
          label={t('workspaces:form.server')}
          data={[open, ...servers.map(toServerOption)]}
          allowDeselect={false}
        />
        <Select
          {...form.getInputProps('content.ide_image_id')}
          label={t('workspaces:form.ide')}
          data={[open, ...ides.map(({ value, text }) => ({ value, label: t(`workspaces:ides.${value}`, text) }))]}
          allowDeselect={false}
        />
      </SimpleGrid>
      {content.server_id !== 'shared' && <Resources form={form} />}
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {PORTS.map((port) => (
          <Select
            key={port}
            {...form.getInputProps(`content.port_${port}`)}
            label={t('workspaces:form.port', { port })}
            data={[open, ...PORT_MODES.map((mode) => ({ value: mode, label: t(`workspaces:portMode.${mode}`) }))]}
            allowDeselect={false}
          />
        ))}
        <Select
          {...form.getInputProps('content.use_ssl')}
          label={t('workspaces:form.ssl')}
          data={[open, { value: 'true', label: t('on') }, { value: 'false', label: t('off') }]}
          allowDeselect={false}
        />
      </SimpleGrid>
      <TagsInput
        {...form.getInputProps('content.secrets')}
        error={wrongSecret}
        label={t('field.secrets')}
        description={t('field.secretsHelp')}
        placeholder={content.secrets.length === 0 ? 'NPM_TOKEN' : undefined}
        acceptValueOnBlur
      />
    </>
  );
}

/** cpu, memory and disk; they count if the workspace runs on a host. */
function Resources({ form }: Pick<TemplateFieldsProps, 'form'>) {
  const { t, i18n } = useTranslation(['templates', 'workspaces']);
  const decimals = decimalField(i18n.language);
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <NumberInput
        {...form.getInputProps('content.cpu_cores')}
        {...decimals}
        label={t('workspaces:form.cpu')}
        placeholder={t('open')}
        min={CPU.min}
        max={CPU.max}
        step={CPU.step}
        decimalScale={2}
        clampBehavior="blur"
      />
      <NumberInput
        {...form.getInputProps('content.memory_gb')}
        {...decimals}
        label={t('workspaces:form.memory')}
        placeholder={t('open')}
        suffix=" GB"
        min={MEMORY_GB.min}
        max={MEMORY_GB.max}
        step={MEMORY_GB.step}
        decimalScale={1}
        clampBehavior="blur"
      />
      <Select
        {...form.getInputProps('content.disk_gb')}
        label={t('workspaces:form.disk')}
        data={[
          { value: OPEN, label: t('open') },
          ...DISK_GB.map((gb) => ({
            value: String(gb),
            label: gb === 0 ? t('workspaces:form.unmetered') : t('workspaces:details.gb', { count: gb }),
          })),
        ]}
        allowDeselect={false}
      />
    </SimpleGrid>
  );
}
