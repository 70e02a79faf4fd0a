import type { Dependencies } from '#server/features/context.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openDatabase } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import { mintUser } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import type { ServerStage } from './server-stage.ts';

export interface Person {
  userId: string;
  sshKeyId: string;
}

/** So many people with a key, the owner among them: each may have three shared workspaces. */
export async function staff(stage: ServerStage, count: number): Promise<Person[]> {
  const { db, close } = openDatabase(stage.databaseUrl, 2);
  const people: Person[] = [{ userId: stage.owner.userId, sshKeyId: stage.sshKeyId }];
  while (people.length < count) {
    const dependencies = { db, clock: systemClock } as Dependencies;
    const { userId } = await mintUser(dependencies, stage.organizationId, 'lead');
    const sshKeyId = newId();
    const key = { publicKey: newPublicKey(), fingerprint: `SHA256:${sshKeyId}` };
    await db.insert(sshKeys).values({ id: sshKeyId, userId, name: 'bench', ...key });
    people.push({ userId, sshKeyId });
  }
  await close();
  return people;
}
