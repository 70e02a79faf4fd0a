import { ensureBaseOs } from './base-os.ts';
import { withBuildContext } from './build-context.ts';
import { buildOnce } from './build-once.ts';
import { detectBuildSettings } from './build-settings.ts';
import type { Engine } from './engine.ts';
import { hash, hashFiles } from './hash-files.ts';
import { IMAGES_FOLDER } from './software.ts';

/** Our own images, by the folder of their Dockerfile: where projects are built, a host, a new host's probe, the registry. */
export type MachineImage = 'builder' | 'host' | 'probe' | 'registry';

const PARTS: Record<MachineImage, string[]> = {
  builder: ['base/apt.conf', 'service/install-node', 'host/open-kernel', 'builder'],
  host: ['base/apt.conf', 'host'],
  probe: ['base/apt.conf', 'agent/agent.c', 'probe'],
  registry: ['base/apt.conf', 'registry'],
};

/** The image of a machine: found by a hash of what it is made of, or built. @throws EngineError */
export async function ensureMachineImage(
  engine: Engine,
  kind: MachineImage,
  onOutput: (line: string) => void,
): Promise<string> {
  const tag = `slipway/${kind}:${hash([await hashFiles(IMAGES_FOLDER, PARTS[kind])])}`;
  await buildOnce(engine, tag, onOutput, async (tell) => {
    const baseOs = await ensureBaseOs(engine, 'bookworm', tell);
    await withBuildContext(IMAGES_FOLDER, await detectBuildSettings(), async (contextFolder, buildArgs) => {
      await engine.buildImage({
        contextFolder,
        dockerfile: `${kind}/Dockerfile`,
        tag,
        buildArgs: { ...buildArgs, BASE_OS: baseOs },
        labels: { 'slipway.image': kind },
        onOutput: tell,
      });
    });
  });
  return tag;
}
