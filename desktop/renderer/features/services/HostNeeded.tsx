import { Alert, Button, Group, Text } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { quietServersQuery } from './queries.ts';

/** Before somebody chooses a service: it takes a host, and they have none. */
export function HostNeeded() {
  const { t } = useTranslation('services');
  const { data: servers } = useQuery(quietServersQuery);
  if (servers?.length !== 0) return null;
  return (
    <Alert color="yellow" icon={<IconServer size={18} />} title={t('hostNeeded.title')} w="100%" maw={820}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 260px">
          {t('hostNeeded.text')}
        </Text>
        <Button component={Link} to="/hosts/add" variant="default" size="xs">
          {t('hostNeeded.action')}
        </Button>
      </Group>
    </Alert>
  );
}
