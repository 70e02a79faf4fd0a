import { SimpleGrid, Stack } from '@mantine/core';
import { HostDetails } from './HostDetails.tsx';
import { HostMeters } from './HostMeters.tsx';
import { HostTenants } from './HostTenants.tsx';
import { useShownHost } from './use-shown-host.ts';

/** What the host is, how much of it is allocated, and what runs on it. */
export function HostOverview() {
  const host = useShownHost();
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <HostDetails host={host} />
        <HostMeters host={host} />
      </SimpleGrid>
      <HostTenants id={host.id} />
    </Stack>
  );
}
