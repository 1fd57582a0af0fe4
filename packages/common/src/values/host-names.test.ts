import { expect, test } from 'vitest';
import { hostnameOf, isFixedHostname, localAuthority } from './host-names.ts';

test.for<[string | undefined, string | null]>([
  ['127.0.0.1:8090', '127.0.0.1'],
  ['LOCALHOST', 'localhost'],
  ['[::1]:8090', '[::1]'],
  ['evil.example:8090', 'evil.example'],
  ['two words', null],
  ['', null],
  [undefined, null],
])('the hostname of %s is %s', ([host, hostname]) => {
  expect(hostnameOf(host)).toBe(hostname);
});

test.for<[string, boolean]>([
  ['localhost', true],
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['[::1]', true],
  ['evil.example', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
])('%s is fixed: %s', ([hostname, isFixed]) => {
  expect(isFixedHostname(hostname)).toBe(isFixed);
});

test.each([
  ['127.0.0.1', '127.0.0.1:8080'],
  ['0.0.0.0', '127.0.0.1:8080'],
  ['::', '[::1]:8080'],
  ['2001:db8::1', '[2001:db8::1]:8080'],
  ['gateway', 'gateway:8080'],
])('a server that listens on %s is reached at %s from its own machine', (host, authority) => {
  expect(localAuthority(host, 8080)).toBe(authority);
});
