import { afterEach, expect, test, vi } from 'vitest';
import { dropEarlyAnswers, takeEarlyAnswer } from '#renderer/lib/early-answers.ts';

const ME = { sessionKey: 'mine', language: 'en' };

function asked(answer: Promise<Response | null>, askedAt = performance.now()): void {
  vi.stubGlobal('window', { slipwayEarly: { ...ME, askedAt, answers: new Map([['/api/x', answer]]) } });
}

afterEach(() => vi.unstubAllGlobals());

test('an early answer is handed out once', async () => {
  asked(Promise.resolve(Response.json({ a: 1 })));
  expect(await (await takeEarlyAnswer('/api/x', ME))?.json()).toEqual({ a: 1 });
  expect(await takeEarlyAnswer('/api/x', ME)).toBeNull();
});

test.each([
  ['somebody else', { ...ME, sessionKey: 'theirs' }],
  ['nobody', { ...ME, sessionKey: null }],
  ['another language', { ...ME, language: 'de' }],
])('it is not for %s', async (_, asker) => {
  asked(Promise.resolve(Response.json({})));
  expect(await takeEarlyAnswer('/api/x', asker)).toBeNull();
});

test('what never came, and what is old, is asked for again', async () => {
  asked(Promise.resolve(null));
  expect(await takeEarlyAnswer('/api/x', ME)).toBeNull();
  asked(Promise.resolve(Response.json({})), performance.now() - 60_000);
  expect(await takeEarlyAnswer('/api/x', ME)).toBeNull();
});

test('a change drops what was asked for before it, even on its way', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  asked(promise);
  const taken = takeEarlyAnswer('/api/x', ME);
  dropEarlyAnswers();
  resolve(Response.json({}));
  expect(await taken).toBeNull();
});
