import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chaos, type Round } from './chaos.ts';
import { ON_ONE_ENGINE } from './disturbances.ts';
import { loseNodes } from './lose-nodes.ts';

/**
 * `npm run chaos -- --seed 7 --minutes 10`: everything once without minutes, and with `--only words` what has these
 * words in its name. `--nodes` takes machines of a pool away in its place. Ends with 1 if something was not held.
 */
const MAX_MINUTES = 24 * 60;
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    only: { type: 'string', default: '' },
    nodes: { type: 'boolean', default: false },
  },
});
const [seed, minutes] = [Number(values.seed), values.minutes === undefined ? undefined : Number(values.minutes)];
if (!Number.isSafeInteger(seed) || (minutes !== undefined && !(minutes > 0 && minutes <= MAX_MINUTES))) {
  console.error('Say which seed and for how long, up to a day: npm run chaos -- --seed 7 --minutes 10');
  process.exit(2);
}
const folder = path.resolve(import.meta.dirname, '../../test-results');
const onRound = ({ name, inOrder, problems }: Round) => {
  console.log(`${name}: ${problems.length === 0 ? `held, after ${inOrder.toFixed(1)} s` : 'NOT HELD'}`);
  for (const problem of problems) console.log(`  ${problem}`);
};
const disturbances = ON_ONE_ENGINE.filter(({ name }) => name.includes(values.only));
const { rounds, file } = await (values.nodes
  ? loseNodes({ seed, folder, onRound })
  : chaos({
      seed,
      disturbances,
      shuffled: true,
      ...(minutes !== undefined && { seconds: minutes * 60 }),
      launchers: 2,
      timed: true,
      folder,
      onRound,
    }));
console.log(`\n${await readFile(file, 'utf8')}${file}`);
process.exitCode = rounds.every(({ problems }) => problems.length === 0) ? 0 : 1;
