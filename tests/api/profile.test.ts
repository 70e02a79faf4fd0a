import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { API_BASE, SESSION_HEADER } from '#shared/api/wire.ts';
import * as auth from '#shared/features/auth/contract.ts';
import * as contract from '#shared/features/profile/contract.ts';
import { type Bench, createBench, PASSWORD } from './auth-support.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench?.dependencies.close());

const login = async (username: string, password = PASSWORD) =>
  (await bench.call(auth.login, { body: { username, password } })).body.sessionKey ?? '';
const current = async (key: string) => (await bench.call(auth.currentUser, {}, { key })).body;
const sessionsOf = async (key: string) => (await bench.call(contract.listSessions, {}, { key })).body.sessions;

describe('names and time zone', () => {
  const body = { first_name: 'Grace', last_name: 'Hopper', username: 'grace-hopper', time_zone: 'Europe/Vienna' };

  test('are changed, and the new username signs in', async () => {
    const { key } = await bench.newUser();
    expect((await bench.call(contract.updateProfile, { body }, { key })).status).toBe(200);
    const { email_address: _, ...user } = await current(key);
    expect(user).toMatchObject(body);
    expect(await login('grace-hopper')).toBeTruthy();
  });

  test('of someone else is refused at its field', async () => {
    const other = await bench.newUser();
    const { key, username } = await bench.newUser();
    const answer = await bench.call(contract.updateProfile, { body: { ...body, username: other.username } }, { key });
    expect(answer.status).toBe(422);
    expect(answer.body.errorsObj).toEqual({ username: 'This username is already taken.' });
    expect((await current(key)).username).toBe(username);
  });

  test.each(['Mars/Olympus', '+02:00', ''])('no time zone: %s', async (time_zone) => {
    const { key, username } = await bench.newUser();
    const answer = await bench.call(contract.updateProfile, { body: { ...body, username, time_zone } }, { key });
    expect(answer.body.errorsObj).toHaveProperty('time_zone');
  });
});

describe('changing the password', () => {
  const NEW = 'Lantern-Quay-58-Moss';
  const change = (key: string, changes: object = {}) => {
    const body = { current_password: PASSWORD, password: NEW, password_repeat: NEW, ...changes };
    return bench.call(contract.changePassword, { body }, { key });
  };

  test('keeps this session, ends the others and is told by mail', async () => {
    const { key, username, email } = await bench.newUser();
    const elsewhere = await login(username);
    await bench.deliverMails();
    expect((await change(key)).status).toBe(200);
    expect((await bench.call(auth.currentUser, {}, { key: elsewhere })).status).toBe(401);
    expect((await bench.call(auth.currentUser, {}, { key })).status).toBe(200);
    expect(await login(username)).toBe('');
    expect(await login(username, NEW)).toBeTruthy();
    expect((await bench.deliverMails()).map(({ to }) => to)).toEqual([email]);
  });

  test.each([
    ['a wrong current password', { current_password: 'Wrong-Wind-74' }, 'current_password'],
    ['a repetition that differs', { password_repeat: 'Another-Quay-58' }, 'password_repeat'],
    ['a password that is easy to guess', { password: 'Password123!', password_repeat: 'Password123!' }, 'password'],
    ['the same password', { password: PASSWORD, password_repeat: PASSWORD }, 'password'],
  ])('refuses %s and changes nothing', async (_, changes, field) => {
    const { key, username } = await bench.newUser();
    const answer = await change(key, changes);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errorsObj ?? {})).toEqual([field]);
    expect(await login(username)).toBeTruthy();
  });

  test('does not let a session be used to guess the password', async () => {
    const { key } = await bench.newUser();
    for (let attempt = 0; attempt < 10; attempt += 1) await change(key, { current_password: 'Wrong-Wind-74' });
    expect((await change(key)).status).toBe(429);
  });
});

describe('sessions', () => {
  test('show where, and end one by one or all but this one', async () => {
    const { key, username } = await bench.newUser();
    const second = await login(username);
    const third = await login(username);
    const listed = await sessionsOf(key);
    expect(listed.map((session) => session.current)).toEqual([true, false, false]);
    expect(listed[0]).toMatchObject({ create_date: bench.dependencies.clock.now().toISOString() });

    const own = (await sessionsOf(second)).find((session) => session.current);
    const params = { sessionID: own?.id ?? '' };
    expect((await bench.call(contract.endSession, { params }, { key })).status).toBe(200);
    expect((await bench.call(auth.currentUser, {}, { key: second })).status).toBe(401);
    expect((await bench.call(auth.currentUser, {}, { key: third })).status).toBe(200);

    expect((await bench.call(contract.endOtherSessions, {}, { key })).status).toBe(200);
    expect((await bench.call(auth.currentUser, {}, { key: third })).status).toBe(401);
    expect(await sessionsOf(key)).toHaveLength(1);
  });

  test('of someone else are neither seen nor ended', async () => {
    const mine = await bench.newUser();
    const theirs = await bench.newUser();
    const [session] = await sessionsOf(theirs.key);
    const params = { sessionID: session?.id ?? '' };
    const answers = [params, { sessionID: 'nothing' }].map((each) =>
      bench.call(contract.endSession, { params: each }, { key: mine.key }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404]);
    expect(await sessionsOf(theirs.key)).toHaveLength(1);
  });
});

describe('the picture', () => {
  const draw = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#127a80' } }).withExif({
      IFD0: { Artist: 'secret place' },
    });
  const upload = (key: string, bytes: Uint8Array<ArrayBuffer>) =>
    createApp(bench.dependencies).request(`${API_BASE}${contract.savePicture.path}`, {
      method: 'POST',
      headers: { [SESSION_HEADER]: key, 'content-type': 'application/octet-stream' },
      body: bytes,
    });
  const fetchPicture = (address: string | null, headers = {}) =>
    createApp(bench.dependencies).request(address ?? '', { headers });

  test('is made anew here, square and without what the camera wrote, and served under a name of its own', async () => {
    const { key } = await bench.newUser();
    const answer = await upload(key, new Uint8Array(await draw(900, 600).jpeg().toBuffer()));
    expect(answer.status).toBe(200);
    const { profile_photo_url } = await current(key);
    expect(profile_photo_url).toMatch(/^\/api\/pictures\//);
    const served = await fetchPicture(profile_photo_url);
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 384, height: 384 });
    expect(bytes.includes('secret place')).toBe(false);
    const again = await fetchPicture(profile_photo_url, { 'if-none-match': served.headers.get('etag') });
    expect(again.status).toBe(304);
  });

  test('takes the place of the one before, and goes', async () => {
    const { key } = await bench.newUser();
    const png = new Uint8Array(await draw(50, 80).png().toBuffer());
    const uploads = await Promise.all([upload(key, png), upload(key, png)]);
    expect(uploads.map(({ status }) => status)).toEqual([200, 200]);
    const first = (await current(key)).profile_photo_url;
    await upload(key, png);
    const second = (await current(key)).profile_photo_url;
    expect(second).not.toBe(first);
    expect((await fetchPicture(first)).status).toBe(404);
    await bench.call(contract.removePicture, {}, { key });
    expect((await current(key)).profile_photo_url).toBeNull();
    expect((await fetchPicture(second)).status).toBe(404);
  });

  test.each([
    ['a page that says it is a picture', '<!doctype html><script>alert(1)</script>'],
    ['a drawing with scripts in it', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'],
    ['half a picture', '\x89PNG\r\n\x1a\n'],
    ['nothing', ''],
  ])('refuses %s', async (_, text) => {
    const { key } = await bench.newUser();
    const answer = await upload(key, new Uint8Array(Buffer.from(text, 'latin1')));
    expect(answer.status).toBe(422);
    expect((await answer.json()).errorsObj).toHaveProperty('picture');
  });

  test('refuses more than 5 MB', async () => {
    const { key } = await bench.newUser();
    expect((await upload(key, new Uint8Array(contract.PICTURE_MAX_BYTES + 1))).status).toBe(413);
  });
});

describe('theme and language', () => {
  test('follow the person to every device', async () => {
    const { key } = await bench.newUser();
    expect(await current(key)).toMatchObject({ theme: null, locale: null });
    const body = { theme: 'dark', locale: 'en' };
    expect((await bench.call(contract.updatePreferences, { body }, { key })).status).toBe(200);
    expect(await current(key)).toMatchObject(body);
  });

  test.each(['xx', '..', '../i18n/en'])('have no language %s', async (locale) => {
    const { key } = await bench.newUser();
    const answer = await bench.call(contract.updatePreferences, { body: { locale } }, { key });
    expect(answer.body.errorsObj).toHaveProperty('locale');
  });
});
