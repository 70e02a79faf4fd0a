import { Alert, NumberInput, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type AddServiceBody, addServiceBody, type CatalogueEntry } from '#shared/features/services/contract.ts';
import { SERVICE_DEFAULTS } from '#shared/features/services/model.ts';
import { CPU, DISK_GB } from '#shared/features/workspaces/model.ts';
import { ApiError } from '../../lib/api-error.ts';
import { decimalField } from '../../lib/number-text.ts';
import { serverText } from '../../lib/server-text.ts';
import { useSend } from '../../lib/use-send.ts';
import { FormActions } from '../../ui/FormActions.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { PropertyField } from './PropertyField.tsx';
import { addServiceMutation } from './queries.ts';

interface Option {
  value: string;
  text: string;
}

interface AddServiceFormProps {
  item: CatalogueEntry;
  servers: Option[];
  users: { items: Option[]; selected: string };
  snapshotId: string | null;
}

type Values = Record<string, string | number | boolean>;

/** Name, host, user, resources, and the values of its catalogue item; disabled while it is sent. */
export function AddServiceForm({ item, servers, users, snapshotId }: AddServiceFormProps) {
  const { t, i18n } = useTranslation('services');
  const navigate = useNavigate();
  const add = useSend(addServiceMutation);
  const properties = snapshotId ? [] : item.environment_properties;
  const api = useApiForm<Values, typeof addServiceBody>({
    draft: `add-service-${item.service_id}`,
    lasting: true,
    draftWithout: properties.filter(({ type }) => type === 'password').map(({ key }) => key),
    schema: addServiceBody,
    initialValues: {
      name: '',
      server_id: servers.length === 1 ? (servers[0]?.value ?? '') : '',
      user_id: users.items.some(({ value }) => value === users.selected) ? users.selected : '',
      cpu_cores: SERVICE_DEFAULTS.cpuCores,
      memory_gb: Math.max(SERVICE_DEFAULTS.memoryGb, item.minimum_memory_gb),
      disk_gb: String(SERVICE_DEFAULTS.diskGb),
      docker_privilege_flag: false,
      ...Object.fromEntries(properties.map((property) => [property.key, property.default ?? emptyOf(property.type)])),
    },
    toBody: (values): unknown => toBody(item, properties, values, snapshotId),
  });
  const { form } = api;
  const submit = api.submit(async (_, body) => {
    try {
      const { organizationServiceID } = await add(body as AddServiceBody);
      await navigate(`/services/pending/${organizationServiceID}`);
    } catch (error) {
      if (snapshotId && error instanceof ApiError && 'snapshot_id' in error.fields) {
        form.setFieldError('snapshot_id', error.fields.snapshot_id);
      }
      throw error;
    }
  });
  const groups = [...new Set(properties.map(({ group }) => group))];
  return (
    <form ref={api.ref} onSubmit={submit} noValidate>
      <fieldset disabled={api.submitting} style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
        <Stack gap="md">
          <FormBanner
            message={api.message && snapshotId ? `${api.message} ${t('addPage.snapshotFailed')}` : api.message}
          />
          {item.add_description && (
            <Alert color="yellow" p="sm">
              {item.add_description}
            </Alert>
          )}
          {snapshotId && (
            <Alert color="harbor" p="sm">
              {t('addPage.fromSnapshot')}
            </Alert>
          )}
          <Panel title={t('addPage.service')}>
            <TextInput
              {...form.getInputProps('name')}
              label={t('form.name')}
              description={t('form.nameHelp')}
              maxLength={40}
              required
              data-autofocus
            />
            <Select
              {...form.getInputProps('server_id')}
              label={t('form.server')}
              description={t('form.serverHelp')}
              data={servers.map(({ value, text }) => ({ value, label: serverText(text) }))}
              allowDeselect={false}
              required
            />
            <Select
              {...form.getInputProps('user_id')}
              label={t('form.user')}
              description={t(item.individual_flag ? 'form.userIndividualHelp' : 'form.userHelp')}
              data={users.items.map(toData)}
              allowDeselect={false}
              searchable
              openOnFocus={false}
              required
            />
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
              <NumberInput
                {...form.getInputProps('cpu_cores')}
                {...decimalField(i18n.language)}
                label={t('form.cpu')}
                min={CPU.min}
                max={CPU.max}
                step={CPU.step}
              />
              <NumberInput
                {...form.getInputProps('memory_gb')}
                {...decimalField(i18n.language)}
                label={t('form.memory')}
                min={Math.max(0.25, item.minimum_memory_gb)}
                max={16}
                step={0.25}
              />
              <Select
                {...form.getInputProps('disk_gb')}
                label={t('form.disk')}
                data={DISK_GB.map((size) => ({
                  value: String(size),
                  label: size === 0 ? t('form.unmetered') : `${size} GB`,
                }))}
                allowDeselect={false}
              />
            </SimpleGrid>
            {item.docker_privilege_option && (
              <Switch
                {...form.getInputProps('docker_privilege_flag', { type: 'checkbox' })}
                label={t('form.privilege')}
                description={t('form.privilegeHelp')}
              />
            )}
          </Panel>
          {groups.map((group) => (
            <Panel key={group} title={group}>
              {properties
                .filter((property) => property.group === group)
                .map((property) => (
                  <PropertyField key={property.key} property={property} form={form} />
                ))}
            </Panel>
          ))}
          <FormActions
            cancel="/services/browse"
            onCancel={api.discard}
            submit={t('form.submit')}
            loading={api.submitting}
          />
        </Stack>
      </fieldset>
    </form>
  );
}

const toData = ({ value, text }: Option) => ({ value, label: text });

function emptyOf(type: CatalogueEntry['environment_properties'][number]['type']): string | boolean {
  return type === 'boolean' ? false : '';
}

function toBody(
  item: CatalogueEntry,
  properties: CatalogueEntry['environment_properties'],
  values: Values,
  snapshotId: string | null,
): AddServiceBody {
  const given = properties.flatMap(({ key }) => (values[key] === '' ? [] : [[key, values[key] ?? ''] as const]));
  return {
    name: String(values.name),
    service_id: item.service_id,
    server_id: String(values.server_id),
    user_id: String(values.user_id),
    deployment_type: snapshotId ? 'snapshot' : 'new_container',
    ...(snapshotId && { snapshot_id: snapshotId }),
    cpu_cores: Number(values.cpu_cores),
    memory_gb: Number(values.memory_gb),
    disk_gb: Number(values.disk_gb) as (typeof DISK_GB)[number],
    docker_privilege_flag: values.docker_privilege_flag === true,
    environment_properties: Object.fromEntries(given),
  };
}
