import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

interface UndoToastProps {
  id: string;
  message: string;
  undo: () => Promise<unknown>;
  /** Once it is pressed it stays until it is done. */
  onPress: () => void;
}

/** What was done, and the way back. A failure is said in its place, and can be tried again. */
export function UndoToast({ id, message, undo, onPress }: UndoToastProps) {
  const { t } = useTranslation('common');
  const { mutate, isPending, error } = useMutation({ mutationFn: undo, onSuccess: () => notifications.hide(id) });
  const press = () => {
    onPress();
    mutate();
  };
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{error ? error.message : message}</Text>
      <Button variant="default" size="compact-sm" loading={isPending} onClick={press} flex="none">
        {t(error ? 'action.tryAgain' : 'action.undo')}
      </Button>
    </Group>
  );
}
