import { SimpleGrid, Stack } from '@mantine/core';
import { isManager } from '#shared/features/auth/model.ts';
import { useCurrentUser } from '../auth/index.ts';
import { WorkspaceSnapshots } from '../snapshots/index.ts';
import { ServiceDetails } from './ServiceDetails.tsx';
import { ServiceInstructions } from './ServiceInstructions.tsx';
import { useShownService } from './use-shown-service.ts';

/** What the service is, how to connect to it, and its snapshots. */
export function ServiceOverview() {
  const service = useShownService();
  const user = useCurrentUser();
  const { instructions } = service;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, lg: instructions ? 2 : 1 }} spacing="md" style={{ alignItems: 'start' }}>
        {instructions && <ServiceInstructions text={instructions} />}
        <ServiceDetails service={service} />
      </SimpleGrid>
      {service.snapshot_flag && isManager(user) && <WorkspaceSnapshots workspaceId={service.id} />}
    </Stack>
  );
}
