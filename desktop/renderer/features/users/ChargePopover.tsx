import { Button, Group, Popover, Stack, Text } from '@mantine/core';
import { type ReactElement, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Charge } from '#shared/api/envelope.ts';
import { ChargeText } from '../billing/index.ts';

interface ChargePopoverProps {
  /** The charge; without one, nothing is asked. */
  charge: Charge | null;
  onCancel: () => void;
  onAccept: () => void;
  /** The button it belongs to. */
  children: ReactElement;
}

/** What one more user or host costs now and every month, to the cent, before anything is charged. */
export function ChargePopover({ charge, onCancel, onAccept, children }: ChargePopoverProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Popover
      opened={charge !== null}
      onChange={(opened) => !opened && onCancel()}
      width={320}
      position="top-end"
      withArrow
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId}>
        <Stack gap="sm">
          <Text fw={600} id={titleId}>
            {t('confirm.title')}
          </Text>
          {charge && <ChargeText charge={charge} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" size="xs" onClick={onCancel}>
              {t('confirm.cancel')}
            </Button>
            <Button size="xs" onClick={onAccept} data-autofocus>
              {t('confirm.goAhead')}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
