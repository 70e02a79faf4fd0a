import { Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PORT_MODES, PORTS } from '#shared/features/workspaces/model.ts';
import type { ChoiceForm } from './choices.ts';
import { isFixed } from './template-values.ts';

/** The modes of a workspace's two ports; with `withHosts`, also which host their programs see. */
export function PortFields({ form, withHosts = false }: { form: ChoiceForm; withHosts?: boolean }) {
  const { t } = useTranslation('workspaces');
  const modes = PORTS.map((port) => form.values[`port_${port}`]);
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {PORTS.map((port) => (
          <Select
            key={port}
            {...form.getInputProps(`port_${port}`)}
            label={t('form.port', { port })}
            data={PORT_MODES.map((mode) => ({ value: mode, label: t(`portMode.${mode}`) }))}
            disabled={isFixed(form.values, `port_${port}`)}
            allowDeselect={false}
          />
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {t('form.portHelp')} {modes.includes('tcp') && t('form.tcpHelp')}
      </Text>
      {withHosts &&
        PORTS.filter((port) => form.values[`port_${port}`] === 'http').map((port) => (
          <Switch
            key={port}
            {...form.getInputProps(`port_${port}_pass_host`, { type: 'checkbox' })}
            label={t('form.passHost', { port })}
            description={t('form.passHostHelp')}
            mt={4}
          />
        ))}
      <Switch
        {...form.getInputProps('use_ssl', { type: 'checkbox' })}
        label={t('form.ssl')}
        description={t('form.sslHelp')}
        disabled={isFixed(form.values, 'use_ssl')}
        mt={4}
      />
    </Stack>
  );
}
