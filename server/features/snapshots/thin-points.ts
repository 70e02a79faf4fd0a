import type { RestorePointReason } from '#shared/features/snapshots/model.ts';
import { DAY, HOUR } from '../../platform/clock.ts';

/** How close together restore points stay: up to an age, the newest of each span of time. */
const KEPT = [
  { upTo: DAY, each: HOUR },
  { upTo: 7 * DAY, each: DAY },
  { upTo: 30 * DAY, each: 7 * DAY },
] as const;
/** What the restore points of one workspace may take on disk; the newest one stays in any case. */
export const POINTS_BUDGET_BYTES = 10 * 1024 ** 3;

export interface Point {
  id: string;
  point: RestorePointReason | null;
  createdAt: Date;
  layer: string | null;
  layerBytes: number | null;
}

/**
 * Which of one workspace's restore points nobody keeps any more: first by age, then the oldest until the others fit
 * into the budget. Spans begin at the same time for everyone, so that what is kept today isn't missed tomorrow.
 * @param inUse the one it is going back to, or hasn't been started from yet
 */
export function pointsToDrop(points: readonly Point[], now: Date, inUse: ReadonlySet<string> = new Set()): string[] {
  const newestFirst = points.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const spans = new Set<string>();
  const layers = new Set<string>();
  let bytes = 0;
  return newestFirst.flatMap((point, index) => {
    const isWanted = isKept(point, now, spans);
    const isNewest = index === 0;
    const added = bytes + ownBytes(point, layers);
    if (!isNewest && !inUse.has(point.id) && !(isWanted && added <= POINTS_BUDGET_BYTES)) {
      // Those before it would not fit either: the oldest go first.
      if (isWanted) bytes = Number.POSITIVE_INFINITY;
      return [point.id];
    }
    bytes = added;
    if (point.layer !== null) layers.add(point.layer);
    return [];
  });
}

/** What they take on disk: a layer that several share is there once. */
export function bytesOf(points: readonly Point[]): number {
  const layers = new Set<string>();
  let bytes = 0;
  for (const point of points) {
    bytes += ownBytes(point, layers);
    if (point.layer !== null) layers.add(point.layer);
  }
  return bytes;
}

function ownBytes({ layer, layerBytes }: Point, others: ReadonlySet<string>): number {
  return layer !== null && others.has(layer) ? 0 : (layerBytes ?? 0);
}

/** Called from the newest to the oldest: the first of a span is the one that stays. */
function isKept({ point, createdAt }: Point, now: Date, spans: Set<string>): boolean {
  const age = now.getTime() - createdAt.getTime();
  const rule = KEPT.find(({ upTo }) => age < upTo);
  if (!rule) return false;
  // What somebody may want to undo isn't replaced by what came soon after.
  if (point === 'before' && age < DAY) return true;
  const span = `${rule.each} ${Math.floor(createdAt.getTime() / rule.each)}`;
  if (spans.has(span)) return false;
  spans.add(span);
  return true;
}
