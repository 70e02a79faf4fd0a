import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { ConfirmPopover, type ConfirmPopoverProps } from './ConfirmPopover.tsx';
import type { Bulk } from './use-bulk.ts';

interface BulkDeleteProps
  extends Pick<ConfirmPopoverProps, 'text' | 'detail' | 'ready' | 'toType' | 'confirmLabel' | 'onConfirm'> {
  bulk: Pick<Bulk<never>, 'busy'>;
  label: string;
}

/** The button that deletes the selected rows, once it is sure; its order is named `delete`. */
export function BulkDelete({ bulk, label, ...question }: BulkDeleteProps) {
  return (
    <ConfirmPopover {...question}>
      <Button
        size="xs"
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={14} />}
        {...bulk.busy('delete')}
      >
        {label}
      </Button>
    </ConfirmPopover>
  );
}
