import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { containerName } from '#server/features/instances/names.ts';
import { background, engine } from '#tests/gateway/container.ts';
import type { Disturbance, Way } from './disturbances.ts';
import { INVARIANTS, type Sight, untilInOrder } from './invariants.ts';
import { Crew, hire, launch, launcher, payer, persist, subscribe } from './people.ts';
import { randomFrom, shuffle } from './random.ts';
import { LiveSession, PROGRAM, type Session, ShellSession, StreamSession } from './sessions.ts';
import { setStage } from './stage.ts';
import { report } from './table.ts';
import { ApiWatch } from './watch-api.ts';

const API_BACK_MS = 15_000;
/** What a busy machine may need for a line to come back. */
const UNDISTURBED_MS = 5000;
/** People are this long at work before something happens, at most. */
const MOMENT_MS = 6000;

export interface Chaos {
  seed: number;
  /** Goes through them in an order that the seed decides, or as they are listed. */
  disturbances: readonly Disturbance[];
  shuffled: boolean;
  /** Begins no more disturbances after so many seconds; all of them once if left out. */
  seconds?: number;
  launchers: number;
  /** How long things take counts as well; not where other work keeps the machine busy. */
  timed: boolean;
  /** Where the table and the logs of the processes are written. */
  folder: string;
  onRound?: (round: Round) => void;
}

/** One disturbance, and what came of it. */
export interface Round {
  name: string;
  /** Seconds since the beginning. */
  at: number;
  /** How long people had been at work, in seconds. */
  moment: number;
  /** From when the disturbance was mended until the last call that failed, in seconds. */
  apiAway: number;
  /** From when it was mended until everything was in order, in seconds. */
  inOrder: number;
  /** What was not held, in words. */
  problems: string[];
}

export interface ChaosResult {
  rounds: Round[];
  /** How often people did what. */
  done: Map<string, number>;
  /** Of the table. */
  file: string;
}

/** What a session goes over. */
interface Watched {
  session: Session;
  ways: readonly Way[];
}

/** People work on an installation of its own while one thing after another is taken from it. */
export async function chaos(options: Chaos): Promise<ChaosResult> {
  const { seed, folder } = options;
  await mkdir(folder, { recursive: true });
  const stage = await setStage({ logs: path.join(folder, 'chaos-logs') });
  const closers: (() => Promise<unknown>)[] = [() => stage.close()];
  const crew = new Crew();
  const rounds: Round[] = [];
  try {
    const owner = await hire(stage);
    const account = await subscribe(stage, owner);
    const desk = await launch(owner, 'Desk');
    await background(containerName('workspace', desk.id), ['node', '-e', PROGRAM]);
    const visitor = { slug: desk.slug, key: owner.key, who: owner.identity };
    const watched: Watched[] = [
      { session: new ShellSession(stage, 'gateway', visitor), ways: ['gateway', 'engine'] },
      { session: new ShellSession(stage, 'other', visitor), ways: ['other', 'engine'] },
      { session: new StreamSession(stage, 'gateway', visitor), ways: ['gateway'] },
      { session: new StreamSession(stage, 'other', visitor), ways: ['other'] },
      { session: new LiveSession(stage, owner.key), ways: ['api'] },
    ];
    const sessions = watched.map(({ session }) => session);
    for (const session of sessions) {
      session.start();
      closers.push(() => session.close());
    }
    const api = new ApiWatch(stage.url, owner.key);
    closers.push(() => api.close());
    const sight: Sight = { stage, engines: [engine], account, desk, sessions };
    const problems = await untilInOrder(sight, INVARIANTS);
    if (problems.length > 0) throw new Error(`before anything was disturbed: ${problems.join('; ')}`);
    crew.add(payer(account));
    for (let each = 0; each < options.launchers; each += 1) crew.add(launcher(stage, await hire(stage)));
    closers.push(() => crew.goHome());

    const from = performance.now();
    for (const { disturbance, moment } of plan(options)) {
      const at = (performance.now() - from) / 1000;
      if (at > (options.seconds ?? Number.POSITIVE_INFINITY)) break;
      const round = await play({ timed: options.timed, disturbance, moment, at, watched, api, crew, sight });
      rounds.push(round);
      options.onRound?.(round);
    }
  } finally {
    for (const close of closers.reverse()) await close();
  }
  const file = path.join(folder, `chaos-${seed}.md`);
  await writeFile(file, report({ seed, rounds, done: crew.done }));
  return { rounds, done: crew.done, file };
}

/** What happens when: the same for the same seed. */
function* plan({
  seed,
  disturbances,
  shuffled,
  seconds,
}: Chaos): Generator<{ disturbance: Disturbance; moment: number }> {
  const random = randomFrom(seed);
  do {
    const all = shuffled ? shuffle(disturbances, random) : disturbances;
    for (const disturbance of all) yield { disturbance, moment: random() * MOMENT_MS };
  } while (seconds !== undefined);
}

interface Play {
  timed: boolean;
  disturbance: Disturbance;
  moment: number;
  at: number;
  watched: readonly Watched[];
  api: ApiWatch;
  crew: Crew;
  sight: Sight;
}

async function play({ timed, disturbance, moment, at, watched, api, crew, sight }: Play): Promise<Round> {
  const { stage, sessions } = sight;
  const failedBefore = crew.failures.length;
  crew.goOn();
  await delay(moment);
  for (const session of sessions) session.mark();
  await disturbance.disturb(stage);
  await delay(disturbance.lastsMs ?? 0);
  await disturbance.mend(stage);
  const mended = performance.now();
  await Promise.all([crew.rest(), persist(() => api.answers())]);
  const problems = await untilInOrder(sight, INVARIANTS);
  const inOrder = (performance.now() - mended) / 1000;
  const apiAway = api.awaySince(mended);
  if (timed && apiAway > API_BACK_MS) problems.push(`the API was away for ${(apiAway / 1000).toFixed(1)} s`);
  const spared = watched.filter(({ ways }) => !ways.some((way) => disturbance.hurts.includes(way)));
  for (const { session } of spared) {
    if (session.ends > 0) problems.push(`${session.name} was cut off: ${session.lastWords.trim()}`);
    else if (timed && session.silence > UNDISTURBED_MS)
      problems.push(`${session.name} was silent for ${(session.silence / 1000).toFixed(1)} s`);
  }
  problems.push(...crew.failures.slice(failedBefore).map((each) => `somebody could not ${each}`));
  return { name: disturbance.name, at, moment: moment / 1000, apiAway: apiAway / 1000, inOrder, problems };
}
