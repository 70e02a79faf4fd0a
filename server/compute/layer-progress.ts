/** A line of an engine's progress while it pushes or pulls. */
export interface LayerProgress {
  /** The layer. */
  id?: string;
  status?: string;
  progressDetail?: { current?: number; total?: number };
}

const STEP = 5;
/** Of a layer that is pulled, arriving is one half and being unpacked the other. */
const PHASES: Record<string, { from: number; share: number }> = {
  Pushing: { from: 0, share: 1 },
  Downloading: { from: 0, share: 0.5 },
  'Download complete': { from: 0.5, share: 0 },
  Extracting: { from: 0.5, share: 0.5 },
  'Pull complete': { from: 1, share: 0 },
  Pushed: { from: 1, share: 0 },
};

/** Turns the progress of single layers into one number, which `tell` hears each time it has grown by five. */
export function countPercent(tell: (percent: number) => void): (line: LayerProgress) => void {
  const layers = new Map<string, { total: number; done: number }>();
  let told = 0;
  return ({ id, status = '', progressDetail: { current = 0, total = 0 } = {} }) => {
    const phase = PHASES[status];
    const known = id === undefined ? undefined : layers.get(id);
    if (id === undefined || !phase || (total === 0 && !known)) return;
    const layer = known ?? { total, done: 0 };
    const part = total > 0 ? Math.min(current / total, 1) : 0;
    layer.done = Math.max(layer.done, phase.from + phase.share * part);
    layers.set(id, layer);
    const all = [...layers.values()];
    const sum = all.reduce((bytes, each) => bytes + each.total, 0);
    const percent = Math.floor((all.reduce((bytes, each) => bytes + each.total * each.done, 0) / sum) * 100);
    if (percent < Math.min(told + STEP, 100) || percent === told) return;
    told = percent;
    tell(percent);
  };
}
