import { Button, Paper, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconBox, IconBrandNodejs, IconBrandPython } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { SAMPLES, type Sample, sampleOf } from '#shared/features/workspaces/samples.ts';
import { toastError } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/index.ts';
import { sshKeysQuery } from '../ssh-keys/index.ts';
import { addWorkspaceMutation, templateOptionsQuery } from './queries.ts';
import { useWorkspaceOptions } from './use-workspace-options.ts';

const ICONS = { nodejs: IconBrandNodejs, python: IconBrandPython, empty: IconBox };
/** What they are called at first; people rename them. */
const NAMES = { nodejs: 'nodejs-sample', python: 'python-sample', empty: 'scratch' };

interface Start {
  id: Sample | 'empty';
  language: string;
}

/** Below an empty list: workspaces that take one click, with a sample project or nothing in them. */
export function StartingPoints() {
  const { t } = useTranslation('workspaces');
  const navigate = useNavigate();
  const user = useCurrentUser();
  const options = useWorkspaceOptions();
  const keys = useQuery(sshKeysQuery());
  const templates = useQuery(templateOptionsQuery);
  const add = useMutation({
    ...addWorkspaceMutation,
    onSuccess: ({ id }) => navigate(`/workspaces/pending/${id}`),
    onError: (error: Error) => toastError(error.message),
  });
  // Whoever must use a template can't start without one.
  if (!options || !keys.isSuccess || templates.data?.required !== false) return null;
  const languages = options.languages.map(({ value }) => value);
  const starts = ([...SAMPLES, 'empty'] as const).flatMap((id): Start[] => {
    const language = languages.find((value) => (id === 'empty' ? value === 'none' : sampleOf(value) === id));
    return language ? [{ id, language }] : [];
  });
  const key = keys.data[0]?.id;
  const begin = ({ id, language }: Start) => {
    const name = NAMES[id];
    const sample = id === 'empty' ? undefined : id;
    // The form offers to add the key that a workspace needs.
    if (!key) return void navigate(`/workspaces/add?${new URLSearchParams({ name, language, sample: sample ?? '' })}`);
    add.mutate({
      name,
      user_id: user.id,
      ssh_key_id: key,
      server_id: 'shared',
      deployment_type: 'new_container',
      language,
      database: 'none',
      ...(sample && { sample }),
    });
  };
  const begun = add.isPending || add.isSuccess ? add.variables : undefined;
  return (
    <SimpleGrid
      cols={{ base: 1, sm: 3 }}
      spacing="md"
      w="100%"
      maw={820}
      component="section"
      aria-label={t('start.title')}
    >
      {starts.map((start) => {
        const Icon = ICONS[start.id];
        return (
          <Paper key={start.id} p="md" component="article">
            <Stack gap="xs" h="100%" align="flex-start">
              <ThemeIcon variant="light" size={32}>
                <Icon size={18} aria-hidden />
              </ThemeIcon>
              <Title order={3}>{t(`start.${start.id}.title`)}</Title>
              <Text size="sm" c="dimmed">
                {t(`start.${start.id}.text`)}
              </Text>
              <Button
                variant="default"
                size="xs"
                mt="auto"
                fullWidth
                disabled={Boolean(begun) && begun?.language !== start.language}
                loading={begun?.language === start.language}
                onClick={() => begin(start)}
              >
                {t(`start.${start.id}.action`)}
              </Button>
            </Stack>
          </Paper>
        );
      })}
    </SimpleGrid>
  );
}
