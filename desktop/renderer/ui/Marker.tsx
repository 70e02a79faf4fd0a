import { Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';

/** 'Updated!' beside the button that did it; its place is announced even while it is empty. */
export function Marker({ shown, text }: { shown: boolean; text: string }) {
  return (
    <Text component="span" role="status" size="sm" fw={600} c="harbor" style={{ display: 'inline-flex', gap: 6 }}>
      {shown && (
        <>
          <IconCircleCheck size={18} aria-hidden /> {text}
        </>
      )}
    </Text>
  );
}
