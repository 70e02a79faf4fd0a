import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PRODUCT, useDocumentTitle } from '../../ui/use-document-title.ts';

/** Also at `/h404`. */
export function NotFoundPage() {
  const { t } = useTranslation();
  useDocumentTitle(`${t('notFound.title')} · ${PRODUCT}`);
  return (
    <Stack align="center" ta="center" py="md">
      <Text fz={56} fw={700} lh={1} c="harbor" className="tabular" aria-hidden>
        404
      </Text>
      <Title order={1}>{t('notFound.title')}</Title>
      <Text c="dimmed">{t('notFound.text')}</Text>
      <Button component={Link} to="/workspaces">
        {t('notFound.action')}
      </Button>
    </Stack>
  );
}
