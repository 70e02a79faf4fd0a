import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from 'tar-stream';
import { say } from '../platform/say.ts';
import { withBuildContext } from './build-context.ts';
import { buildOnce } from './build-once.ts';
import type { BuildSettings } from './build-settings.ts';
import type { Engine, ImageDetails } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { hash, hashFiles } from './hash-files.ts';
import { ProjectImageRefused } from './project-image-refused.ts';

/** A name or number of a user, and perhaps of a group; root if it is empty. */
const USER = /^([A-Za-z0-9_][A-Za-z0-9_.-]{0,31}(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,31})?)?$/;
const START = ['/opt/slipway/bin/tini', '--', '/usr/local/lib/slipway/start-over'];
const USUAL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** On the images that are put over those of projects; with the installation's label beside it. */
export const OVER_IMAGE = { 'slipway.image': 'over' };

const OVER_NAME = 'slipway/over:';

/** Whether a container's image is one that was put over a project's. */
export const isOverImage = (reference: string) => reference.startsWith(OVER_NAME);

type Listener = (line: string) => void;

export interface OverImageRequest {
  /** A reference or id that this engine has. Nothing of it is run before it is a workspace's container. */
  image: string;
  /** Whose image it is: an organization's id, or null if anybody could have pulled it. */
  owner: string | null;
  /** Labels of the installation, so that no other one on the same engine removes it. */
  labels: Record<string, string>;
}

/** What goes over projects' images, as an image of its own: found by a hash of what it is made of, or built. */
export async function ensureOverParts(
  engine: Engine,
  baseTag: string,
  { folder, settings, onOutput }: { folder: string; settings: () => Promise<BuildSettings>; onOutput: Listener },
): Promise<string> {
  const tag = await nameOfParts(baseTag, folder);
  await buildOnce(engine, tag, onOutput, async (tell) => {
    await withBuildContext(folder, await settings(), async (contextFolder, buildArgs) => {
      await engine.buildImage({
        contextFolder,
        dockerfile: 'over/Dockerfile',
        tag,
        buildArgs: { ...buildArgs, BASE: baseTag },
        labels: { 'slipway.image': 'over-parts' },
        onOutput: tell,
      });
    });
  });
  return tag;
}

async function nameOfParts(baseTag: string, folder: string): Promise<string> {
  return `slipway/over-parts:${hash([baseTag, await hashFiles(folder, ['over'])])}`;
}

/**
 * A project's image with our parts on top: the same layers, and one with the agent, VS Code and their tools in folders
 * of ours. Found by a hash of both. Nothing of the image runs here, and what it says about volumes, health checks and
 * its user is left out.
 * @throws ProjectImageRefused with a sentence, EngineError
 */
export async function ensureOverImage(
  engine: Engine,
  { image, owner, labels }: OverImageRequest,
  { parts, onOutput }: { parts: string; onOutput: Listener },
): Promise<string> {
  const own = await engine.inspectImage(image);
  refuse(own, await engine.inspectImage(parts));
  const tag = `${OVER_NAME}${hash([own.id, parts, owner ?? '', JSON.stringify(labels)])}`;
  await buildOnce(engine, tag, onOutput, async (tell) => {
    tell(say('images.puttingOver'));
    const context = await mkdtemp(join(tmpdir(), 'slipway-over-'));
    const bare = own.volumes.length > 0 ? `${tag}-volumes` : tag;
    try {
      await writeFile(join(context, 'Dockerfile'), dockerfileOver(own, parts));
      await engine.buildImage({ contextFolder: context, tag: bare, labels: { ...OVER_IMAGE, ...labels } });
      if (bare !== tag) await withoutVolumes(engine, bare, tag);
    } finally {
      await rm(context, { recursive: true, force: true });
      if (bare !== tag) await engine.removeImage(bare);
    }
  });
  return tag;
}

/** @throws ProjectImageRefused */
function refuse(own: ImageDetails, parts: ImageDetails): void {
  if (own.os !== 'linux' || own.architecture !== parts.architecture) {
    const [is, needed] = [`${own.os}/${own.architecture}`, `linux/${parts.architecture}`];
    throw new ProjectImageRefused(say('images.otherArchitecture', { architecture: is, machine: needed }));
  }
  // A build on top of it would run them, outside of any workspace.
  if (own.hasTriggers) throw new ProjectImageRefused(say('images.hasTriggers'));
  if (!USER.test(own.user)) throw new ProjectImageRefused(say('images.oddUser', { user: own.user.slice(0, 60) }));
}

/** In a Dockerfile: the image's own value of a variable, or ours. */
const unlessSet = (name: string, otherwise: string) => `\${${name}:-${otherwise}}`;

function dockerfileOver(own: Pick<ImageDetails, 'id' | 'user' | 'entrypoint' | 'command'>, parts: string): string {
  const lines = [
    `FROM ${parts} AS parts`,
    `FROM ${own.id}`,
    'COPY --from=parts / /',
    'USER root',
    'WORKDIR /home/dev/project',
    `ENV PATH="${unlessSet('PATH', USUAL_PATH)}:/opt/slipway/bin"`,
    `ENV LANG="${unlessSet('LANG', 'C.UTF-8')}" BASH_ENV=/etc/profile.d/slipway.sh`,
    `ENV NODE_EXTRA_CA_CERTS="${unlessSet('NODE_EXTRA_CA_CERTS', '/opt/slipway/etc/ca-certificates.crt')}"`,
    `ENV SLIPWAY_IMAGE_USER="${own.user}"`,
    'HEALTHCHECK NONE',
    'STOPSIGNAL SIGTERM',
    `ENTRYPOINT ${JSON.stringify(START)}`,
    `CMD ${JSON.stringify([...own.entrypoint, ...own.command])}`,
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * The same layers under another name, with a configuration that asks for no volumes: what a volume holds is in no
 * snapshot, and no disk limit counts it. A build can't take volumes away, loading an image can.
 * @throws EngineError `other` if the engine keeps them all the same
 */
async function withoutVolumes(engine: Engine, from: string, to: string): Promise<void> {
  const { architecture, os, config, layers } = await engine.inspectImage(from);
  const { Volumes: _, ...rest } = config;
  const created = new Date(0).toISOString();
  const described = {
    ...{ architecture, os, created, config: rest },
    rootfs: { type: 'layers', diff_ids: layers },
    history: layers.map(() => ({ created })),
  };
  const manifest = [
    { Config: 'config.json', RepoTags: [to], Layers: layers.map((_layer, index) => `${index}/layer.tar`) },
  ];
  const archive = pack();
  archive.entry({ name: 'config.json' }, JSON.stringify(described));
  archive.entry({ name: 'manifest.json' }, JSON.stringify(manifest));
  archive.finalize();
  await engine.loadImage(archive);
  const { volumes } = await engine.inspectImage(to);
  if (volumes.length === 0) return;
  await engine.removeImage(to);
  throw new EngineError('other', `${to} still asks for volumes: ${volumes.join(', ')}`);
}
