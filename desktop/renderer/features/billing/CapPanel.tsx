import { Button, Group, NumberInput, Paper, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CAP_RANGE } from '#shared/features/billing/contract.ts';
import { cents } from '#shared/features/billing/model.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { useCurrentUser } from '../auth/index.ts';
import { moneyField, moneyText } from './money.ts';
import { setSpendingCapMutation } from './queries.ts';

/** The monthly spending cap: owner and admins see it, the owner sets it. */
export function CapPanel({ cap }: { cap: number | null }) {
  const { t, i18n } = useTranslation('billing');
  const { role } = useCurrentUser();
  const [editing, setEditing] = useState(false);
  const amount = cap === null ? null : moneyText(cents(cap), i18n.language);
  return (
    <Paper p="lg" component="section" aria-labelledby="cap-title">
      <Stack gap="sm" align="flex-start">
        <Title order={2} id="cap-title">
          {t('cap.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('cap.text')}
        </Text>
        {editing ? (
          <CapForm cap={cap} onClose={() => setEditing(false)} />
        ) : (
          <>
            <Text className="tabular">{amount ? t('cap.current', { amount }) : t('cap.none')}</Text>
            {role === 'owner' ? (
              <Button variant="default" size="xs" onClick={() => setEditing(true)}>
                {amount ? t('cap.change') : t('cap.set')}
              </Button>
            ) : (
              <Text size="sm" c="dimmed">
                {t('cap.ownerOnly')}
              </Text>
            )}
          </>
        )}
      </Stack>
    </Paper>
  );
}

function CapForm({ cap, onClose }: { cap: number | null; onClose: () => void }) {
  const { t, i18n } = useTranslation(['billing', 'common']);
  const form = useForm<{ dollars: string | number }>({ initialValues: { dollars: cap === null ? '' : cap / 100 } });
  useDraft('spending-cap', form, { lasting: true });
  const { dollars } = form.values;
  const close = () => {
    form.reset();
    onClose();
  };
  const save = useMutation({
    ...setSpendingCapMutation,
    onSuccess: (_, wanted) => {
      const amount = wanted === null ? null : moneyText(cents(wanted), i18n.language);
      toastSuccess(amount ? t('cap.saved', { amount }) : t('cap.removed'));
      close();
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (dollars !== '') save.mutate(Math.round(Number(dollars) * 100));
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <FormBanner message={save.error?.message} />
        <NumberInput
          label={t('cap.label')}
          {...form.getInputProps('dollars')}
          min={CAP_RANGE.min}
          max={CAP_RANGE.max / 100}
          decimalScale={2}
          {...moneyField(i18n.language)}
          size="sm"
          required
          data-autofocus
        />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={save.isPending}>
            {t('cap.save')}
          </Button>
          {cap !== null && (
            <Button variant="default" size="xs" disabled={save.isPending} onClick={() => save.mutate(null)}>
              {t('cap.remove')}
            </Button>
          )}
          <Button variant="subtle" size="xs" onClick={close}>
            {t('common:action.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
