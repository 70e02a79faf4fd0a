import { isIP } from 'node:net';
import { CPU, DISK_GB, MEMORY_GB, workspaceName } from '#shared/features/workspaces/model.ts';
import type { RepositoryLook } from '#shared/features/workspaces/repository.ts';
import { folderName, isSshAddress } from '#shared/features/workspaces/repository-address.ts';

import { Forbidden, Unavailable, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { takeAttempt } from '../auth/index.ts';
import { databases, languages, type SoftwareOption } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { missingSecrets } from '../secrets/index.ts';
import { hostOf } from './clone-error.ts';
import { openUnusedKey } from './deploy-keys.ts';
import { type Devcontainer, readDevcontainer } from './devcontainer.ts';
import { MAX_DEVCONTAINER_BYTES } from './devcontainer-json.ts';
import type { HostRequirements } from './devcontainer-requirements.ts';
import { devcontainerPlaces, PROJECT_FOLDER } from './find-devcontainer.ts';
import { findReachable, parseGitUrl } from './git-url.ts';
import { type RemoteRepository, withRemoteRepository } from './remote-repository.ts';
import { DATABASE_FILES, suggestDatabase, suggestLanguages } from './suggest-software.ts';

/** On one process of the server. */
const MOST_AT_ONCE = 4;
const MAX_FILE_BYTES = 256 * 1024;
let running = 0;

interface LookInput {
  gitUrl: string;
  gitRef?: string | undefined;
  deployKeyId?: string | undefined;
}

/**
 * Looks into a repository before a workspace is added, and proposes what the workspace needs for it. Nothing is kept.
 * @throws Forbidden, TooManyRequests, Unavailable, ValidationError with the reason why it can't be looked at
 */
export async function lookAtRepository(context: Context, input: LookInput): Promise<RepositoryLook> {
  const { actor, config } = context;
  if (actor.role === 'user') throw new Forbidden(say('workspaces.roleCannotCreate'));
  await takeAttempt(context, 'look-user', actor.userId);
  const source = await parseGitUrl(input.gitUrl, { config, ref: input.gitRef });
  const deployKey =
    input.deployKeyId && isSshAddress(source.url) ? await openUnusedKey(context, input.deployKeyId) : null;
  // This machine may reach more than workspaces do, and keeps to what they reach.
  const host = mustBePlain(hostOf(source.url).host.replace(/^\[|\]$/g, ''));
  const addresses = await findReachable(host, { allow: config.egressAllow });
  const [languageOptions, databaseOptions] = await Promise.all([languages(context), databases(context)]);
  if (running >= MOST_AT_ONCE) throw new Unavailable(say('workspaces.lookBusy'));
  running += 1;
  try {
    const found = await withRemoteRepository({ ...source, deployKey, addresses }, async (repository) => ({
      name: nameFrom(source.url),
      ref: repository.ref,
      default_branch: repository.defaultBranch,
      languages: suggestLanguages(languageOptions, repository.files).map(toOption),
      ...(await readContents(repository, databaseOptions)),
    }));
    const { secrets, ...look } = found;
    const { organizationId, userId } = actor;
    const to = { organizationId, userId, gitUrl: source.url };
    return { ...look, missing_secrets: await missingSecrets(context.db, to, secrets) };
  } finally {
    running -= 1;
  }
}

async function readContents(repository: RemoteRepository, databaseOptions: SoftwareOption[]) {
  const places = devcontainerPlaces(repository.files);
  const others = repository.files.filter((file) => DATABASE_FILES.some((each) => each.test(file)));
  const [place] = places.length === 1 ? places : [];
  const contents = await repository.read(others, MAX_FILE_BYTES);
  const text = place && (await repository.read([place], MAX_DEVCONTAINER_BYTES + 1)).get(place);
  const database = suggestDatabase(databaseOptions, contents);
  const found =
    text === undefined
      ? null
      : readDevcontainer(text, { folder: PROJECT_FOLDER, id: '', ...(place && { file: place }) });
  const several = places.length > 1 ? [say('devcontainer.severalFiles', { count: places.length })] : [];
  return {
    database: database ? toOption(database) : null,
    ...resourcesFor(found?.requirements),
    secrets: found?.secrets ?? [],
    devcontainer:
      places.length === 0
        ? null
        : {
            file: place ?? null,
            followed: found?.followed ?? [],
            notes: [
              ...several,
              ...imageNotes(found),
              ...(found?.refusals ?? []),
              ...(found?.problems ?? []),
              ...(found?.ignored ?? []),
            ],
          },
  };
}

/** What the launch will say of the project's own image. */
function imageNotes(found: Devcontainer | null): string[] {
  if (!found || found.refusals.length > 0) return [];
  const { build, image } = found;
  if (!build && !image) return [];
  const used = build
    ? say('workspaces.buildsProjectImage', { file: build.recipe.place })
    : say('workspaces.usesProjectImage', { image: image?.reference ?? '' });
  return [used, say('workspaces.projectImageNoDatabase')];
}

/** The name goes into settings of git and ssh. @throws ValidationError on `git_url` */
function mustBePlain(host: string): string {
  if (isIP(host) || /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(host)) return host;
  throw new ValidationError({ git_url: say('workspaces.gitUrlExample') });
}

/** What a project asks for, in the steps and within the limits of a workspace on a host. */
function resourcesFor(wanted: HostRequirements | undefined) {
  const within = (value: number | null | undefined, { min, max, step }: typeof CPU | typeof MEMORY_GB) =>
    value ? Math.min(max, Math.max(min, Math.ceil(value / step) * step)) : null;
  const storageGb = wanted?.storageMb ? wanted.storageMb / 1024 : null;
  const sizes = DISK_GB.filter((size) => size > 0);
  return {
    cpu_cores: within(wanted?.cpus, CPU),
    memory_gb: within(wanted?.memoryMb && wanted.memoryMb / 1024, MEMORY_GB),
    disk_gb: storageGb ? (sizes.find((size) => size >= storageGb) ?? sizes.at(-1) ?? null) : null,
  };
}

/** Empty if the repository's own can't be a workspace's. */
function nameFrom(url: string): string {
  const name = folderName(url);
  return workspaceName.safeParse(name).success ? name : '';
}

const toOption = ({ value, name }: SoftwareOption) => ({ value, text: name });
