import { Button, Group, NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { useDraft } from '../../ui/use-draft.ts';

interface AddTunnelProps {
  desktop: DesktopApi;
  /** None yet: the button waits for the choice. */
  workspaceId: string | null;
}

/** A port of the workspace, and a local port; by default the same one, or another if it is taken. */
export function AddTunnel({ desktop, workspaceId }: AddTunnelProps) {
  const { t } = useTranslation('computer');
  const form = useForm({ initialValues: { remotePort: '' as number | string, localPort: '' as number | string } });
  useDraft('add-tunnel', form, { lasting: true });
  const { remotePort, localPort } = form.values;
  const add = useMutation({
    mutationFn: (input: { workspaceId: string; remotePort: number; localPort?: number }) =>
      desktop.call('tunnels.open', input),
    onSuccess: form.reset,
  });
  const ready = workspaceId !== null && typeof remotePort === 'number';
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    add.mutate({ workspaceId, remotePort, ...(typeof localPort === 'number' && { localPort }) });
  };
  const port = { min: 1, max: 65_535, allowDecimal: false, allowNegative: false, hideControls: true } as const;
  return (
    <form onSubmit={send}>
      <FormBanner message={add.error?.message} />
      <Group gap="xs" align="flex-end">
        <NumberInput
          {...port}
          w={130}
          label={t('tunnels.remotePort')}
          placeholder="3000"
          {...form.getInputProps('remotePort')}
        />
        <NumberInput
          {...port}
          // As wide as its placeholder in any language.
          flex="1 1 240px"
          maw={280}
          label={t('tunnels.localPort')}
          placeholder={t('tunnels.same')}
          {...form.getInputProps('localPort')}
        />
        <Button type="submit" variant="default" disabled={!ready} loading={add.isPending}>
          {t('tunnels.add')}
        </Button>
      </Group>
    </form>
  );
}
