import { describe, expect, test } from 'vitest';
import { bytesOf, POINTS_BUDGET_BYTES, type Point, pointsToDrop } from '#server/features/snapshots/thin-points.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { RESTORE_POINT_REASONS } from '#shared/features/snapshots/model.ts';
import { fc } from '#tests/support/fast-check.ts';

const START = Date.parse('2026-11-26T00:00:00Z');

const pointAt = (minute: number, values: Partial<Point> = {}): Point => ({
  id: String(minute),
  point: 'stopped',
  createdAt: new Date(START + minute * MINUTE),
  layer: `layer ${minute}`,
  layerBytes: 1,
  ...values,
});

/** Points of up to two months, with what they take. */
const points = fc
  .uniqueArray(
    fc.record({
      minute: fc.nat({ max: 60 * 24 * 60 }),
      point: fc.constantFrom(...RESTORE_POINT_REASONS),
      layerBytes: fc.integer({ min: 0, max: POINTS_BUDGET_BYTES / 4 }),
    }),
    { selector: ({ minute }) => minute, maxLength: 80 },
  )
  .map((all) => all.map(({ minute, ...values }) => pointAt(minute, values)));

const small = points.map((all) => all.map((point) => ({ ...point, layerBytes: 1 })));
const END = new Date(START + 60 * DAY);
const kept = (all: readonly Point[], now: Date, inUse?: Set<string>) => {
  const dropped = new Set(pointsToDrop(all, now, inUse));
  return all.filter(({ id }) => !dropped.has(id));
};
const newestOf = (all: readonly Point[]) =>
  all.reduce((newest, each) => (each.createdAt > newest.createdAt ? each : newest));
const until = (all: readonly Point[], now: Date) => all.filter(({ createdAt }) => createdAt <= now);

describe('restore points', () => {
  test('are one an hour for a day, one a day for a week, one a week for a month, and none after that', () => {
    const all = Array.from({ length: 60 * 24 * 2 }, (_, halfHour) => pointAt(halfHour * 30));
    const ages = kept(all, END).map(({ createdAt }) => END.getTime() - createdAt.getTime());
    expect(ages.filter((age) => age < DAY)).toHaveLength(24);
    expect(ages.filter((age) => age >= DAY && age < 7 * DAY)).toHaveLength(7);
    expect(ages.filter((age) => age >= 7 * DAY && age < 30 * DAY)).toHaveLength(4);
    expect(ages.filter((age) => age >= 30 * DAY)).toEqual([]);
  });

  test('thinned at every step, none is missed later that thinning once would have kept', () => {
    fc.assert(
      fc.property(small, fc.array(fc.nat({ max: 60 * 24 }), { maxLength: 40 }), (all, steps) => {
        let left: Point[] = [];
        let seen = START;
        let now = START;
        for (const hours of steps.map((minutes) => minutes * MINUTE)) {
          now += hours;
          left.push(...until(all, new Date(now)).filter(({ createdAt }) => createdAt.getTime() > seen));
          seen = now;
          left = kept(left, new Date(now));
        }
        const once = kept(
          all.filter(({ createdAt }) => createdAt.getTime() > START && createdAt.getTime() <= now),
          new Date(now),
        );
        expect(left.map(({ id }) => id).toSorted()).toEqual(once.map(({ id }) => id).toSorted());
      }),
    );
  });

  test('of the last day each hour keeps its newest, and all that were kept before going back', () => {
    fc.assert(
      fc.property(small, (all) => {
        const now = all.length > 0 ? newestOf(all).createdAt : END;
        const left = new Set(kept(all, now));
        for (const point of all.filter(({ createdAt }) => now.getTime() - createdAt.getTime() < DAY)) {
          const hour = Math.floor(point.createdAt.getTime() / HOUR);
          const beside = [...left].filter(({ createdAt }) => Math.floor(createdAt.getTime() / HOUR) === hour);
          expect(point.point === 'before' ? left.has(point) : beside.length > 0).toBe(true);
        }
      }),
    );
  });

  test('fit into the budget, the oldest go first, and the newest and those in use stay', () => {
    fc.assert(
      fc.property(points, fc.nat(), (all, chosen) => {
        fc.pre(all.length > 0);
        const now = newestOf(all).createdAt;
        const inUse = all[chosen % all.length];
        const left = kept(all, now, new Set(inUse ? [inUse.id] : []));
        expect(left).toContain(newestOf(all));
        expect(left).toContain(inUse);
        const others = left.filter((point) => point !== inUse && point !== newestOf(all));
        if (others.length > 0)
          expect(bytesOf(left.filter((point) => point !== inUse))).toBeLessThanOrEqual(POINTS_BUDGET_BYTES);
        const byAge = new Set(
          kept(
            all.map((point) => ({ ...point, layerBytes: 0 })),
            now,
          ).map(({ id }) => id),
        );
        const gone = all.filter((point) => byAge.has(point.id) && !left.includes(point));
        for (const point of gone) expect(others.every(({ createdAt }) => createdAt > point.createdAt)).toBe(true);
      }),
    );
  });

  test('that share a layer take it once', () => {
    const layerBytes = POINTS_BUDGET_BYTES / 2;
    const all = [0, 70, 140, 210].map((minute) => pointAt(minute, { layer: 'the same', layerBytes }));
    expect(bytesOf(all)).toBe(layerBytes);
    expect(pointsToDrop(all, new Date(START + 4 * HOUR))).toEqual([]);
  });
});
