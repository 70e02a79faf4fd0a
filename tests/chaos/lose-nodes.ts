import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { registryName } from '#server/compute/registry/own-place.ts';
import { engine as home } from '#tests/gateway/container.ts';
import type { Round } from './chaos.ts';
import { EVERYWHERE, type SightOfEngines, untilInOrder } from './invariants.ts';
import { type ChaosNode, cordon } from './nodes.ts';
import { bring, hire, launch, type Person, type Place, persist, remote, statusOf, until } from './people.ts';
import { randomFrom, shuffle } from './random.ts';
import { type Session, ShellSession } from './sessions.ts';
import { type Stage, setStage } from './stage.ts';
import { report } from './table.ts';

/** An image of a gigabyte travels first. */
const FIRST_LAUNCH_MS = 600_000;
/** A copy is begun within a minute and a half of a stop. */
const COPIED_MS = 300_000;
const ELSEWHERE_MS = 60_000;
const UNDISTURBED_MS = 5000;

interface Work {
  stage: Stage;
  person: Person;
  place: Place;
  /** Somebody whose workspace is on the other node than that of `place`. */
  neighbours: Map<ChaosNode, Session>;
}

/** One thing that happens to a node; says what was not held. */
type Loss = (work: Work, node: ChaosNode) => Promise<{ problems: string[]; seconds: number }>;

/** What the machines of a pool may do, in an order that the seed decides. */
export async function loseNodes(options: {
  seed: number;
  folder: string;
  onRound?: (round: Round) => void;
}): Promise<{ rounds: Round[]; file: string }> {
  const { seed, folder } = options;
  await mkdir(folder, { recursive: true });
  const stage = await setStage({ logs: path.join(folder, 'chaos-logs'), nodes: 2 });
  const sessions: Session[] = [];
  const rounds: Round[] = [];
  try {
    const neighbours = new Map<ChaosNode, Session>();
    for (const node of stage.nodes) {
      const session = await neighbourOn(stage, node);
      sessions.push(session);
      neighbours.set(node, session);
    }
    const person = await hire(stage);
    const place = await launch(person, 'Wanderer', FIRST_LAUNCH_MS);
    const work = { stage, person, place, neighbours };
    const from = performance.now();
    const losses = shuffle(Object.entries(LOSSES), randomFrom(seed));
    for (const [name, lose] of losses) {
      const at = (performance.now() - from) / 1000;
      await keepCopy(work, `before ${name}`);
      const { problems, seconds } = await lose(work, await nodeOf(work));
      const sight: SightOfEngines = { stage, engines: [home, ...stage.nodes.map(({ engine }) => engine)] };
      problems.push(...(await untilInOrder(sight, { ...EVERYWHERE, 'nothing is left behind': nothingIsLeftBehind })));
      const round: Round = { name, at, moment: 0, apiAway: 0, inOrder: seconds, problems };
      rounds.push(round);
      options.onRound?.(round);
    }
  } finally {
    for (const session of sessions) await session.close();
    await stage.close();
  }
  const file = path.join(folder, `chaos-nodes-${seed}.md`);
  await writeFile(file, report({ seed, rounds, done: new Map() }));
  return { rounds, file };
}

async function neighbourOn(stage: Stage, node: ChaosNode): Promise<Session> {
  const { db, nodes } = stage;
  const others = nodes.filter((each) => each !== node);
  for (const other of others) await cordon(db, other, true);
  const person = await hire(stage);
  const { slug } = await launch(person, `On ${node.name}`, FIRST_LAUNCH_MS);
  for (const other of others) await cordon(db, other, false);
  const session = new ShellSession(stage, 'gateway', { slug, who: person.identity });
  session.start();
  return session;
}

async function nodeOf({ stage: { sql, nodes }, place }: Work): Promise<ChaosNode> {
  const [row] = await sql`select engine_id from instances where id = ${place.id}`;
  const found = nodes.find(({ id }) => id === row?.engine_id);
  if (!found) throw new Error(`the workspace is on ${row?.engine_id}`);
  return found;
}

/** Stops it, waits until the registry has its files as they are, and starts it again. */
async function keepCopy({ stage, person, place }: Work, note: string): Promise<void> {
  const { sql } = stage;
  await remote(stage, person, place.slug, `echo ${JSON.stringify(note)} > note && sync`);
  await bring(person, place.id, ['stopWorkspace', 'Offline']);
  await until(
    'a copy in the registry',
    async () => (await sql`select 1 from instances where id = ${place.id} and held_revision = revision`).length > 0,
    COPIED_MS,
  );
  await bring(person, place.id, ['startWorkspace', 'Active']);
  await remote(stage, person, place.slug, 'echo later > later && sync');
}

/** Its workspace starts elsewhere with what was copied; who is on the other node notices nothing. */
function lost(name: string, away: (node: ChaosNode) => Promise<void>, back: (node: ChaosNode) => Promise<void>): Loss {
  return async ({ stage, person, place, neighbours }, node) => {
    const problems: string[] = [];
    const spared = [...neighbours].filter(([each]) => each !== node).map(([, session]) => session);
    for (const session of spared) session.mark();
    const params = { params: { workspaceID: place.id } };
    await away(node);
    await until('to be told', async () => (await person.client.getWorkspace(params)).lost_machine !== null);
    const down = performance.now();
    await persist(() => person.client.startWorkspaceElsewhere(params));
    await until('Active elsewhere', async () => (await statusOf(person, place.id)) === 'Active');
    const took = performance.now() - down;
    if (took > ELSEWHERE_MS) problems.push(`it took ${(took / 1000).toFixed(1)} s to start elsewhere`);
    const note = await remote(stage, person, place.slug, 'cat note');
    if (note !== `before ${name}\n`) problems.push(`the note says ${JSON.stringify(note)}`);
    await back(node);
    for (const session of spared) {
      if (session.ends > 0) problems.push(`${session.name} on the other node was cut off`);
      else if (session.silence > UNDISTURBED_MS)
        problems.push(`the other node was silent for ${(session.silence / 1000).toFixed(1)} s`);
    }
    return { problems, seconds: took / 1000 };
  };
}

/** While it is away no copy is sent; once it is back, the same copy is. */
const registryGone: Loss = async ({ stage, person, place }) => {
  const name = registryName(stage.installation);
  const from = performance.now();
  await home.remove(name);
  await keepCopy({ stage, person, place, neighbours: new Map() }, 'while the registry was gone');
  return { problems: [], seconds: (performance.now() - from) / 1000 };
};

const KILLED = 'kill -9 of a node';
const CUT_OFF = 'a node is cut off, and comes back';
const LOSSES: Record<string, Loss> = {
  [KILLED]: lost(
    KILLED,
    (node) => node.kill(),
    (node) => node.start(),
  ),
  [CUT_OFF]: lost(
    CUT_OFF,
    (node) => node.cutOff(),
    (node) => node.reconnect(),
  ),
  'the registry is removed': registryGone,
};

/** What was left on a machine that was away has become a snapshot. */
async function nothingIsLeftBehind({ stage: { sql } }: SightOfEngines): Promise<string[]> {
  const left = await sql`select instance_id as id from left_containers`;
  return left.map(({ id }) => `a container of workspace ${id} is left`);
}
