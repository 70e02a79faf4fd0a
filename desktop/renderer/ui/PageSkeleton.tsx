import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface PageSkeletonProps {
  /** How many rows of content to hint at. */
  rows?: number;
}

/** Placeholder for a line of text. */
export function LineSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-live="polite" data-testid="page-skeleton">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      <Skeleton h={22} maw={320} />
    </div>
  );
}

/** Placeholder for a page while it loads. */
export function PageSkeleton({ rows = 5 }: PageSkeletonProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="md" role="status" aria-live="polite" data-testid="page-skeleton">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      <Skeleton h={28} w={220} />
      <Skeleton h={16} maw={420} />
      <Stack gap="sm" mt="md">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
          <Skeleton key={row} h={44} />
        ))}
      </Stack>
    </Stack>
  );
}
