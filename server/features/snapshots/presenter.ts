import type { SnapshotRow } from '#shared/features/snapshots/contract.ts';
import { launchPath } from '#shared/features/snapshots/model.ts';
import { describe, describeLanguages, findItem, type SoftwareOption } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { permissions, type SnapshotRecord } from './access.ts';

/** Possible languages and databases. */
export interface Software {
  languages: SoftwareOption[];
  databases: SoftwareOption[];
}

/** Wire value and name of a snapshot's contents. */
export function softwareOf(catalogue: Software, snapshot: SnapshotRecord) {
  if (snapshot.catalogueId) {
    const name = findItem(snapshot.catalogueId)?.name ?? snapshot.catalogueId;
    return { language: { value: snapshot.catalogueId, more: [], name }, database: { value: '', name: '' } };
  }
  return {
    language: describeLanguages(catalogue.languages, snapshot),
    database: describe(catalogue.databases, { id: snapshot.database, version: null }),
  };
}

/** The fields of a list row. */
export function presentSnapshot(
  { actor, config }: Pick<Context, 'actor' | 'config'>,
  catalogue: Software,
  snapshot: SnapshotRecord,
  userName: string,
): SnapshotRow {
  const link = launchPath(snapshot.id, snapshot.catalogueId);
  const { language, database } = softwareOf(catalogue, snapshot);
  return {
    id: snapshot.id,
    name: snapshot.name,
    snapshot_type: snapshot.type,
    original_user: userName,
    original_user_id: snapshot.userId,
    workspace_id: snapshot.catalogueId ? null : snapshot.instanceId,
    stack_id: snapshot.stackId,
    organization_service_id: snapshot.catalogueId ? snapshot.instanceId : null,
    status: snapshot.status,
    status_detail: snapshot.detail,
    language_name: language.name,
    database: database.value,
    database_name: database.name,
    size_bytes: snapshot.sizeBytes,
    create_date: snapshot.createdAt.toISOString(),
    scheduled_delete_date: snapshot.scheduledDeleteAt?.toISOString() ?? null,
    launch_link: link,
    url: `${config.publicUrl}${link}`,
    may: permissions(actor, snapshot),
  };
}
