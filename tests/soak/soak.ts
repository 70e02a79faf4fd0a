import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createPasswords } from '#server/features/auth/passwords.ts';
import { accounts } from '#server/features/auth/tables.ts';
import type { Dependencies } from '#server/features/context.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import { openFromOutside } from '#tests/bench/from-outside.ts';
import { API_PORT, startServerStage } from '#tests/bench/server-stage.ts';
import { percentile } from '#tests/bench/table.ts';
import { createSshClient, type SshClient } from '#tests/gateway/ssh-client.ts';
import { mintUser } from '#tests/support/mint.ts';
import { judge, type Series } from './judge.ts';
import { page, type Steps } from './page.ts';
import { type Person, type Place, visit } from './people.ts';
import { type Sample, takeSample, WATCHER } from './watch.ts';

/** A page has this many points at most, and one a second at least. */
const POINTS = 240;

export interface Soak {
  /** People come until then; who is there may finish. */
  seconds: number;
  people: number;
  /** Longest pause between two visits of a person, in seconds. */
  pause: number;
  /** Where the page is written. */
  folder: string;
}

export interface SoakResult {
  series: Series[];
  steps: Steps[];
  samples: Sample[];
  /** Of the page. */
  file: string;
}

/** People work on a server of its own while what it holds is noted. Only the first problem of a visit ends that visit. */
export async function soak({ seconds, people, pause, folder }: Soak): Promise<SoakResult> {
  const stage = await startServerStage();
  const outside = openFromOutside(stage.databaseUrl, { name: WATCHER });
  const ssh = await createSshClient(API_PORT + 2, []);
  const times = new Map<string, { seconds: number[]; errors: string[] }>();
  const samples: Sample[] = [];
  const place: Place = {
    url: `http://127.0.0.1:${API_PORT}`,
    sshPort: API_PORT + 2,
    ssh,
    putToSleep: outside.putToSleep,
    async step(what, work) {
      const seen = times.get(what) ?? { seconds: [], errors: [] };
      times.set(what, seen);
      const from = performance.now();
      try {
        return await work();
      } catch (error) {
        seen.errors.push(error instanceof Error ? error.message : String(error));
        throw error;
      } finally {
        seen.seconds.push((performance.now() - from) / 1000);
      }
    },
  };
  try {
    const staff: Person[] = [];
    while (staff.length < people) staff.push(await hire(outside.db, ssh, stage.organizationId));
    const from = performance.now();
    const elapsed = () => (performance.now() - from) / 1000;
    const sample = async () => samples.push(await takeSample(stage.pid(), outside.sql, elapsed()));
    const done = new AbortController();
    const watching = (async () => {
      const every = Math.max(1, seconds / POINTS) * 1000;
      while (!done.signal.aborted) {
        await sample();
        await delay(every, undefined, { signal: done.signal }).catch(() => undefined);
      }
    })();
    const work = async (person: Person, index: number) => {
      // They don't all come at once.
      await delay((index / people) * pause * 1000);
      do {
        // Noted by its step.
        await visit(place, person).catch(() => undefined);
        await delay(Math.random() * pause * 1000);
      } while (elapsed() < seconds);
    };
    await Promise.all(staff.map(work));
    done.abort();
    await watching;
    await outside.untilIdle();
    await sample();
  } finally {
    await outside.close();
    await Promise.all([stage.close(), ssh.remove()]);
  }
  const steps = [...times].map(([what, { seconds: taken, errors }]) => {
    return { what, count: taken.length, median: percentile(taken, 0.5), worst: percentile(taken, 1), errors };
  });
  const series = judge(samples);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'soak.html');
  const title = `${people} people for ${Math.round(seconds / 60)} minutes, ${new Date().toISOString()}`;
  await writeFile(file, page({ title, seconds, series, steps }));
  return { series, steps, samples, file };
}

/** Somebody with a password and a key. */
async function hire(db: Database, ssh: SshClient, organizationId: string): Promise<Person> {
  const { userId, username } = await mintUser({ db, clock: systemClock } as Dependencies, organizationId, 'lead');
  const password = randomBytes(12).toString('base64url');
  const hash = await createPasswords().hash(password);
  await db
    .insert(accounts)
    .values({ id: newId(), userId, accountId: userId, providerId: 'credential', password: hash });
  const identity = await ssh.makeKey('ed25519', userId);
  const { publicKey, fingerprint } = identity.key;
  const sshKeyId = newId();
  await db.insert(sshKeys).values({ id: sshKeyId, userId, name: 'soak', publicKey, fingerprint });
  return { userId, username, password, sshKeyId, identity };
}
