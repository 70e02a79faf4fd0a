import { Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

export function Footer() {
  const { t } = useTranslation();
  return (
    <Group component="footer" gap="md" justify="center">
      <Text size="xs" c="dimmed">
        {t('footer.product')}
      </Text>
      <Anchor component={Link} to="/terms" size="xs">
        {t('footer.terms')}
      </Anchor>
      <Anchor component={Link} to="/privacy" size="xs">
        {t('footer.privacy')}
      </Anchor>
    </Group>
  );
}
