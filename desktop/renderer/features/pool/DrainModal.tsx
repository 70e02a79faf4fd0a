import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Machine } from '#shared/features/pool/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { drainMachineMutation } from './queries.ts';

interface DrainModalProps {
  machine: Machine;
  opened: boolean;
  onClose: () => void;
}

/** Asks until when what is on a machine may go on there. */
export function DrainModal({ machine, opened, onClose }: DrainModalProps) {
  const { t } = useTranslation('pool');
  const form = useForm({ initialValues: { date: '' } });
  useDraft(`/drain-${machine.id}`, form, { lasting: true });
  const drain = useMutation({
    ...drainMachineMutation(machine.id),
    onSuccess: ({ message }) => {
      toastSuccess(serverText(message));
      form.reset();
      onClose();
    },
    onError: (error) => toastError(error.message),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { date } = form.values;
    drain.mutate(date ? new Date(date) : null);
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t('drain.title', { name: machine.name })}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{t('drain.intro')}</Text>
          <TextInput
            type="datetime-local"
            label={t('drain.date')}
            description={t('drain.dateHint')}
            {...form.getInputProps('date')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={drain.isPending}>
              {t('drain.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
