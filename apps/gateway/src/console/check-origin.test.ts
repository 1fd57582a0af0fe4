import { describe, expect, test } from 'vitest';
import { checkOrigin } from './check-origin.ts';

const PUBLIC = 'https://parley.example';
const passes = (method: string, origin: string | undefined, host = 'parley.example'): boolean => {
  try {
    checkOrigin(method, { host, ...(origin === undefined ? {} : { origin }) }, PUBLIC);
    return true;
  } catch {
    return false;
  }
};

describe('a change', () => {
  test.each([
    ['https://parley.example', 'parley.example', true],
    ['https://parley.example', '10.0.0.5:8080', true],
    ['http://localhost:8080', 'localhost:8080', true],
    ['http://parley.example', '10.0.0.5:8080', false],
    ['https://parley.example:8443', '10.0.0.5:8080', false],
    ['https://evil.example', 'parley.example', false],
    ['https://parley.example.evil.example', 'parley.example', false],
    ['https://sub.parley.example', 'parley.example', false],
    ['null', 'parley.example', false],
    ['', 'parley.example', false],
    ['ftp://parley.example', 'parley.example', false],
  ])('from %j at the host %s: %s', (origin, host, expected) => {
    expect(passes('POST', origin, host)).toBe(expected);
  });

  test('without an origin is refused', () => {
    expect(passes('POST', undefined)).toBe(false);
  });
});

test('a query has no origin from a page of ours, and is refused with that of another site', () => {
  expect(passes('GET', undefined)).toBe(true);
  expect(passes('GET', 'https://parley.example')).toBe(true);
  expect(passes('GET', 'https://evil.example')).toBe(false);
});
