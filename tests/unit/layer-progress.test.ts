import { expect, test } from 'vitest';
import { countPercent, type Expected, type LayerProgress } from '#server/compute/layer-progress.ts';

function told(expected: Expected, lines: LayerProgress[]): number[] {
  const percents: number[] = [];
  const count = countPercent((percent) => percents.push(percent), expected);
  for (const line of lines) count(line);
  return percents;
}
const layer = (id: string, status: string, current?: number, total?: number): LayerProgress => ({
  id,
  status,
  progressDetail: current === undefined ? {} : { current, total: total ?? 0 },
});

test('of a pull arriving and being unpacked are a half each, and layers that are there do not count', () => {
  const lines = [
    layer('a', 'Already exists'),
    layer('b', 'Downloading', 50, 100),
    layer('b', 'Downloading', 51, 100),
    layer('b', 'Download complete'),
    layer('c', 'Pull complete'),
    layer('b', 'Extracting', 50, 100),
    layer('b', 'Pull complete'),
    { status: 'Status: Downloaded newer image' },
  ];
  expect(told({ layerBytes: { a: 1000, b: 100, c: 100 } }, lines)).toEqual([12, 25, 75, 87, 100]);
});

test('of a push the small layer that is there first is not the whole', () => {
  const lines = [
    layer('a', 'Pushing', 5, 5),
    layer('a', 'Pushed'),
    layer('b', 'Pushing', 600, 995),
    layer('b', 'Pushing', 650, 995),
    layer('b', 'Pushing', 2000, 995),
  ];
  expect(told({ totalBytes: 1000 }, lines)).toEqual([60, 100]);
});
