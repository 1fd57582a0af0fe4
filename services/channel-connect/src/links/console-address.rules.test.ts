import { expect, test } from 'vitest';
import { isConsoleAddress, toConsoleAddress } from './console-address.rules.ts';

const PUBLIC_URL = 'https://parley.example';

test.each([
  ['https://parley.example/console', true],
  ['https://parley.example/console/channels?x=1#y', true],
  ['https://parley.example/consoles', false],
  ['https://parley.example/console/../hooks/meta', false],
  ['https://parley.example/docs', false],
  ['https://parley.example.evil.example/console/', false],
  ['https://parley.example@evil.example/console/', false],
  ['https://parley.example:444/console/', false],
  ['http://parley.example/console/', false],
  ['https://parley.example/console/\\evil', false],
  ['https://parley.example/console/ x', false],
  ['https://other.example/console/channels', false],
])('is %s an address of the console: %s', (text, expected) => {
  expect(isConsoleAddress(text, PUBLIC_URL)).toBe(expected);
});

test('the configured origin applies, also with plain http and a port', () => {
  expect(isConsoleAddress('http://127.0.0.1:8080/console/channels', 'http://127.0.0.1:8080')).toBe(true);
});

test.each([
  ['/console/channels?a=1', 'https://parley.example/console/channels?a=1'],
  ['/console', 'https://parley.example/console'],
  ['/consoles', '/consoles'],
  ['/done', '/done'],
  ['https://shop.example/console/', 'https://shop.example/console/'],
])('a path %s of the console becomes %s', (text, expected) => {
  expect(toConsoleAddress(text, PUBLIC_URL)).toBe(expected);
});
