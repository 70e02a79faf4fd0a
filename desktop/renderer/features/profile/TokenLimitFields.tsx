import { NumberInput, type NumberInputProps, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TOKEN_LIMITS } from '#shared/features/profile/contract.ts';
import { decimalField } from '../../lib/number-text.ts';
import { moneyField } from '../billing/index.ts';

interface TokenLimitFieldsProps {
  atOnce: NumberInputProps;
  /** Typed in whole units of the currency. */
  cents: NumberInputProps;
}

/** How many workspaces a token may have at once, and what it may charge; empty is no limit. */
export function TokenLimitFields({ atOnce, cents }: TokenLimitFieldsProps) {
  const { t, i18n } = useTranslation('profile');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        {...atOnce}
        {...decimalField(i18n.language)}
        label={t('tokens.atOnce')}
        description={t('tokens.atOnceHelp')}
        min={0}
        max={TOKEN_LIMITS.atOnce}
        allowDecimal={false}
        allowNegative={false}
      />
      <NumberInput
        {...cents}
        {...moneyField(i18n.language)}
        label={t('tokens.cents')}
        description={t('tokens.centsHelp')}
        min={0}
        max={TOKEN_LIMITS.cents / 100}
        decimalScale={2}
        allowNegative={false}
      />
    </SimpleGrid>
  );
}
