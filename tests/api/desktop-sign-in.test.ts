import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { showHostKeys, shownHostKeys } from '#server/gateway/ssh/shown-host-keys.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { currentUser, logout } from '#shared/features/auth/contract.ts';
import { issueDesktopCode, redeemDesktopCode } from '#shared/features/desktop/contract.ts';
import { type Bench, createBench } from './auth-support.ts';

let bench: Bench;
let key: string;

beforeAll(async () => {
  bench = await createBench();
  key = (await bench.newUser()).key;
});

function pkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

async function issue(challenge: string, session = key): Promise<string> {
  const { status, body } = await bench.call(
    issueDesktopCode,
    { body: { code_challenge: challenge } },
    { key: session },
  );
  expect(status).toBe(200);
  return body.code;
}

const redeem = (code: string, verifier: string) =>
  bench.call(redeemDesktopCode, { body: { code, code_verifier: verifier } });

describe('signing in to the desktop app through the browser', () => {
  test('the code and the verifier give a session of its own, once', async () => {
    const { verifier, challenge } = pkce();
    const code = await issue(challenge);
    const { body } = await redeem(code, verifier);
    expect(body.sessionKey).not.toBe(key);
    const [here, there] = await Promise.all(
      [key, body.sessionKey].map((each) => bench.call(currentUser, {}, { key: each })),
    );
    expect(there?.body).toEqual(here?.body);
    const again = await redeem(code, verifier);
    expect(again).toMatchObject({
      status: 422,
      body: { message: 'This login has expired or was already used. Start again in the app.' },
    });
  });

  test('whoever caught the code but not the verifier gets nothing, and spoils it', async () => {
    const { verifier, challenge } = pkce();
    const code = await issue(challenge);
    expect((await redeem(code, pkce().verifier)).status).toBe(422);
    expect((await redeem(code, verifier)).status).toBe(422);
  });

  test('of two at once one gets in', async () => {
    const { verifier, challenge } = pkce();
    const code = await issue(challenge);
    const answers = await Promise.all([redeem(code, verifier), redeem(code, verifier)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('it is good for two minutes', async () => {
    const { verifier, challenge } = pkce();
    const code = await issue(challenge);
    bench.dependencies.clock.advance(2 * MINUTE + 1);
    expect((await redeem(code, verifier)).status).toBe(422);
  });

  test('it ends with the browser’s session', async () => {
    const other = (await bench.newUser()).key;
    const { verifier, challenge } = pkce();
    const code = await issue(challenge, other);
    await bench.call(logout, {}, { key: other });
    expect((await redeem(code, verifier)).status).toBe(422);
  });

  test('nobody gets a code without a session, or for what is no challenge', async () => {
    const body = { code_challenge: pkce().challenge };
    expect((await bench.call(issueDesktopCode, { body })).status).toBe(401);
    expect((await bench.call(issueDesktopCode, { body: { code_challenge: 'plain' } }, { key })).status).toBe(422);
  });
});

test('the host keys that a gateway shows take the place of older ones', async () => {
  const { db } = bench.dependencies;
  expect(await shownHostKeys(db)).toEqual([]);
  await showHostKeys(db, ['ssh-ed25519 AAAAold']);
  await showHostKeys(db, ['ssh-ed25519 AAAAnew', 'ecdsa-sha2-nistp256 AAAAecdsa']);
  expect(await shownHostKeys(db)).toEqual(['ssh-ed25519 AAAAnew', 'ecdsa-sha2-nistp256 AAAAecdsa']);
});
