import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { groupCardNumber } from './card-input.ts';
import classes from './TestCards.module.css';

/** Stripe's own test numbers, and what each of them does. */
const CARDS = [
  { number: '4242424242424242', outcome: 'works' },
  { number: '4000000000000002', outcome: 'declined' },
  { number: '4000000000009995', outcome: 'funds' },
  { number: '4000002500003155', outcome: 'secure' },
  { number: '4000002760003184', outcome: 'always' },
] as const;

export function TestCards({ onUse }: { onUse: (number: string) => void }) {
  const { t } = useTranslation('wizard');
  return (
    <Stack gap={0} className={classes.list}>
      {CARDS.map(({ number, outcome }) => (
        <UnstyledButton key={number} className={classes.card} onClick={() => onUse(number)}>
          <Group justify="space-between" gap="xs">
            <Text size="sm" ff="monospace">
              {groupCardNumber(number)}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`test.cards.${outcome}`)}
            </Text>
          </Group>
        </UnstyledButton>
      ))}
    </Stack>
  );
}
