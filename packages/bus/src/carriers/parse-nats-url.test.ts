import { expect, test } from 'vitest';
import { parseNatsUrl } from './parse-nats-url.ts';

test('servers are read with and without a scheme, spaces and port', () => {
  expect(parseNatsUrl('nats://a:4222, b:4333,c,')).toEqual({ servers: ['a:4222', 'b:4333', 'c'] });
  expect(parseNatsUrl('nats://[::1]:4222')).toEqual({ servers: ['[::1]:4222'] });
});

test('user and password are extracted from the address, percent-decoded', () => {
  expect(parseNatsUrl('nats://parley:p%40ss@a:4222,nats://b:4222')).toEqual({
    servers: ['a:4222', 'b:4222'],
    user: 'parley',
    pass: 'p@ss',
  });
});

test('a name without a password is a token', () => {
  expect(parseNatsUrl('nats://s3cret@a:4222')).toEqual({ servers: ['a:4222'], token: 's3cret' });
});

test('tls:// requires TLS', () => {
  expect(parseNatsUrl('tls://a:4222')).toEqual({ servers: ['a:4222'], tls: {} });
});
