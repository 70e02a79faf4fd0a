import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PublicCard } from '../../ui/PublicCard.tsx';

export function TermsPage() {
  return <LegalPage name="terms" />;
}

export function PrivacyPage() {
  return <LegalPage name="privacy" />;
}

interface Section {
  title: string;
  text: string;
}

function LegalPage({ name }: { name: 'terms' | 'privacy' }) {
  const { t } = useTranslation('legal');
  const sections = t(`${name}.sections`, { returnObjects: true }) as Section[];
  return (
    <PublicCard title={t(`${name}.title`)} intro={t(`${name}.intro`)} width={760}>
      <Stack gap="lg">
        {sections.map(({ title, text }) => (
          <section key={title}>
            <Title order={2}>{title}</Title>
            <Text mt={4}>{text}</Text>
          </section>
        ))}
      </Stack>
    </PublicCard>
  );
}
