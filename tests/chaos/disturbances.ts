import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { MINUTE } from '#server/platform/clock.ts';
import type { KeptProcess } from './kept-process.ts';
import type { Stage } from './stage.ts';

/** What a session needs to go on: a disturbance says what it takes away. */
export type Way = 'api' | 'gateway' | 'other' | 'engine';

export interface Disturbance {
  name: string;
  /** Sessions over these may end or fall silent; all others must not notice. */
  hurts: readonly Way[];
  disturb(stage: Stage): Promise<void>;
  /** Puts right what doesn't mend itself. */
  mend(stage: Stage): Promise<void>;
  /** How long it lasts before it is mended, in milliseconds; 0 if left out. */
  lastsMs?: number;
}

type Role = keyof Stage['processes'];
const HURT: Record<Role, readonly Way[]> = { api: ['api'], worker: [], gateway: ['gateway'], other: ['other'] };
const nothing = async () => undefined;

/** Killed; whoever keeps it starts another one. */
function kill(role: Role): Disturbance {
  return {
    name: `kill -9 of the ${role === 'other' ? 'other gateway' : role}`,
    hurts: HURT[role],
    disturb: async ({ processes }) => processes[role].kill(),
    mend: nothing,
  };
}

/** Stands still with all connections open, as behind a network that was cut. */
function freeze(role: Role, lastsMs: number): Disturbance {
  return {
    name: `the ${role} stands still for ${lastsMs / 1000} s`,
    hurts: HURT[role],
    disturb: async ({ processes }) => processes[role].freeze(),
    mend: async ({ processes }) => processes[role].thaw(),
    lastsMs,
  };
}

const PRELOAD = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.mjs')).href;

/** It is started again with a clock that is off, and later once more with one that is right. */
function shiftClock(role: Role, byMs: number, lastsMs: number): Disturbance {
  const restart = async (kept: KeptProcess, environment: Record<string, string | undefined>) => {
    kept.restartWith(environment);
    await kept.serves();
  };
  return {
    name: `the ${role}’s clock is ${Math.abs(byMs) / MINUTE} minutes ${byMs > 0 ? 'ahead' : 'behind'}`,
    hurts: HURT[role],
    disturb: ({ processes }) =>
      restart(processes[role], { NODE_OPTIONS: `--import=${PRELOAD}`, SHIFTED_CLOCK_MS: String(byMs) }),
    mend: ({ processes }) => restart(processes[role], { NODE_OPTIONS: undefined, SHIFTED_CLOCK_MS: undefined }),
    lastsMs,
  };
}

async function orderFault({ emulator }: Stage, fault: string, method: 'GET' | 'POST', times: number): Promise<void> {
  const answer = await fetch(`${emulator.url}/_emulator/faults`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${emulator.secretKey}` },
    body: JSON.stringify({ fault, method, path: '/v1/*', times }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

const everyProcess = ({ processes }: Stage) => Object.values(processes);

export const KILLS = { api: kill('api'), worker: kill('worker'), gateway: kill('gateway'), other: kill('other') };

export const POSTGRES_RESTART: Disturbance = {
  name: 'kill -9 of PostgreSQL, and its restart',
  // The UI's pages are told to come again; who is in a workspace stays there.
  hurts: ['api'],
  disturb: ({ database }) => database.kill(),
  mend: ({ database }) => database.start(),
};

/** All that can be done on one machine with one engine. */
export const ON_ONE_ENGINE: readonly Disturbance[] = [
  ...Object.values(KILLS),
  POSTGRES_RESTART,
  {
    name: 'kill -9 of every process at once',
    hurts: ['api', 'gateway', 'other'],
    disturb: async (stage) => {
      for (const each of everyProcess(stage)) each.kill();
    },
    mend: nothing,
  },
  {
    name: 'PostgreSQL is gone for 10 s',
    hurts: ['api'],
    disturb: ({ database }) => database.kill(),
    mend: ({ database }) => database.start(),
    lastsMs: 10_000,
  },
  {
    name: 'PostgreSQL stands still for 8 s',
    hurts: ['api'],
    disturb: ({ database }) => database.freeze(),
    mend: ({ database }) => database.thaw(),
    lastsMs: 8000,
  },
  freeze('worker', 15_000),
  freeze('gateway', 5000),
  {
    name: 'the engine does not answer for 8 s',
    hurts: ['engine'],
    disturb: ({ engineWay }) => engineWay.close(),
    mend: ({ engineWay }) => engineWay.open(),
    lastsMs: 8000,
  },
  {
    name: 'payments are away for 6 s',
    hurts: [],
    disturb: async (stage) => {
      for (const method of ['GET', 'POST'] as const) await orderFault(stage, 'unavailable', method, 100);
    },
    mend: async ({ emulator }) => emulator.clearFaults(),
    lastsMs: 6000,
  },
  {
    name: 'payments are made, and their answers are cut off',
    hurts: [],
    disturb: (stage) => orderFault(stage, 'cut', 'POST', 4),
    mend: async ({ emulator }) => {
      await delay(4000);
      emulator.clearFaults();
    },
  },
  {
    name: 'kill -9 of the API while a payment is being made',
    hurts: ['api'],
    disturb: async (stage) => {
      const held = stage.emulator.held();
      await orderFault(stage, 'hold', 'POST', 1);
      await held;
      stage.processes.api.kill();
      stage.emulator.release();
    },
    mend: async ({ emulator }) => emulator.clearFaults(),
  },
  shiftClock('api', 5 * MINUTE, 5000),
  shiftClock('worker', -5 * MINUTE, 5000),
  shiftClock('gateway', 5 * MINUTE, 5000),
];
