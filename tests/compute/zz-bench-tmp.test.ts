import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, test } from 'vitest';
import { deleteWorkspace } from '#server/features/workspaces/delete-workspace.ts';
import { containerName } from '#server/features/workspaces/names.ts';
import { startWorkspace } from '#server/features/workspaces/start-workspace.ts';
import { stopWorkspace } from '#server/features/workspaces/stop-workspace.ts';
import { waitForIde } from '#server/features/workspaces/wait-until-ready.ts';
import { Lifecycle } from './lifecycle-support.ts';

let life: Lifecycle;
beforeAll(async () => {
  life = await Lifecycle.open();
  await life.work();
});
afterAll(() => life?.close());
test('bench', async () => {
  const image = await life.services.images.ensureImage(life.engine, { language: 'nodejs', database: 'none' });
  const signal = new AbortController().signal;
  const ours: number[] = [];
  const docker: number[] = [];
  const starts: number[] = [];
  const dstarts: number[] = [];
  await life.engine.ensureNetwork({ name: 'slipway-bench-tmp' });
  for (let i = 0; i < 6; i++) {
    let t = performance.now();
    execFileSync('docker', [
      'run',
      '-d',
      '--name',
      'slipway-bench-x',
      '--network',
      'slipway-bench-tmp',
      '--memory',
      '1536m',
      '--cpus',
      '1',
      '-e',
      'SLIPWAY_AGENT_TOKEN=abc',
      '-e',
      'SLIPWAY_IDE=vscode',
      image,
    ]);
    await waitForIde(life.engine, 'slipway-bench-x', signal);
    docker.push(performance.now() - t);
    execFileSync('docker', ['stop', 'slipway-bench-x']);
    t = performance.now();
    execFileSync('docker', ['start', 'slipway-bench-x']);
    await waitForIde(life.engine, 'slipway-bench-x', signal);
    dstarts.push(performance.now() - t);
    execFileSync('docker', ['rm', '-f', 'slipway-bench-x']);
    t = performance.now();
    const id = await life.add({ name: 'b' });
    await life.until(id, 'Active');
    ours.push(performance.now() - t);
    if (i === 0)
      console.log(
        JSON.stringify(
          await life.services.sql`select code, text, extract(epoch from created_at) from workspace_init_messages`,
        ),
      );
    await stopWorkspace(life.context, { id });
    await life.idle();
    t = performance.now();
    await startWorkspace(life.context, { id });
    await life.until(id, 'Active');
    starts.push(performance.now() - t);
    await deleteWorkspace(life.context, { id });
    await life.idle();
    void containerName;
  }
  await life.engine.removeNetwork('slipway-bench-tmp');
  const show = (list: number[]) =>
    `${list.map((n) => n.toFixed(0)).join(' ')} median ${list.toSorted((a, b) => a - b)[3]?.toFixed(0)}`;
  console.log('docker run', show(docker));
  console.log('add → W10 ', show(ours));
  console.log('docker start', show(dstarts));
  console.log('start', show(starts));
});
