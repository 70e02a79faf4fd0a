import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { TemplateContent } from '#shared/features/templates/contract.ts';
import { SHARED_LIMITS } from '#shared/features/workspaces/model.ts';
import { isSshAddress } from '#shared/features/workspaces/repository-address.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { choose, chooseLanguages, databases, languages } from '../catalogue/index.ts';
import type { Dependencies } from '../context.ts';
import { insertRecord, readInstance, updateRecord } from '../instances/index.ts';
import { holdPrepared } from '../snapshots/index.ts';
import { templates } from '../templates/tables.ts';
import {
  findNewestCommit,
  type NewestCommit,
  parseGitUrl,
  type WorkspaceRecord,
  workspaceKind,
} from '../workspaces/index.ts';
import { workspaces } from '../workspaces/tables.ts';
import type { PrebuildRecord } from './access.ts';

/** What a copy is made of. */
export interface Source {
  /** Its row; it is Deleted from the start, so that nobody sees, starts or pays for it. */
  workspace: WorkspaceRecord;
  image: string;
  deployKey: string | null;
  /** What the repository has, as far as this machine can ask. */
  newest: NewestCommit | null;
  branch: string | null;
  /** The commit of the newest copy. */
  prepared: string | null;
}

/** @throws ValidationError if the template asks for what isn't there any more */
export async function findSource(
  dependencies: Dependencies,
  prebuild: PrebuildRecord,
  content: TemplateContent,
): Promise<Source> {
  const { config, db, images, secrets } = dependencies;
  const [languageOptions, databaseOptions] = await Promise.all([languages(dependencies), databases(dependencies)]);
  const chosen = chooseLanguages(languageOptions, content);
  const [language, ...more] = chosen.languages;
  const database = choose(databaseOptions, content.database);
  if (!language || !database || Object.keys(chosen.fields).length > 0 || content.git_url === null) {
    throw new ValidationError({ template_id: say('templates.outdated') });
  }
  const { url, ref } = await parseGitUrl(content.git_url, { config });
  const deployKey = isSshAddress(url) ? secrets.open(prebuild.privateKey) : null;
  const found = await findNewestCommit(dependencies, { url, ref, deployKey });
  const software = {
    ...{ language: language.id, languageVersion: language.version, database: database.id },
    moreLanguages: more.map(({ value }) => value),
  };
  const [template] = await db.select().from(templates).where(eq(templates.id, prebuild.templateId));
  const copy = template && (await holdPrepared(db, template));
  return {
    workspace: await rowOf(dependencies, prebuild, { ...software, gitUrl: url, gitRef: ref }),
    image: await images.nameOf(software),
    deployKey,
    newest: found,
    branch: found?.kind === 'branch' ? found.name : null,
    prepared: copy?.gitCommit ?? null,
  };
}

type Wanted = Pick<
  WorkspaceRecord,
  'language' | 'languageVersion' | 'moreLanguages' | 'database' | 'gitUrl' | 'gitRef'
>;

async function rowOf(dependencies: Dependencies, prebuild: PrebuildRecord, wanted: Wanted): Promise<WorkspaceRecord> {
  const { clock, db, secrets } = dependencies;
  const { id, organizationId, userId, templateId } = prebuild;
  const password = wanted.database === 'none' ? null : secrets.seal(randomBytes(12).toString('hex'));
  return db.transaction(async (tx) => {
    const [template] = await tx.select({ name: templates.name }).from(templates).where(eq(templates.id, templateId));
    const set = { ...wanted, name: template?.name ?? '', databasePassword: password };
    const there = await readInstance({ db: tx }, workspaceKind, id);
    if (there) return (await updateRecord(tx, workspaceKind, there, set)) ?? there;
    const now = clock.now();
    const row = await insertRecord(tx, workspaces, {
      ...{ id, kind: 'workspace', organizationId, userId, slug: `prepared-${id}`, engineId: 'local' },
      ...{ status: 'Deleted', createdAt: now, deletedAt: now, ide: 'none' },
      ...{ cpuCores: SHARED_LIMITS.cpuCores, memoryMb: SHARED_LIMITS.memoryGb * 1024, diskGb: SHARED_LIMITS.diskGb },
      ...set,
    });
    return row;
  });
}
