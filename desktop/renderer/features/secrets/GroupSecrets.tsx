import { useQuery } from '@tanstack/react-query';
import { isManager } from '#shared/features/auth/model.ts';
import { useCurrentUser } from '../auth/index.ts';
import { secretPlacesQuery } from './queries.ts';
import { SecretsPanel } from './SecretsPanel.tsx';

/** Of the groups that the person administers; owner and admins find theirs on the groups' own pages. */
export function GroupSecrets() {
  const user = useCurrentUser();
  const { data } = useQuery({ ...secretPlacesQuery, enabled: !isManager(user) });
  return (
    <>
      {data?.groups.map(({ id, group_name }) => (
        <SecretsPanel key={id} whose={{ owner: 'group', group_id: id }} name={group_name} />
      ))}
    </>
  );
}
