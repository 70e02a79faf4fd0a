import { Button, Group, Paper, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { repeatable } from '../../lib/query-client.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { useCurrentUser } from '../auth/index.ts';
import {
  KeyField,
  NameField,
  SampleField,
  SoftwareFields,
  useAddWorkspace,
  type WorkspaceOptions,
} from '../workspaces/index.ts';
import { useFinishStep } from './use-finish-step.ts';

/** Time to read the message before leaving, in milliseconds. */
const TO_WORKSPACES_MS = 500;

/** Name, language, database and SSH key; the server is the shared one. */
export function FirstWorkspaceForm({ options }: { options: WorkspaceOptions }) {
  const { t } = useTranslation(['wizard', 'common']);
  const user = useCurrentUser();
  const finish = useFinishStep(4);
  const end = useMutation({ mutationFn: () => finish('/workspaces?tour=true', TO_WORKSPACES_MS), ...repeatable });
  const { api, onSubmit } = useAddWorkspace({
    userId: user.id,
    defaults: options.defaults,
    onAdded: () => end.mutate(),
  });
  // The workspace exists: only the end of the setup is repeated, not the workspace.
  if (end.isError) return <ErrorState error={end.error} onRetry={() => end.mutate()} />;
  return (
    <form ref={api.ref} onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Paper p="lg">
          <Stack gap="md">
            <FormBanner message={api.message} />
            <NameField form={api.form} />
            <SoftwareFields form={api.form} languages={options.languages} databases={options.databases} />
            <SampleField form={api.form} />
            <KeyField form={api.form} />
          </Stack>
        </Paper>
        <FormBanner kind="success" message={end.isPending || end.isSuccess ? t('step4.done') : null} />
        <Group justify="space-between">
          <Button component={Link} to="/wizard/step3" variant="default">
            {t('common:action.back')}
          </Button>
          <Button type="submit" loading={api.submitting || end.isPending} disabled={end.isSuccess}>
            {t('step4.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
