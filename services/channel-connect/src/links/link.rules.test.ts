import { describe, expect, test } from 'vitest';
import { appendResult, isOwnAddress, toConsoleAddress } from './link.rules.ts';

describe('the redirect URL with its result', () => {
  test.each([
    ['https://a.example/done', 'https://a.example/done?service_status=cancelled'],
    ['https://a.example', 'https://a.example/?service_status=cancelled'],
    ['https://a.example/done?', 'https://a.example/done?service_status=cancelled'],
    ['https://a.example/done?x=1&y', 'https://a.example/done?x=1&y&service_status=cancelled'],
    ['https://a.example/?q=a%20b+c&q=2#top?x=1', 'https://a.example/?q=a%20b+c&q=2&service_status=cancelled#top?x=1'],
    ['https://a.example/#', 'https://a.example/?service_status=cancelled#'],
  ])('keeps query and fragment of %s', (given, expected) => {
    expect(appendResult(given, { status: 'cancelled' })).toBe(expected);
  });

  test('contains the connected ids', () => {
    const address = appendResult('https://a.example/', { status: 'success', channel: 'fb', ids: ['1', '2&x=/'] });
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      service_status: 'success',
      channel: 'fb',
      connected: '2',
      ids: '1,2&x=/',
    });
  });

  test('contains the error', () => {
    const address = appendResult('https://a.example/', { status: 'error', error: 'no_page' });
    expect(address).toBe('https://a.example/?service_status=error&error=no_page');
  });
});

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
  [`https://parley.example/pair/${'a'.repeat(43)}`, true],
  ['https://parley.example/pair/short', false],
  [`https://parley.example/pair/${'a'.repeat(43)}/status`, false],
  [`https://other.example/pair/${'a'.repeat(43)}`, false],
])('is %s an address of our own: %s', (text, expected) => {
  expect(isOwnAddress(text, PUBLIC_URL)).toBe(expected);
});

test('the configured origin applies, also with plain http and a port', () => {
  expect(isOwnAddress('http://127.0.0.1:8080/console/channels', 'http://127.0.0.1:8080')).toBe(true);
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
