import { describe, expect, test } from 'vitest';
import { checkOrigin } from './check-origin.ts';

const PUBLIC = 'https://parley.example';
const passes = (method: string, origin: string | undefined, host = 'parley.example', publicUrl = PUBLIC): boolean => {
  try {
    checkOrigin(method, { host, ...(origin === undefined ? {} : { origin }) }, publicUrl);
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
    ['http://127.0.0.1:8080', '127.0.0.1:8080', true],
    ['http://[::1]:8080', '[::1]:8080', true],
    ['http://localhost:3000', 'localhost:8080', false],
    ['http://rebound.example:8080', 'rebound.example:8080', false],
    ['http://localhost.rebound.example:8080', 'localhost.rebound.example:8080', false],
    ['http://10.0.0.5:8080', '10.0.0.5:8080', false],
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

  test.each([
    ['http://localhost:8080', 'localhost:8080', true],
    ['http://192.168.1.5:8080', '192.168.1.5:8080', true],
    ['http://[fd00::5]:8080', '[fd00::5]:8080', true],
    ['http://192.168.1.6:8080', '192.168.1.5:8080', false],
    ['http://rebound.example:8080', 'rebound.example:8080', false],
  ])('without a public URL of its own, from %j at the host %s: %s', (origin, host, expected) => {
    expect(passes('POST', origin, host, 'http://localhost:8080')).toBe(expected);
  });

  test('without an origin is refused', () => {
    expect(passes('POST', undefined)).toBe(false);
  });
});

test('a query from our own page carries no origin, and a query with the origin of another site is refused', () => {
  expect(passes('GET', undefined)).toBe(true);
  expect(passes('GET', 'https://parley.example')).toBe(true);
  expect(passes('GET', 'https://evil.example')).toBe(false);
});
