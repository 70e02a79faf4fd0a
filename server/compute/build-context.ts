import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildSettings } from './build-settings.ts';

/** A build context: the folder's files, and `machine/` with this machine's settings. Removed when `use` has ended. */
export async function withBuildContext(
  folder: string,
  { certificates, npmRegistry, proxies }: BuildSettings,
  use: (contextFolder: string, buildArgs: Record<string, string>) => Promise<void>,
): Promise<void> {
  const context = await mkdtemp(join(tmpdir(), 'slipway-image-'));
  try {
    await cp(folder, context, { recursive: true });
    const machine = join(context, 'machine');
    await mkdir(join(machine, 'certificates'), { recursive: true });
    // COPY needs at least one file, and a machine may have no certificates of its own.
    await writeFile(join(machine, 'certificates', 'README'), 'CA files of the machine that built this image.\n');
    for (const [name, pem] of Object.entries(certificates)) await writeFile(join(machine, 'certificates', name), pem);
    const registry = npmRegistry ? `registry=${npmRegistry}\n` : '';
    await writeFile(join(machine, 'npmrc'), `${registry}cafile=/etc/ssl/certs/ca-certificates.crt\n`);
    await use(context, proxies);
  } finally {
    await rm(context, { recursive: true, force: true });
  }
}
