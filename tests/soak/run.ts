import path from 'node:path';
import { soak } from './soak.ts';

/** `npm run soak -- 2h` (or `90s`, `30m`); ends with 1 if something failed or grew. */
const UNITS = { s: 1, m: 60, h: 3600 } as const;
const MAX_SECONDS = 24 * 3600;
const [, amount, unit] = /^(\d+(?:\.\d+)?)([smh])$/.exec(process.argv[2] ?? '10m') ?? [];
const seconds = Number(amount) * UNITS[unit as keyof typeof UNITS];
if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
  console.error('Say for how long, up to 24h: npm run soak -- 30m');
  process.exit(2);
}
const folder = path.resolve(import.meta.dirname, '../../test-results');
const { series, steps, file } = await soak({ seconds, people: 4, pause: Math.min(20, seconds / 4), folder });
for (const { name, unit: of, values, verdict } of series) {
  if (verdict) console.log(`${name}: ${values[0]?.toFixed(0)} → ${values.at(-1)?.toFixed(0)} ${of} (${verdict})`);
}
for (const { what, count, median, worst, errors } of steps) {
  console.log(
    `${what}: ${count} times, median ${median.toFixed(2)} s, worst ${worst.toFixed(2)} s, ${errors.length} failed`,
  );
  for (const error of new Set(errors)) console.log(`  ${error}`);
}
console.log(file);
const failed = steps.some(({ errors }) => errors.length > 0) || series.some(({ verdict }) => verdict === 'grows');
process.exitCode = failed ? 1 : 0;
