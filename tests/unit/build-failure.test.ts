import { expect, test } from 'vitest';
import { explainBuild } from '#server/compute/build-failure.ts';

const limits = { minutes: 30, cpuCores: 1, memoryMb: 2048, diskMb: 20_480 };
const dockerfile = { path: 'Dockerfile', text: 'FROM debian\n\nRUN make && \\\n  make install\n' };
const explain = (output: string) => explainBuild(output, dockerfile, limits).problem;

test.each([
  [
    '------\n > [stage-0 2/3] RUN make &&   make install:\n#5 1.2 no rule\n------\nexecutor failed running',
    { reason: 'step', file: 'Dockerfile', line: 3, instruction: 'RUN make &&   make install' },
  ],
  [
    'ERROR: Feature "Hello" (./hello) failed to install! Look at the documentation',
    { reason: 'feature', feature: './hello' },
  ],
  ['tar: x: Cannot write: No space left on device\n > [2/2] RUN tar:\n', { reason: 'disk', gigabytes: 20 }],
  ['executor failed running [/bin/sh -c x]: exit code: 137', { reason: 'memory', gigabytes: 2 }],
  ['one\nsomething odd\n', { reason: 'other', last: 'something odd' }],
])('%s', (output, problem) => {
  expect(explain(output)).toEqual(problem);
});
