import { expect, test } from 'vitest';
import { cannedQuery } from './canned-query.ts';

test.each([
  ['/', ''],
  ['/thank you', 'thank you'],
  ['/ شكرًا', 'شكرًا'],
  ['', null],
  ['a/b', null],
  ['/one\ntwo', null],
  [`/${'x'.repeat(60)}`, null],
])('“%s” searches for %s', (text, q) => {
  expect(cannedQuery(text)).toBe(q);
});
