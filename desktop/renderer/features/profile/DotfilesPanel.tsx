import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateDotfilesBody } from '#shared/features/profile/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { dotfilesQuery, updateDotfilesMutation } from './queries.ts';

/** The repository that new workspaces install the person's dotfiles from. */
export function DotfilesPanel() {
  const { t } = useTranslation('profile');
  const dotfiles = useQuery(dotfilesQuery);
  return (
    <Panel title={t('dotfiles.title')} text={t('dotfiles.text')}>
      <Loaded query={dotfiles} skeleton={<PageSkeleton rows={1} />}>
        {({ dotfiles_url: url }) => <DotfilesForm url={url ?? ''} />}
      </Loaded>
    </Panel>
  );
}

function DotfilesForm({ url }: { url: string }) {
  const { t } = useTranslation('profile');
  const update = useSend(updateDotfilesMutation);
  const { form, submit, ...api } = useApiForm({
    draft: 'dotfiles',
    lasting: true,
    schema: updateDotfilesBody,
    initialValues: { dotfiles_url: url },
    toBody: (values) => ({ dotfiles_url: values.dotfiles_url.trim() || null }),
    banner: null,
  });
  return (
    <Form
      api={api}
      onSubmit={submit(async (_, body) => {
        await update(body);
        form.resetDirty();
        toastSuccess(t('dotfiles.saved'));
      })}
      submit={t('dotfiles.save')}
      disabled={!form.isDirty()}
    >
      <TextInput
        {...form.getInputProps('dotfiles_url')}
        label={t('dotfiles.url')}
        description={t('dotfiles.urlHelp')}
        placeholder="https://github.com/ada/dotfiles.git"
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
      />
    </Form>
  );
}
