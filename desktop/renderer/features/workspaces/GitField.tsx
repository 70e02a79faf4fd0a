import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addDeployKey } from '#shared/features/workspaces/repository.ts';
import { isSshAddress, readRepositoryAddress, refName } from '#shared/features/workspaces/repository-address.ts';
import { call } from '../../lib/call.ts';
import { useCurrentUser } from '../auth/index.ts';
import { MissingSecrets } from '../secrets/index.ts';
import type { AddWorkspaceValues } from './choices.ts';
import { DeployKey } from './DeployKey.tsx';
import { RepositoryFound } from './RepositoryFound.tsx';
import { isFixed } from './template-values.ts';
import { useProposal } from './use-proposal.ts';

interface GitFieldProps {
  form: UseFormReturnType<AddWorkspaceValues>;
  /** What the page's address says of the workspace. */
  given: URLSearchParams;
}

/** The repository of a new workspace, which proposes what the workspace needs; for an ssh address with a deploy key, which can be created first. */
export function GitField({ form, given }: GitFieldProps) {
  const { t } = useTranslation(['workspaces', 'repository']);
  const making = useMutation({
    mutationFn: () => call(addDeployKey),
    onSuccess: ({ id }) => {
      form.clearFieldError('deploy_key_id');
      form.setFieldValue('deploy_key_id', id);
    },
  });
  const me = useCurrentUser();
  const { isAsked, look } = useProposal(form, given);
  const { ref } = readRepositoryAddress(form.values.git_url?.trim() ?? '');
  const gone = form.errors.deploy_key_id;
  const made = gone ? undefined : making.data;
  return (
    <Stack gap="xs">
      <TextInput
        {...form.getInputProps('git_url')}
        label={t('form.git')}
        description={t('form.gitHelp')}
        placeholder="https://github.com/organization/project.git"
        disabled={isFixed(form.values, 'git_url')}
        autoComplete="off"
        spellCheck={false}
      />
      {ref && !(isAsked && look.data) && (
        <Text size="sm" c="dimmed" role="status">
          {t('form.gitRef', { ref: refName(ref) })}
        </Text>
      )}
      {isAsked && <RepositoryFound look={look} />}
      {isAsked && form.values.user_id === me.id && (
        <MissingSecrets
          key={form.values.git_url}
          names={look.data?.missing_secrets ?? []}
          text={(which) => t('repository:found.missingSecrets', which)}
        />
      )}
      {isSshAddress(form.values.git_url ?? '') && !isFixed(form.values, 'git_url') && (
        <Alert
          color="harbor"
          variant="light"
          icon={<IconKey size={18} />}
          title={t('repository:key.needed')}
          styles={{ body: { minWidth: 0 } }}
        >
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{t(made ? 'repository:key.made' : 'repository:key.offer')}</Text>
            {made ? (
              <DeployKey publicKey={made.public_key} />
            ) : (
              <Button variant="default" size="xs" onClick={() => making.mutate()} loading={making.isPending}>
                {t('repository:key.make')}
              </Button>
            )}
            {(gone || making.error) && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {gone ?? making.error?.message}
              </Text>
            )}
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}
