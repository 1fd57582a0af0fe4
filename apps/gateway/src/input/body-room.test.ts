import { expect, test } from 'vitest';
import { makeBodyRoom } from './body-room.ts';

const unavailable = expect.objectContaining({ code: 'service_unavailable', extras: { retry_after: 1 } });
const PROXY = '10.0.0.1';

function open() {
  const room = makeBodyRoom({ maxBytes: 100, maxBytesPerNetwork: 30 }, (address) => address === PROXY);
  const gone: string[] = [];
  return {
    gone,
    size: room.size,
    enter: (name: string, address: string, isSuspect = false) =>
      room.enter({ address, isSuspect: () => isSuspect, giveWay: () => void gone.push(name) }),
  };
}

test('the oldest unfinished body is dropped for one that does not fit', () => {
  const { enter, gone, size } = open();
  for (let at = 0; at < 4; at++) enter(`body ${at}`, `192.0.2.${at}`).take(25);
  const next = enter('next', '192.0.2.9');
  next.take(5);
  expect(gone).toEqual(['body 0']);
  next.take(20);
  expect([gone, size()]).toEqual([['body 0'], 100]);
});

test('a complete body is never dropped, and a new one that does not fit is refused', () => {
  const { enter, gone } = open();
  for (let at = 0; at < 4; at++) {
    const body = enter(`body ${at}`, `192.0.2.${at}`);
    body.take(25);
    body.keep();
  }
  expect(() => enter('next', '192.0.2.9').take(1)).toThrow(unavailable);
  expect(gone).toEqual([]);
});

test('a suspect’s body is dropped first', () => {
  const { enter, gone } = open();
  for (let at = 0; at < 4; at++) enter(`body ${at}`, `192.0.2.${at}`, at === 2).take(25);
  enter('next', '192.0.2.9').take(1);
  expect(gone).toEqual(['body 2']);
});

test('a network, and a proxy that names no caller, drops its own bodies first', () => {
  const { enter, gone, size } = open();
  enter('other', '192.0.2.1').take(10);
  for (let at = 0; at < 3; at++) enter(`own ${at}`, '2001:db8::1').take(15);
  expect(gone).toEqual(['own 0']);
  for (let at = 0; at < 4; at++) enter(`proxied ${at}`, PROXY).take(20);
  expect(gone).toEqual(['own 0', 'proxied 0', 'proxied 1']);
  expect(size()).toBe(80);
});

test('a dropped body is refused when more of it arrives, and frees its memory once', () => {
  const { enter, size } = open();
  const first = enter('first', '192.0.2.1');
  first.take(20);
  enter('second', '192.0.2.1').take(20);
  expect(() => first.take(1)).toThrow(unavailable);
  first.release();
  first.release();
  expect(size()).toBe(20);
});
