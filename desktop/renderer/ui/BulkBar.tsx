import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './BulkBar.module.css';
import type { RowWithId } from './DataTable.tsx';
import type { Selection } from './use-selection.ts';

interface BulkBarProps<Row extends RowWithId> {
  selection: Selection<Row>;
  /** What can be done with the selected rows. */
  children: ReactNode;
}

/** At the lower edge while rows are selected. */
export function BulkBar<Row extends RowWithId>({ selection, children }: BulkBarProps<Row>) {
  const { t } = useTranslation();
  return (
    <section className={classes.bar} aria-label={t('bulk.label')}>
      <Text size="sm" fw={600} className="tabular" role="status">
        {t('bulk.selected', { count: selection.rows.length })}
      </Text>
      <Group gap="xs">{children}</Group>
      <Group gap={4} ml="auto">
        {!selection.all && (
          <Button variant="subtle" size="xs" onClick={() => selection.setAll(true)}>
            {t('bulk.all')}
          </Button>
        )}
        <Button variant="subtle" size="xs" onClick={() => selection.setAll(false)}>
          {t('bulk.clear')}
        </Button>
      </Group>
    </section>
  );
}
