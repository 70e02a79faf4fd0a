import { Center } from '@mantine/core';
import { PageFailure } from './PageFailure.tsx';

/** What is left when not even the layout could be shown. */
export function CrashPage() {
  return (
    <Center h="100dvh">
      <PageFailure />
    </Center>
  );
}
