import { Select, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  adminOrganizationDropdown,
  adminUserDropdown,
  switchUser,
  switchUserQuery,
} from '#shared/features/auth/impersonation.ts';
import { call } from '../../lib/call.ts';
import type { DialogProps } from '../../lib/modals.ts';
import { startSession } from '../../lib/session.ts';
import { Form } from '../../ui/Form.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { formDialog } from '../../ui/form-dialog.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';

const TYPING_MS = 200;

/** Whom to act as, and why. Only internal administrators have the entry that opens it. */
export const SwitchUserModal = formDialog('impersonation', 'title', 'md', SwitchUserForm);

function SwitchUserForm({ onClose }: Pick<DialogProps, 'onClose'>) {
  const { t } = useTranslation('impersonation');
  const [leaving, setLeaving] = useState(false);
  const { form, submit, ...api } = useApiForm({
    draft: '/switch-user',
    // Found by name only: a choice without its name would look like none.
    draftWithout: ['organization_id', 'user_id'],
    lasting: true,
    schema: switchUserQuery,
    initialValues: { organization_id: '', user_id: '', reason: '' },
    toBody: (values) => values,
    banner: null,
  });
  const { organization_id, user_id } = form.values;
  const organizations = useChoices('organizations', '', (q) => call(adminOrganizationDropdown, { query: { q } }));
  const users = useChoices('users', organization_id, (q) => call(adminUserDropdown, { query: { organization_id, q } }));
  const send = submit(async (_, query) => {
    const { sessionKey } = await call(switchUser, { query });
    setLeaving(true);
    await startSession(sessionKey);
    // A full reload, so that nothing of the administrator stays on the page.
    window.location.assign('/');
  });
  return (
    <Form api={api} onSubmit={send} intro={<Text size="sm">{t('text')}</Text>}>
      <Select
        {...organizations}
        label={t('organization')}
        value={organization_id || null}
        onChange={(id) => form.setValues({ organization_id: id ?? '', user_id: '' })}
        error={form.errors.organization_id}
        nothingFoundMessage={t('noOrganization')}
        data-autofocus
      />
      <Select
        {...users}
        key={organization_id}
        label={t('user')}
        description={t('userHelp')}
        value={user_id || null}
        onChange={(id) => form.setFieldValue('user_id', id ?? '')}
        error={form.errors.user_id}
        disabled={!organization_id}
        nothingFoundMessage={t('noUser')}
      />
      <Textarea
        {...form.getInputProps('reason')}
        label={t('reason')}
        description={t('reasonHelp')}
        maxLength={300}
        autosize
        minRows={2}
      />
      <FormActions cancel={onClose} submit={t('submit')} loading={api.submitting || leaving} />
    </Form>
  );
}

type Load = (q: string) => Promise<{ items: { value: string; text: string }[] }>;

/** A drop-down whose entries the server finds while typing; there may be thousands. */
function useChoices(of: string, below: string, load: Load) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  // A chosen entry's label isn't a new search.
  const q = search === chosen?.label ? '' : search;
  const found = useQuery({
    queryKey: ['users', 'switch', of, below, q],
    queryFn: () => load(q),
    enabled: of === 'organizations' || below !== '',
    placeholderData: keepPreviousData,
  });
  const data = (found.data?.items ?? []).map(({ value, text }) => ({ value, label: text }));
  const missing = chosen && !data.some(({ value }) => value === chosen.value) ? [chosen] : [];
  return {
    data: [...missing, ...data],
    searchable: true,
    searchValue: typed,
    onSearchChange: setTyped,
    onOptionSubmit: (value: string) => setChosen(data.find((each) => each.value === value) ?? null),
    // The server has already searched, also in fields that aren't shown.
    filter: ({ options }: { options: unknown[] }) => options as never,
    comboboxProps: { withinPortal: true },
  };
}
