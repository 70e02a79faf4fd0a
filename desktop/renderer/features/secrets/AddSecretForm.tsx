import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addSecretBody } from '#shared/features/secrets/contract.ts';
import type { SecretKind } from '#shared/features/secrets/model.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { addSecretMutation, type Whose } from './queries.ts';
import { RepositoriesField } from './RepositoriesField.tsx';
import { ValueField } from './ValueField.tsx';

interface Values extends Record<string, unknown> {
  name: string;
  kind: SecretKind;
  value: string;
  repositories: string[] | null;
}

interface AddSecretFormProps {
  whose: Whose;
  /** The name that is asked for. */
  name?: string | undefined;
  onAdded?: (() => void) | undefined;
  onClose: () => void;
}

/** A name, its value, and the repositories it is for. */
export function AddSecretForm({ whose, name = '', onAdded, onClose }: AddSecretFormProps) {
  const { t } = useTranslation('secrets');
  const add = useSend(addSecretMutation);
  const { form, submit, ...api } = useApiForm<Values, typeof addSecretBody>({
    draft: `/add-secret-${[...Object.values(whose), name].join('-')}`,
    draftWithout: ['value'],
    lasting: true,
    schema: addSecretBody,
    initialValues: { name, kind: 'text', value: '', repositories: null },
    toBody: (values) => ({ ...values, ...whose }),
  });
  const send = submit(async (_, body) => {
    await add(body);
    toastSuccess(t('added'));
    onAdded?.();
    onClose();
  });
  const { kind, value, repositories } = form.values;
  return (
    <Form api={api} onSubmit={send} cancel={onClose} submit={t('add')}>
      <TextInput
        {...form.getInputProps('name')}
        label={t('form.name')}
        description={t('form.nameHelp')}
        placeholder="NPM_TOKEN"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...(!name && { 'data-autofocus': true })}
        required
      />
      <Stack gap={4}>
        <SegmentedControl
          aria-label={t('form.kind')}
          data={[
            { value: 'text', label: t('form.text') },
            { value: 'file', label: t('file') },
          ]}
          value={kind}
          onChange={(chosen) => form.setValues({ kind: chosen as SecretKind, value: '' })}
        />
        <Text size="sm" c="dimmed">
          {t(`form.${kind}Help`)}
        </Text>
      </Stack>
      <ValueField
        key={kind}
        {...{ kind, value }}
        error={form.errors.value}
        onChange={(next) => form.setFieldValue('value', next)}
        onError={(reason) => form.setFieldError('value', reason)}
        required
      />
      <RepositoriesField
        value={repositories}
        error={repositoriesError(form.errors)}
        onChange={(next) => form.setFieldValue('repositories', next)}
      />
    </Form>
  );
}

/** Of the field, or of one of its entries. */
export function repositoriesError(errors: Record<string, React.ReactNode>): React.ReactNode {
  return Object.entries(errors).find(([name]) => name.startsWith('repositories'))?.[1];
}
