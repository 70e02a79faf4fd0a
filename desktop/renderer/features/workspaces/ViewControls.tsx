import { Group, SegmentedControl, Select, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Sort } from '../../lib/use-list-state.ts';
import type { View } from './use-view.ts';
import classes from './ViewControls.module.css';

/** Sort orders of the grid. The table sorts by its headers. */
const SORTS: Record<string, Sort | null> = {
  newest: null,
  oldest: { id: 'create_date', descending: false },
  name: { id: 'name', descending: false },
  accessed: { id: 'last_access_date', descending: true },
};

interface ViewControlsProps {
  view: View;
  onView: (view: View) => void;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
}

/** Switches between grid and table, and sorts the grid. */
export function ViewControls({ view, onView, sort, onSort }: ViewControlsProps) {
  const { t } = useTranslation('workspaces');
  const sorted = Object.entries(SORTS).find(
    ([, each]) => each?.id === sort?.id && each?.descending === sort?.descending,
  );
  return (
    <Group gap="xs" ml="auto" wrap="nowrap">
      {view === 'grid' && (
        <Select
          className={classes.sort}
          data={Object.keys(SORTS).map((value) => ({ value, label: t(`sort.${value}`) }))}
          value={sorted?.[0] ?? null}
          onChange={(value) => value && onSort(SORTS[value] ?? null)}
          placeholder={t('filters.sort')}
          aria-label={t('filters.sort')}
          allowDeselect={false}
        />
      )}
      <SegmentedControl
        value={view}
        onChange={onView}
        aria-label={t('filters.view')}
        data={[
          { value: 'grid', label: <ViewIcon name={t('filters.grid')} icon={<IconLayoutGrid size={16} />} /> },
          { value: 'table', label: <ViewIcon name={t('filters.table')} icon={<IconList size={16} />} /> },
        ]}
      />
    </Group>
  );
}

function ViewIcon({ name, icon }: { name: string; icon: React.ReactNode }) {
  return (
    <span className={classes.view}>
      {icon}
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}
