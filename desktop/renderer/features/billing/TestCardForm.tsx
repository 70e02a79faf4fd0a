import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmTestCard } from '#shared/features/billing/cards.ts';
import { call } from '../../lib/call.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import type { CardFormProps } from './card-form-props.ts';
import { groupCardNumber, groupExpiry, parseExpiry, testCardSchema } from './card-input.ts';
import { TestCards } from './TestCards.tsx';

/** Replaces Stripe Elements if no publishable key is configured, and says clearly that no real card is charged. */
export function TestCardForm({ clientSecret, submitLabel, failure, onPaymentMethod }: CardFormProps) {
  const { t } = useTranslation('wizard');
  const [leaving, setLeaving] = useState(false);
  const { form, ref, message, submitting, submit } = useApiForm({
    schema: testCardSchema(t('test.expiryInvalid')),
    initialValues: { number: '', expiry: '', cvc: '' },
  });
  const confirm = async ({ number, expiry, cvc }: { number: string; expiry: string; cvc: string }) => {
    const date = parseExpiry(expiry);
    if (!date) return;
    const body = { client_secret: clientSecret, number, cvc, ...date };
    const { payment_method, redirect_url } = await call(confirmTestCard, { body });
    if (redirect_url) {
      setLeaving(true);
      window.location.assign(redirect_url);
    } else if (payment_method) {
      await onPaymentMethod(payment_method);
    } else {
      throw new Error(t('card.incomplete'));
    }
  };
  const typed = (field: 'number' | 'expiry' | 'cvc', format: (text: string) => string) => ({
    ...form.getInputProps(field),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      form.setFieldValue(field, format(event.currentTarget.value)),
    inputMode: 'numeric' as const,
    className: 'tabular',
    required: true,
  });
  return (
    <Paper p="lg" component="section" aria-label={t('card.title')}>
      <form ref={ref} onSubmit={submit(confirm)} noValidate>
        <Stack gap="md">
          <Group gap="xs">
            <Badge
              color="yellow"
              variant="light"
              radius="sm"
              leftSection={<IconFlask size={12} aria-hidden />}
              c="bright"
            >
              {t('test.mark')}
            </Badge>
            <Text size="sm" c="dimmed">
              {t('test.text')}
            </Text>
          </Group>
          <TestCards
            onUse={(number) => form.setValues({ number: groupCardNumber(number), expiry: '04 / 34', cvc: '424' })}
          />
          <FormBanner message={message ?? failure} />
          <TextInput
            {...typed('number', groupCardNumber)}
            label={t('test.number')}
            placeholder="4242 4242 4242 4242"
            autoComplete="off"
          />
          <SimpleGrid cols={2}>
            <TextInput
              {...typed('expiry', groupExpiry)}
              label={t('test.expiry')}
              placeholder="04 / 34"
              autoComplete="off"
            />
            <TextInput
              {...typed('cvc', (text) => text.replace(/\D/g, '').slice(0, 4))}
              label={t('test.cvc')}
              placeholder="424"
              autoComplete="off"
            />
          </SimpleGrid>
          {leaving && (
            <Text size="sm" role="status">
              {t('card.redirecting')}
            </Text>
          )}
          <Button type="submit" loading={submitting || leaving} fullWidth>
            {submitLabel}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
