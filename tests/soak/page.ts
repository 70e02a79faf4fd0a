import { escapeHtml } from '#server/gateway/http/page.ts';
import type { Series } from './judge.ts';

export interface Steps {
  what: string;
  count: number;
  /** Seconds. */
  median: number;
  worst: number;
  errors: string[];
}

const [WIDTH, HEIGHT, MARGIN] = [220, 60, 4];

/** One page of small charts. */
export function page(run: { title: string; seconds: number; series: Series[]; steps: Steps[] }): string {
  const failures = run.steps.flatMap(({ what, errors }) => errors.map((error) => `${what}: ${error}`));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(run.title)}</title>
<style>
  :root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif; }
  body { margin: 2rem auto; max-width: 1100px; padding: 0 1rem; }
  main { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(${WIDTH}px, 1fr)); }
  figure { margin: 0; }
  figcaption { display: flex; justify-content: space-between; gap: 1rem; }
  svg { width: 100%; height: auto; display: block; background: color-mix(in srgb, currentColor 5%, transparent); }
  polyline { fill: none; stroke: #3b82f6; stroke-width: 1.5; }
  .grows { color: #dc2626; font-weight: 600; }
  td, th { padding: 0.2rem 1rem 0.2rem 0; text-align: right; font-variant-numeric: tabular-nums; }
  :is(td, th):first-child { text-align: left; }
</style>
<h1>${escapeHtml(run.title)}</h1>
<main>
${run.series.map((series) => chart(series, run.seconds)).join('\n')}
</main>
<h2>What people did</h2>
<table>
<tr><th>step</th><th>times</th><th>median</th><th>worst</th><th>failed</th></tr>
${run.steps.map((each) => `<tr><td>${escapeHtml(each.what)}</td><td>${each.count}</td><td>${each.median.toFixed(2)} s</td><td>${each.worst.toFixed(2)} s</td><td>${each.errors.length}</td></tr>`).join('\n')}
</table>
${failures.length > 0 ? `<h2>Failures</h2>\n<ul>\n${failures.map((each) => `<li>${escapeHtml(each)}</li>`).join('\n')}\n</ul>` : ''}
</html>
`;
}

function chart({ name, unit, values, verdict }: Series, seconds: number): string {
  const top = Math.max(1, ...values);
  const x = (index: number) => MARGIN + (index / Math.max(1, values.length - 1)) * (WIDTH - 2 * MARGIN);
  const y = (value: number) => HEIGHT - MARGIN - (value / top) * (HEIGHT - 2 * MARGIN);
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const last = `${round(values.at(-1) ?? 0)} ${unit}`.trim();
  const label = `${name}: ${last} after ${Math.round(seconds / 60)} minutes, at most ${round(top)}`;
  return `<figure>
<figcaption><span>${escapeHtml(name)}</span><span class="${verdict === 'grows' ? 'grows' : ''}">${last}${verdict ? ` · ${verdict}` : ''}</span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(label)}"><polyline points="${points}"/></svg>
</figure>`;
}

function round(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}
