import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBaseOs } from '#server/compute/base-os.ts';
import { waitForOverImage } from '#server/features/workspaces/wait-until-ready.ts';
import { dialWhenUp, engine, httpGet, images, Laboratory, shell, waitUntilReady } from './support.ts';

const OWN = 'slipway-test/own-image:1';
/** No glibc, no bash, no tools of GNU's: as small as an image with a shell can be. */
const BUSYBOX = (base: string) => `FROM ${base} AS built
RUN apt-get update && apt-get install -y --no-install-recommends busybox-static
RUN mkdir -p /out/bin /out/etc && cp /bin/busybox /out/bin/ && /bin/busybox --install -s /out/bin \\
 && printf 'root:x:0:0::/root:/bin/sh\\nnode:x:1000:1000::/home/node:/bin/sh\\n' >/out/etc/passwd \\
 && printf 'root:x:0:\\nnode:x:1000:\\nplugdev:x:50:node\\n' >/out/etc/group
FROM scratch
COPY --from=built /out/ /
VOLUME /data
USER node
ENV PATH=/bin
CMD ["sh", "-c", "touch /tmp/own-command"]
`;

const lab = new Laboratory();
let over: string;
let name: string;

beforeAll(async () => {
  await lab.open();
  const contextFolder = await mkdtemp(join(tmpdir(), 'slipway-own-'));
  await writeFile(join(contextFolder, 'Dockerfile'), BUSYBOX(await ensureBaseOs(engine, 'bookworm', () => undefined)));
  await engine.buildImage({ contextFolder, tag: OWN });
  await rm(contextFolder, { recursive: true });
  over = await images.ensureOverImage(engine, { image: OWN, owner: null, labels: { 'slipway.test': 'own-image' } });
  const env = { SLIPWAY_OVERRIDE_COMMAND: 'false' };
  name = (await lab.workspace({ image: over, ide: true, env })).name;
  await waitForOverImage(engine, name);
});
afterAll(async () => {
  await lab.close();
  for (const image of [over, OWN]) if (image) await engine.removeImage(image);
});

test('an image without glibc is a workspace: VS Code, a shell, git and the image’s own programs and command', async () => {
  await waitUntilReady(name, 'ide');
  expect(await httpGet(await dialWhenUp(name, 7080), '/healthz')).toContain('200 OK');
  expect(await shell(name, 'cd && pwd -P && id -un && id -Gn')).toBe('/home/node\nnode\nnode plugdev');
  expect(await shell(name, 'command -v grep && command -v git')).toBe('/bin/grep\n/opt/slipway/bin/git');
  expect(await shell(name, 'git init -q . && git status --porcelain && echo clean')).toBe('clean');
  await expect.poll(() => shell(name, 'ls /tmp/own-command')).toBe('/tmp/own-command');
});

test('its volumes are plain folders, so a snapshot has what is in them, and nothing else of it asks for rights', async () => {
  expect((await engine.inspectImage(OWN)).volumes).toEqual(['/data']);
  expect((await engine.inspectImage(over)).volumes).toEqual([]);
  const touched = await engine.run(name, {
    user: 'root',
    command: ['/bin/sh', '-c', 'mkdir -p /data && echo x >/data/x'],
  });
  expect(touched.exitCode).toBe(0);
  const snapshot = lab.snapshot();
  await engine.commit(name, snapshot);
  const { name: copy } = await lab.workspace({ image: snapshot });
  await waitForOverImage(engine, copy);
  expect(await shell(copy, 'cat /data/x && id -un')).toBe('x\nnode');
});
