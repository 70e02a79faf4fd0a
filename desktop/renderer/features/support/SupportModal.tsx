import {
  Alert,
  Button,
  Group,
  Modal,
  Progress,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { supportOptions } from '#shared/features/support/contract.ts';
import { CLASSIFICATIONS, SUPPORT_LIMITS, type SupportCase, supportCase } from '#shared/features/support/model.ts';
import { addressOnTheWeb } from '../../lib/address-on-the-web.ts';
import type { DialogProps } from '../../lib/modals.ts';
import { routeQuery } from '../../lib/route-query.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Form } from '../../ui/Form.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useCurrentUser } from '../auth/index.ts';
import { Attachments } from './Attachments.tsx';
import { sendCase } from './send-case.ts';

/** A question, a bug or a suggestion, with up to 5 files. */
export function SupportModal({ opened, onClose }: DialogProps) {
  const { t } = useTranslation('support');
  const options = useQuery(routeQuery(['support'], supportOptions));
  const [sent, setSent] = useState(false);
  return (
    <Modal opened={opened} onClose={onClose} title={t('title')} size="lg" closeOnClickOutside={false}>
      {options.isPending && <Skeleton h={320} />}
      {options.isError && <ErrorState error={options.error} onRetry={() => void options.refetch()} />}
      {options.data && !sent && <SupportForm url={options.data.url} onSent={() => setSent(true)} onClose={onClose} />}
      {sent && (
        <Stack gap="md">
          <Alert color="green" role="status">
            {t('sent')}
          </Alert>
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              {t('close')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

interface SupportFormProps {
  url: string | null;
  onSent: () => void;
  onClose: () => void;
}

function SupportForm({ url, onSent, onClose }: SupportFormProps) {
  const { t } = useTranslation('support');
  const user = useCurrentUser();
  const [files, setFiles] = useState<File[]>([]);
  const [progress, setProgress] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const { form, submit, ...api } = useApiForm({
    draft: '/support',
    lasting: true,
    schema: supportCase,
    initialValues: {
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email_address,
      classification: 'question' as SupportCase['classification'],
      subject: '',
      description: '',
      ticket_url: addressOnTheWeb(),
    },
    toBody: (values) => values,
  });
  const { ref: frame } = api;
  const send = submit(async (values) => {
    leaving.current = new AbortController();
    const context = {
      user_id: user.id,
      user_name: user.username,
      organization_id: user.organization.id,
      organization_name: user.organization.name,
    };
    setProgress(0);
    await sendCase({ url, values, context, files, onProgress: setProgress, signal: leaving.current.signal });
    onSent();
  });
  // The dialog looked for it before this was rendered.
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [frame]);
  return (
    <Form api={api} onSubmit={send} cancel={onClose} submit={t('send')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          required
          label={t('first_name')}
          maxLength={SUPPORT_LIMITS.name}
          autoComplete="given-name"
          {...form.getInputProps('first_name')}
        />
        <TextInput
          required
          label={t('last_name')}
          maxLength={SUPPORT_LIMITS.name}
          autoComplete="family-name"
          {...form.getInputProps('last_name')}
        />
        <TextInput
          required
          type="email"
          label={t('email')}
          maxLength={SUPPORT_LIMITS.email}
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <Select
          required
          allowDeselect={false}
          label={t('classification.label')}
          data={CLASSIFICATIONS.map((value) => ({ value, label: t(`classification.${value}`) }))}
          {...form.getInputProps('classification')}
        />
      </SimpleGrid>
      <TextInput
        required
        data-autofocus
        label={t('subject')}
        maxLength={SUPPORT_LIMITS.subject}
        {...form.getInputProps('subject')}
      />
      <Textarea
        label={t('description')}
        description={t('left', { count: SUPPORT_LIMITS.description - form.values.description.length })}
        maxLength={SUPPORT_LIMITS.description}
        autosize
        minRows={4}
        maxRows={12}
        {...form.getInputProps('description')}
      />
      <Attachments
        files={files}
        onChange={setFiles}
        error={form.errors.attachments as string | undefined}
        disabled={api.submitting}
      />
      {api.submitting && files.length > 0 && !url && (
        <Progress value={progress * 100} aria-label={t('progress')} animated={progress === 1} />
      )}
    </Form>
  );
}
