import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pageCount } from '#shared/api/pagination.ts';

interface PagerProps {
  /** Starts at 1. */
  page: number;
  /** All rows, not only those of this page. */
  records: number;
  onPage: (page: number) => void;
}

/**
 * Previous and next; next is enabled while `page < ceil(records / 16)`. A page that doesn't exist, or no longer, gives
 * way to the last one.
 */
export function Pager({ page, records, onPage }: PagerProps) {
  const { t } = useTranslation();
  const pages = pageCount(records);
  const beyond = page > pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list is left once, however often its functions are new.
  useEffect(() => {
    if (beyond) onPage(pages);
  }, [beyond, pages]);
  if (pages === 1) return null;
  return (
    <Group component="nav" justify="space-between" aria-label={t('pager.label')}>
      <Text size="sm" c="dimmed" className="tabular">
        {t('pager.position', { page, pages })}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChevronLeft size={14} />}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          {t('pager.previous')}
        </Button>
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronRight size={14} />}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          {t('pager.next')}
        </Button>
      </Group>
    </Group>
  );
}
