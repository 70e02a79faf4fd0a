import { Button, Stack, Text } from '@mantine/core';
import { IconBrandGithubFilled, IconBrandGoogleFilled } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Provider } from '#shared/features/auth/federated.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { leaveForProvider } from './leave-for-provider.ts';
import { providersQuery } from './queries.ts';

const ICONS = { github: IconBrandGithubFilled, google: IconBrandGoogleFilled } as const;

/** Sign-in with an account elsewhere; nothing if the operator set up no provider. */
export function FederatedButtons({ target }: { target: string }) {
  const { t } = useTranslation('auth');
  const { data: providers = [] } = useQuery(providersQuery);
  const [failed, setFailed] = useState(false);
  const leave = useMutation({
    mutationFn: (provider: Provider) => leaveForProvider(provider, { redirect: target }),
    onError: () => setFailed(true),
    onSuccess: () => setFailed(false),
  });
  if (providers.length === 0) return null;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" ta="center">
        {t('federated.or')}
      </Text>
      {providers.map(({ id, name }) => {
        const Icon = ICONS[id];
        return (
          <Button
            key={id}
            variant="default"
            fullWidth
            leftSection={<Icon size={18} aria-hidden />}
            loading={(leave.isPending || leave.isSuccess) && leave.variables === id}
            onClick={() => leave.mutate(id)}
          >
            {t('federated.with', { name })}
          </Button>
        );
      })}
      {/* Below the buttons, which stay under the pointer, until the next answer. */}
      <FormBanner message={failed ? t('federated.noToken') : null} />
    </Stack>
  );
}
