import * as contract from '#shared/features/snapshots/contract.ts';
import { say } from '../../platform/say.ts';
import { changing, done, type RegisterRoutes } from '../routing.ts';
import { deleteSnapshot, undeleteSnapshot } from './delete-snapshot.ts';
import { listSnapshotOptions, listSnapshots } from './list-snapshots.ts';

/** Mount before the workspaces, whose `{workspaceID}` would match these names too. */
export const snapshotRoutes: RegisterRoutes = (mount) => {
  mount(contract.listSnapshots, async (context, { query }) => {
    const { user, workspace, snapshot_type, ...filters } = query;
    const list = await listSnapshots(context, {
      ...filters,
      userId: user,
      workspaceId: workspace,
      type: snapshot_type,
    });
    return { ...list, snapshots: list.rows };
  });
  mount(contract.snapshotOptions, async (context, { query }) => ({
    items: await listSnapshotOptions(context, { type: query.snapshot_type }),
  }));
  mount(contract.deleteSnapshot, async (context, { params }) => {
    const until = await deleteSnapshot(context, { id: params.snapshotID });
    const message = until ? say('snapshots.willBeDeleted') : say('snapshots.deleted');
    return { ...done(message), scheduled_delete_date: until?.toISOString() ?? null };
  });
  mount(contract.undeleteSnapshot, changing('snapshotID', undeleteSnapshot, say('snapshots.deletionCancelled')));
};
