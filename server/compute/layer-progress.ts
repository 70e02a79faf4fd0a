/** A progress line of an engine while it pushes or pulls. */
export interface LayerProgress {
  /** The layer. */
  id?: string | undefined;
  status?: string | undefined;
  progressDetail?: { current?: number | undefined; total?: number | undefined } | undefined;
}

/** What is known of the whole before it begins. */
export interface Expected {
  /** Of all layers, including those already there. */
  totalBytes?: number;
  /** Size of each layer, by the start of its digest, which engines use as its name. */
  layerBytes?: Record<string, number>;
}

const STEP = 10;
/** For a pulled layer, download is one half and unpacking the other. */
const PHASES: Record<string, { from: number; share: number }> = {
  Pushing: { from: 0, share: 1 },
  Downloading: { from: 0, share: 0.5 },
  'Download complete': { from: 0.5, share: 0 },
  Extracting: { from: 0.5, share: 0.5 },
  'Pull complete': { from: 1, share: 0 },
  Pushed: { from: 1, share: 0 },
};

/** Turns the progress of single layers into one percentage; `tell` hears each time it grew by ten. */
export function countPercent(
  tell: (percent: number) => void,
  { totalBytes, layerBytes = {} }: Expected,
): (line: LayerProgress) => void {
  const layers = new Map(Object.entries(layerBytes).map(([id, bytes]) => [id, { bytes, done: 0 }]));
  let told = 0;
  return ({ id, status = '', progressDetail: { current = 0, total = 0 } = {} }) => {
    if (id === undefined) return;
    if (status === 'Already exists') layers.delete(id);
    const phase = PHASES[status];
    const known = layers.get(id);
    if (!phase || (total === 0 && !known)) return;
    const layer = known ?? { bytes: total, done: 0 };
    const part = total > 0 ? Math.min(current / total, 1) : 0;
    layer.done = Math.max(layer.done, phase.from + phase.share * part);
    layers.set(id, layer);
    const all = [...layers.values()];
    const whole = totalBytes ?? all.reduce((bytes, each) => bytes + each.bytes, 0);
    const done = all.reduce((bytes, each) => bytes + each.bytes * each.done, 0);
    const percent = Math.min(Math.floor((done / whole) * 100), 100);
    if (percent === told || percent < Math.min(told + STEP, 100)) return;
    told = percent;
    tell(percent);
  };
}
