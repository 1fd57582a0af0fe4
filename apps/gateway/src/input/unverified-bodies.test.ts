import { expect, test } from 'vitest';
import { makeUnverifiedBodies } from './unverified-bodies.ts';

const LARGE = 4_000_000;
const PROXY = '10.0.0.1';
const limited = expect.objectContaining({ code: 'rate_limited' });

function open() {
  const clock = { nowMs: 0 };
  const bodies = makeUnverifiedBodies({ nowMs: () => clock.nowMs, isShared: (address) => address === PROXY });
  const enter = (address: string) => bodies.enter(address, () => {});
  /** A body with a wrong signature; returns whether it was read. */
  const sendWrong = (address: string, bytes: number): boolean => {
    const body = enter(address);
    try {
      body.take(bytes);
      body.failed();
      return true;
    } catch {
      return false;
    } finally {
      body.release();
    }
  };
  return { clock, enter, sendWrong };
}

const count = (times: number, work: () => boolean): number =>
  Array.from({ length: times }, work).filter(Boolean).length;

test('an address with many wrong signatures has one body under check at a time, and others have no limit', () => {
  const { clock, enter, sendWrong } = open();
  for (const address of ['2001:db8::1', PROXY]) count(40, () => sendWrong(address, 100));
  const first = enter('2001:db8::2');
  expect(() => enter('2001:db8::3')).toThrow(limited);
  for (const other of ['2001:db8:0:1::1', PROXY, PROXY]) enter(other);
  first.release();
  enter('2001:db8::3');
  clock.nowMs = 60_001;
  enter('2001:db8::4');
});

test('of a hundred large bodies with wrong signatures from one network a second, fifteen are read in a minute', () => {
  const { clock, sendWrong } = open();
  let read = 0;
  for (let second = 0; second < 60; second++) {
    clock.nowMs = second * 1000;
    read += count(100, () => sendWrong('2001:db8::1', LARGE));
  }
  // Four at once, then one every 5 s.
  expect(read).toBe(4 + 11);
  expect(sendWrong('2001:db8::1', 1000)).toBe(true);
  expect(sendWrong('2001:db8:0:1::1', LARGE)).toBe(true);
});

test('a proxy that names no caller may send more of them, and not any number', () => {
  const { sendWrong } = open();
  expect(count(100, () => sendWrong(PROXY, LARGE))).toBe(40);
});

test('a network with wrong signatures over large bodies waits behind others, and small bodies never wait', async () => {
  const { enter, sendWrong } = open();
  const begun: string[] = [];
  const ask = (name: string, address: string, bytes = LARGE) => {
    const body = enter(address);
    body.take(bytes);
    void body.turn().then(() => begun.push(name));
    return body;
  };
  sendWrong('192.0.2.1', LARGE);
  const first = ask('suspect 1', '192.0.2.1');
  ask('suspect 2', '192.0.2.1');
  ask('honest 1', '192.0.2.2');
  ask('honest 2', '192.0.2.3');
  ask('small', '192.0.2.1', 1000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun.toSorted()).toEqual(['honest 1', 'small', 'suspect 1']);
  first.release();
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun.at(-1)).toBe('honest 2');
});

test('a large body that waits for its check is dropped for a new one, suspects first', async () => {
  const { enter, sendWrong } = open();
  sendWrong('192.0.2.1', LARGE);
  const wait = (address: string) => {
    const body = enter(address);
    body.take(LARGE);
    return body.turn();
  };
  const waiting = Array.from({ length: 4 }, () => wait('192.0.2.1'));
  for (const turn of waiting) turn.catch(() => {});
  for (let at = 0; at < 12; at++) void wait(`198.51.100.${at}`).catch(() => {});
  enter('192.0.2.9').take(LARGE);
  // The first one is being checked.
  await expect(Promise.race(waiting.slice(1))).rejects.toMatchObject({ code: 'service_unavailable' });
});
