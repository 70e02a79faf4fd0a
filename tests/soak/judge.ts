import type { Sample } from './watch.ts';

export interface Series {
  name: string;
  unit: string;
  values: number[];
  /** Whether it may only grow: null where growth is no fault, as of the audit log. */
  verdict: 'flat' | 'grows' | 'too short' | null;
}

/** What a server may not hold more of the longer it runs, and the growth that is noise. */
const FLAT = [
  { name: 'memory', unit: 'MB', noise: 25 },
  { name: 'descriptors', unit: '', noise: 15 },
  { name: 'connections', unit: '', noise: 4 },
  { name: 'containers', unit: '', noise: 4 },
  { name: 'networks', unit: '', noise: 2 },
  { name: 'jobs', unit: '', noise: 10 },
] as const;
/** Of the settled level. */
const NOISE_SHARE = 0.1;
/** Fewer say nothing about quarters. */
const SAMPLES_MIN = 16;

/** Every series of a run, with what it tells: the first quarter settles, the second is compared with the last. */
export function judge(samples: Sample[]): Series[] {
  const flat = FLAT.map(({ name, unit, noise }): Series => {
    const values = samples.map((sample) => sample[name]);
    return { name, unit, values, verdict: verdictOf(values, noise) };
  });
  const images = { name: 'images', unit: '', values: samples.map((sample) => sample.images), verdict: null };
  const tables = [...new Set(samples.flatMap(({ rows }) => Object.keys(rows)))].sort();
  const rows = tables.map((name): Series => {
    return { name, unit: 'rows', values: samples.map((sample) => sample.rows[name] ?? 0), verdict: null };
  });
  return [...flat, images, ...rows.filter(({ values }) => new Set(values).size > 1)];
}

function verdictOf(values: number[], noise: number): Series['verdict'] {
  if (values.length < SAMPLES_MIN) return 'too short';
  const quarter = Math.floor(values.length / 4);
  const settled = median(values.slice(quarter, 2 * quarter));
  const last = median(values.slice(-quarter));
  return last - settled > Math.max(noise, settled * NOISE_SHARE) ? 'grows' : 'flat';
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
