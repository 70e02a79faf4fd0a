import { Badge, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CatalogueEntry } from '#shared/features/services/contract.ts';
import classes from './CatalogueCard.module.css';
import { ServiceIcon } from './ServiceIcon.tsx';

export function CatalogueCard({ item }: { item: CatalogueEntry }) {
  const { t } = useTranslation('services');
  return (
    <article className={classes.card}>
      <Group gap="sm" wrap="nowrap">
        <ServiceIcon service={item} size="lg" />
        <Text fw={600} size="md">
          {item.name}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {item.description}
      </Text>
      <Group justify="space-between" mt="auto" gap="xs">
        <Group gap={6}>
          {item.add_description && (
            <Badge variant="light" color="gray" tt="none" fw={500} title={item.add_description}>
              {t('browse.needsRegistry')}
            </Badge>
          )}
          {item.individual_flag && (
            <Badge variant="light" color="gray" tt="none" fw={500} title={t('browse.individualHelp')}>
              {t('browse.individual')}
            </Badge>
          )}
        </Group>
        <Button
          component={Link}
          to={`/services/add?service_id=${item.service_id}`}
          size="xs"
          aria-label={t('browse.launchNamed', { name: item.name })}
        >
          {t('browse.launch')}
        </Button>
      </Group>
    </article>
  );
}
