import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { ActionButton, type ActionButtonProps } from './ActionButton.tsx';
import { ConfirmPopover } from './ConfirmPopover.tsx';

interface DeleteButtonProps extends Omit<ActionButtonProps, 'icon'> {
  /** What is asked first. */
  text: string;
}

/** Deletes what a page is about, after asking. */
export function DeleteButton({ text, ...props }: DeleteButtonProps) {
  if (props.blocked) return <ActionButton {...props} icon={IconTrash} />;
  const { label, onPress, loading, disabled } = props;
  return (
    <ConfirmPopover text={text} onConfirm={onPress}>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} />}
        loading={loading}
        disabled={disabled}
      >
        {label}
      </Button>
    </ConfirmPopover>
  );
}
