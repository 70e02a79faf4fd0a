import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { exactMoneyText } from './money.ts';

interface AmountRowProps {
  label: string;
  note?: string | undefined;
  /** Cents. */
  amount: number;
  strong?: boolean;
  /** A rule above it: the sum of what is above. */
  sum?: boolean;
}

/** What it is at the left, how much at the right; for use in a `<dl>`. */
export function AmountRow({ label, note, amount, strong = false, sum = false }: AmountRowProps) {
  const { i18n } = useTranslation();
  const weight = strong ? 650 : 400;
  return (
    <Group
      justify="space-between"
      align="baseline"
      wrap="nowrap"
      gap="md"
      {...(sum && { pt: 8, style: { borderTop: '1px solid var(--mantine-color-default-border)' } })}
    >
      <Text component="dt" fw={weight}>
        {label}
        {note && (
          <Text span size="sm" c="dimmed" ml={8}>
            {note}
          </Text>
        )}
      </Text>
      <Text component="dd" m={0} fw={weight} className="tabular" style={{ whiteSpace: 'nowrap' }}>
        {exactMoneyText(amount, i18n.language)}
      </Text>
    </Group>
  );
}
