import { expect, test } from 'vitest';
import { createQuietRooms } from '#server/realtime/quiet-rooms.ts';

test('a room is quiet since the last message, or since the server began to listen', () => {
  let at = 100;
  const rooms = createQuietRooms(() => at);
  at = 150;
  expect(rooms.quietMs('a')).toBe(50);
  rooms.heard('a');
  at = 170;
  expect(rooms.quietMs('a')).toBe(20);
  expect(rooms.quietMs('b')).toBe(70);
  rooms.missed();
  at = 175;
  expect([rooms.quietMs('a'), rooms.quietMs('b')]).toEqual([5, 5]);
});

test('a room that is forgotten is never said to be quiet for longer than it is', () => {
  let at = 0;
  const rooms = createQuietRooms(() => at, 2);
  for (const room of ['a', 'b', 'c']) {
    at += 10;
    rooms.heard(room);
  }
  expect(rooms.quietMs('a')).toBe(20);
  expect(rooms.quietMs('never heard of')).toBe(20);
  expect(rooms.quietMs('c')).toBe(0);
});
