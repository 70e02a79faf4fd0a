import { Center } from '@mantine/core';
import { PageFailure } from './PageFailure.tsx';

/** Shown when not even the layout works. */
export function CrashPage() {
  return (
    <Center h="100dvh">
      <PageFailure />
    </Center>
  );
}
