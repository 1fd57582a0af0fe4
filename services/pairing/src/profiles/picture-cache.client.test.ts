import { expect, test } from 'vitest';
import { makePictureCache } from './picture-cache.client.ts';

const ACCOUNT = '15550001:1@s.whatsapp.net';
const seen = (person: string, account = ACCOUNT) => ({ account, person });

function openCache(limits: { maxEntries?: number; maxBytes?: number } = {}) {
  const clock = { now: 1000 };
  const cache = makePictureCache({ maxEntries: 10, maxBytes: 100, keepMs: 60, ...limits, now: () => clock.now });
  return { clock, cache };
}

test('returns a picture, and that there is none, until its time is over', () => {
  const { clock, cache } = openCache();
  cache.set(seen('bob'), 'preview', Buffer.from('bob'));
  cache.set(seen('ann'), 'preview', null);
  clock.now += 59;
  expect(cache.get(seen('bob'), 'preview')?.toString()).toBe('bob');
  expect(cache.get(seen('ann'), 'preview')).toBeNull();
  clock.now += 1;
  expect(cache.get(seen('bob'), 'preview')).toBeUndefined();
  expect(cache.get(seen('ann'), 'preview')).toBeUndefined();
  expect(cache.bytes()).toBe(0);
});

test('keeps sizes, people and accounts apart, and forgets one person', () => {
  const { cache } = openCache();
  cache.set(seen('bob'), 'preview', Buffer.from('small'));
  cache.set(seen('bob'), 'full', Buffer.from('large'));
  cache.set(seen('ann'), 'full', Buffer.from('ann'));
  expect(cache.get(seen('bob', 'another'), 'preview')).toBeUndefined();
  cache.forget(seen('bob'), ['preview', 'full']);
  expect([cache.get(seen('bob'), 'preview'), cache.get(seen('bob'), 'full')]).toEqual([undefined, undefined]);
  expect(cache.get(seen('ann'), 'full')?.toString()).toBe('ann');
});

test('drops the least recently used pictures beyond its bytes', () => {
  const { cache } = openCache({ maxBytes: 100 });
  for (const person of ['a', 'b']) cache.set(seen(person), 'full', Buffer.alloc(40));
  cache.get(seen('a'), 'full');
  cache.set(seen('c'), 'full', Buffer.alloc(40));
  expect(['a', 'b', 'c'].map((person) => cache.get(seen(person), 'full')?.length)).toEqual([40, undefined, 40]);
  cache.set(seen('c'), 'full', Buffer.alloc(10));
  expect(cache.bytes()).toBe(50);
  cache.set(seen('d'), 'full', Buffer.alloc(101));
  expect([cache.get(seen('d'), 'full'), cache.bytes()]).toEqual([undefined, 0]);
});

test('drops the least recently used ones beyond its entries', () => {
  const { cache } = openCache({ maxEntries: 2 });
  for (const person of ['a', 'b', 'c']) cache.set(seen(person), 'full', null);
  expect(['a', 'b', 'c'].map((person) => cache.get(seen(person), 'full'))).toEqual([undefined, null, null]);
});
